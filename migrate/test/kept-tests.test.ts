import { expect, test } from 'vitest'
import { rewrite } from './rewrite.ts'

const WHOLE = 'the old library answers in place of the client, so that a test stays with it as a whole'

const CASES: [name: string, before: string, after: string][] = [
  [
    'fetch-mock 12, which is put in place of fetch behind mynah',
    `import fetchMock from 'fetch-mock'

beforeEach(() => {
  fetchMock.mockGlobal()
})
afterEach(() => {
  fetchMock.hardReset()
})
test('a', async () => {
  fetchMock.get('https://a.test/a', { id: 1 })
  expect(fetchMock.callHistory.calls().length).toBe(0)
})
test('b', async () => {
  fetchMock.get('https://a.test/c', { id: 1 })
  fetchMock.get('https://a.test/b', payload)
})
`,
    `import { passthrough, setupMocks } from 'mynah'
import fetchMock from 'fetch-mock'

const mocks = setupMocks([])
beforeAll(mocks)

beforeEach(() => {
  fetchMock.mockGlobal().spy()
})
afterEach(() => {
  fetchMock.hardReset()
})
test('a', async () => {
  mocks.use.get('https://a.test/a', { id: 1 })
  expect(mocks.calls().length).toBe(0)
})
test('b', async () => {
  mocks.use.all('/{*rest}', passthrough())
  fetchMock.get('https://a.test/c', { id: 1 })
  // mynah: is payload a text or a JSON value? A text is text(…), anything else stands as it is
  fetchMock.get('https://a.test/b', payload)
})
`,
  ],
  [
    'jest-fetch-mock, beneath mynah',
    `import fetchMock from 'jest-fetch-mock'

fetchMock.enableMocks()
beforeEach(() => {
  fetchMock.resetMocks()
})
test('a', async () => {
  fetchMock.mockResponseOnce(JSON.stringify({ id: 1 }))
})
test('b', async () => {
  fetchMock.mockResponseOnce(JSON.stringify({ id: 2 }))
  fetchMock.mockResponseOnce(payload)
})
`,
    `import { passthrough, setupMocks } from 'mynah'
import fetchMock from 'jest-fetch-mock'

const mocks = setupMocks([])
beforeAll(mocks)

fetchMock.enableMocks()
beforeEach(() => {
  fetchMock.resetMocks()
})
test('a', async () => {
  mocks.use.all(/.*/, { id: 1 }, { times: 1 })
})
test('b', async () => {
  mocks.use.all('/{*rest}', passthrough())
  fetchMock.mockResponseOnce(JSON.stringify({ id: 2 }))
  // mynah: is payload a text or a JSON value? A text is text(…), anything else stands as it is
  fetchMock.mockResponseOnce(payload)
})
`,
  ],
  [
    'axios-mock-adapter, which the client asks before it asks mynah',
    `import axios from 'axios'
import MockAdapter from 'axios-mock-adapter'

let mock
beforeEach(() => {
  mock = new MockAdapter(axios)
})
test('a', async () => {
  mock.onGet('/a').reply(200, { id: 1 })
})
test('b', async () => {
  mock.onGet('/c').reply(200, { id: 1 })
  mock.onGet('/b').reply(765)
})
`,
    `import axios from 'axios'
import { setupMocks } from 'mynah'
import MockAdapter from 'axios-mock-adapter'

const mocks = setupMocks([])
beforeAll(mocks)

let mock
beforeEach(() => {
  mock = new MockAdapter(axios, { onNoMatch: 'passthrough' })
})
test('a', async () => {
  mocks.use.get('/a', { id: 1 })
})
test('b', async () => {
  mock.onGet('/c').reply(200, { id: 1 })
  // mynah: no stub answers with 765: a status is from 200 to 599
  mock.onGet('/b').reply(765)
})
`,
  ],
]

test.each(CASES)('one answer that was left kept all tests of the file: %s', (_, before, after) => {
  const { text, left } = rewrite(before) ?? {}
  expect(text).toBe(after)
  expect(left?.filter(({ keeper }) => keeper).map(({ reason }) => reason)).toEqual([WHOLE])
  expect(left?.filter(({ keeper }) => !keeper)).toHaveLength(1)
  expect(rewrite(after)?.text).toBe(after)
})

test.each([
  ['an answer is declared for all tests', "beforeEach(() => {\n  fetchMock.mockResponse('{}')\n})\n", ''],
  ['a hook puts it in place of fetch behind mynah', 'beforeEach(() => {\n  fetchMock.enableMocks()\n})\n', ''],
  ['a function of the file declares answers', 'const answer = () => {\n  fetchMock.mockResponseOnce("{}")\n}\n', ''],
  ['each test has an answer that is left', '', 'fetchMock.mockResponseOnce(payload)'],
])('all of a file stays with one answer that is left, since %s', (_, hook, own) => {
  const code = `import fetchMock from 'jest-fetch-mock'\n\n${hook}test('a', () => {\n  fetchMock.mockResponseOnce('{}')\n  ${own}\n})\ntest('b', () => {\n  fetchMock.mockResponseOnce(payload)\n})\n`
  const { text, converted } = rewrite(code) ?? {}
  expect(converted).toBe(0)
  expect(text).toBe(code)
})
