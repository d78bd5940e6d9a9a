import { expect, test } from 'vitest'
import { rewrite } from './rewrite.ts'

const FETCH = `import { expect, test, vi } from 'vitest'
globalThis.fetch = vi.fn(async () => Response.json([]))
`
const UNDICI = `import { MockAgent, setGlobalDispatcher } from 'undici'
import { beforeEach, expect, test } from 'vitest'
let agent
beforeEach(() => {
  agent = new MockAgent({ enableCallHistory: true })
  setGlobalDispatcher(agent)
})
`
const FETCH_MOCK = `import fetchMock from 'fetch-mock'
import { expect, test } from 'vitest'
`
const AXIOS = `import axios from 'axios'
import MockAdapter from 'axios-mock-adapter'
import { expect, test } from 'vitest'
const mock = new MockAdapter(axios)
`

const CONVERTED = [
  {
    library: 'a function in place of fetch',
    head: FETCH,
    body: ['await load()', 'fetch.mockClear()', 'await load()', 'expect(fetch).toHaveBeenCalledTimes(1)'],
    becomes: [
      'await load()',
      'const earlier = mocks.calls().length',
      'await load()',
      'expect(mocks.calls().slice(earlier)).toHaveLength(1)',
    ],
  },
  {
    library: 'undici, twice',
    head: UNDICI,
    body: [
      'const history = agent.getCallHistory()',
      'await load()',
      'history.clear()',
      'await load()',
      'expect(history.calls()).toHaveLength(1)',
      'agent.clearCallHistory()',
      'expect(agent.getCallHistory().calls()).toHaveLength(0)',
    ],
    becomes: [
      'await load()',
      'const earlier = mocks.calls().length',
      'await load()',
      'expect(mocks.calls().slice(earlier)).toHaveLength(1)',
      'const earlier1 = mocks.calls().length',
      'expect(mocks.calls().slice(earlier1)).toHaveLength(0)',
    ],
  },
  {
    library: 'fetch-mock',
    head: FETCH_MOCK,
    body: ['await load()', 'fetchMock.clearHistory()', "expect(fetchMock.callHistory.called('/a')).toBe(false)"],
    becomes: [
      'await load()',
      "const earlier = mocks.calls('/a').length",
      "expect(mocks.calls('/a').slice(earlier).length > 0).toBe(false)",
    ],
  },
  {
    library: 'axios-mock-adapter',
    head: AXIOS,
    body: ['await load()', 'mock.resetHistory()', 'await load()', 'expect(mock.history.get.length).toBe(1)'],
    becomes: [
      'await load()',
      "const earlier = mocks.calls({ method: 'GET' }).length",
      'await load()',
      "expect(mocks.calls({ method: 'GET' }).slice(earlier).length).toBe(1)",
    ],
  },
]

test.each(CONVERTED)('the calls before a test has cleared them are counted: $library', ({ head, body, becomes }) => {
  const result = rewrite(`${head}test('a', async () => {\n  ${body.join('\n  ')}\n})\n`, '/project/a.test.js')
  expect(result?.left).toEqual([])
  expect(result?.text).toContain(`test('a', async () => {\n  ${becomes.join('\n  ')}\n})\n`)
})

test('a hook after the test reads the calls that the test has cleared', () => {
  const code = `${FETCH}afterEach(() => expect(fetch).toHaveBeenCalledTimes(1))
test('a', async () => {
  await load()
  fetch.mockClear()
  await load()
})
`
  expect(rewrite(code, '/project/a.test.js')?.left.map(({ reason }) => reason)).toContain(
    'count from here: const before = mocks.calls().length; mocks.reset() clears the overrides too',
  )
})

test('what clears calls that nothing reads is removed, also in a helper', () => {
  const code = `${FETCH}const again = () => {
  fetch.mockClear()
}
test('a', async () => {
  again()
  await load()
})
`
  const result = rewrite(code, '/project/a.test.js')
  expect(result?.left).toEqual([])
  expect(result?.text).not.toContain('earlier')
})
