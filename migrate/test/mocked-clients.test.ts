import { expect, test } from 'vitest'
import { rewrite } from './rewrite.ts'

const FETCH_MOCK = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import fetchMock from 'fetch-mock'

const load = async (fetch) => (await fetch('https://api.test/a')).status
`

test.each([
  [
    'a function returns',
    "const make = (status) => fetchMock.createInstance().get('https://api.test/a', { status })",
    'make(201)',
  ],
  [
    'a variable of a function holds, which returns it',
    "function make() {\n  const two = fetchMock.createInstance()\n  two.get('https://api.test/a', 202)\n  return two\n}",
    'make()',
  ],
])('an instance of fetch-mock that %s was a fetch alone', (_, made, call) => {
  const code = `${FETCH_MOCK}
${made}
test('a', async () => {
  const one = ${call}
  assert.equal(await load(one.fetchHandler), 201)
  assert.equal(one.callHistory.calls().length, 1)
})
`
  const { left, text } = rewrite(code, '/project/a.test.js') ?? {}
  expect(left?.map(({ reason }) => reason)).toContain(
    'hold these mocks in a variable where they are made: what the function returns is no fetch here',
  )
  expect(text).toContain('createInstance()')
})

test('an instance of fetch-mock that a function hands to a client is left', () => {
  const code = `${FETCH_MOCK}
const make = () => fetchMock.createInstance().get('https://api.test/a', 200)
test('a', async () => {
  assert.equal(await load(make().fetchHandler), 200)
})
`
  expect(rewrite(code, '/project/a.test.js')?.left.map(({ reason }) => reason)).toEqual([
    'hold these mocks in a variable where they are made: what the function returns is no fetch here',
  ])
})

const AS_SENT = "write this by what was sent: expect(mocks.calls('POST /users')).toHaveLength(1)"
const WHOLE = 'fetch-mock stays in place of fetch, and its routes with it, while one of them is left'

test('an assertion of Jest on fetch-mock-jest asked a fetch that is no mock', () => {
  const result = rewrite(
    `import fetchMock from 'fetch-mock-jest'

afterEach(() => fetchMock.mockReset())
test('a', async () => {
  fetchMock.get('https://api.test/a', 200)
  await fetch('https://api.test/a')
  expect(fetchMock).toHaveBeenCalledTimes(1)
  expect(fetchMock.mock.calls[0][0]).toBe('https://api.test/a')
})
`,
    '/project/a.test.js',
  )
  expect(new Set(result?.left.map(({ reason }) => reason))).toEqual(new Set([WHOLE, AS_SENT]))
})
