import { expect, test } from 'vitest'
import { rewrite } from './rewrite.ts'

const FETCH = `import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  globalThis.fetch = vi.fn().mockResolvedValue(new Response('a'))
})
`
const AXIOS = `import { expect, test } from 'vitest'
import axios from 'axios'
import MockAdapter from 'axios-mock-adapter'

const mock = new MockAdapter(axios)
mock.onGet('/a').reply(200)
`
const FETCH_MOCK = `import { expect, test } from 'vitest'
import fetchMock from 'fetch-mock'

fetchMock.get('https://api.test/a', 200)
`

/** What is said of a test's lines, which stays. */
function leftOf(head: string, ...lines: string[]): (string | undefined)[] {
  const code = `${head}\ntest('a', async () => {\n  ${lines.join('\n  ')}\n})\n`
  return rewrite(code, '/project/a.test.js')?.left.map(({ reason }) => reason) ?? []
}

test.each([
  ['fetch', FETCH, 'fetch.mock.calls', 'read what the test needs from call.request'],
  ['axios-mock-adapter', AXIOS, 'mock.history.get', 'read what the test needs from call.request'],
  ['fetch-mock', FETCH_MOCK, 'fetchMock.calls()', 'read what the test needs from call.request'],
])('a list that is read before the request had it there, and has it nevermore: %s', (_, head, list, reason) => {
  const lines = [`const calls = ${list}`, "await fetch('https://api.test/a')", 'expect(calls).toHaveLength(1)']
  expect(leftOf(head, ...lines)).toContain(reason)
})

test.each([
  ['fetch', FETCH, "expect(fetch.mock.calls).not.toEqual([['https://api.test/a']])"],
  ['axios-mock-adapter', AXIOS, "expect(mock.history.get).toEqual([expect.objectContaining({ url: '/a' })])"],
  ['axios-mock-adapter', AXIOS, "expect(mock.history.get).not.toContainEqual({ url: '/a' })"],
  ['fetch-mock', FETCH_MOCK, "expect(fetchMock.lastCall()).not.toEqual(['https://api.test/a', {}])"],
])('an assertion on whole calls, which are others here, was kept as it stood: %s %#', (_, head, line) => {
  expect(leftOf(head, "await fetch('https://api.test/a')", line)).toContain(
    'read what the test needs from call.request',
  )
})

test.each([
  ['fetch', FETCH, 'fetch.mock.calls'],
  ['axios-mock-adapter', AXIOS, 'mock.history.get'],
  ['fetch-mock', FETCH_MOCK, 'fetchMock.calls()'],
])('a list that is counted, or compared with an empty one, is converted: %s', (_, head, list) => {
  const lines = [
    `expect(${list}).toEqual([])`,
    `expect(${list}).not.toHaveLength(1)`,
    `expect(${list}[0]).toBeUndefined()`,
  ]
  expect(leftOf(head, ...lines)).toEqual([])
})

test('calls that a route for any query took were counted as those of a whole URL, and of the route that has its name', () => {
  const code = (asked: string) =>
    rewrite(`import fetchMock from 'fetch-mock'
import { expect, test } from 'vitest'

test('a', () => {
  fetchMock.mockGlobal().get('http://api.test/a', 200, { name: 'users' }).get('begin:http://api.test/', 201)
  expect(fetchMock.callHistory.called('${asked}')).toBe(false)
})
`)?.text
  const own = "path: 'http://api.test/a', match: { queries: equals({}) } }).length > 0"
  expect(code('users')).toContain(`mocks.calls({ method: 'GET', ${own}`)
  expect(code('http://api.test/a')).toContain(`mocks.calls({ ${own}`)
})

test('the names of headers in one branch of a variable kept their capitals', () => {
  const { text, left } =
    rewrite(`import { expect, test, vi } from 'vitest'

test('a', () => {
  globalThis.fetch = vi.fn(async () => Response.json([]))
  const headers = isOn ? fetch.mock.calls[0][1].headers : {}
  expect(headers['X-Id']).toBe('1')
})
`) ?? {}
  expect(left).toEqual([])
  expect(text).toContain("expect(headers['x-id']).toBe('1')")
})
