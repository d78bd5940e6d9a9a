import { describe, expect, test } from 'vitest'
import { brandOf } from '../../src/core/brand.ts'
import { type CallFilter, exists, type Mocks, type RequestSnapshot, rest } from '../../src/entries/index.ts'
import type { Inspect } from '../../src/mocks/inspect-calls.ts'
import type { MocksBrand } from '../../src/mocks/mocks.ts'
import { messageOf, rejectionOf, start, startForgiving } from '../promises/support.ts'

const users = rest.get('/users', [{ id: 1 }])
const user = rest.get('/users/:id', ({ request }) => request.params.id)
const created = rest.post('/users', undefined, { status: 204 })

const API = 'http://api.test'

async function arrive(): Promise<Mocks> {
  const mocks = start([users, user, created])
  await fetch(`${API}/users?a=1`)
  await fetch(`${API}/users/7`)
  await fetch(`${API}/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-team': 'Red' },
    body: '{"name":"Bob","roles":["admin"]}',
  })
  await fetch(`${API}/users`)
  return mocks
}

const ALL = ['GET /users?a=1', 'GET /users/7', 'POST /users', 'GET /users']

const filters: { name: string; filter: CallFilter | undefined; paths: string[] }[] = [
  { name: 'nothing', filter: undefined, paths: ALL },
  { name: 'a stub', filter: users, paths: ['GET /users?a=1', 'GET /users'] },
  { name: 'a stub in an object', filter: { stub: user }, paths: ['GET /users/7'] },
  { name: 'a method', filter: { method: 'post' }, paths: ['POST /users'] },
  { name: 'a path', filter: { path: '/users' }, paths: ['GET /users?a=1', 'POST /users', 'GET /users'] },
  { name: 'a path with a param', filter: { path: '/users/:any' }, paths: ['GET /users/7'] },
  { name: 'an absolute path', filter: { path: `${API}/users/:id` }, paths: ['GET /users/7'] },
  { name: 'another origin', filter: { path: 'https://api.test/users' }, paths: [] },
  { name: 'a RegExp', filter: { path: /\/\d$/ }, paths: ['GET /users/7'] },
  { name: 'method and path', filter: { method: 'GET', path: '/users' }, paths: ['GET /users?a=1', 'GET /users'] },
  { name: 'a function', filter: ({ request }) => 'a' in request.queries, paths: ['GET /users?a=1'] },
  { name: 'a stub that never answered', filter: rest.get('/users', []), paths: [] },
  { name: 'a text of method and path', filter: 'POST /users', paths: ['POST /users'] },
  { name: 'a text with a method in lower case', filter: 'get /users', paths: ['GET /users?a=1', 'GET /users'] },
  { name: 'a text of a path', filter: '/users/:id', paths: ['GET /users/7'] },
  { name: 'a text of a path with an optional part', filter: '/users{/:id}', paths: ALL },
  { name: 'a text of an absolute URL', filter: `GET ${API}/users/:id`, paths: ['GET /users/7'] },
  { name: 'a match of a query', filter: { match: { queries: { a: exists() } } }, paths: ['GET /users?a=1'] },
  {
    name: 'a match of a header and a body',
    filter: { path: '/users', match: { headers: { 'X-Team': 'Red' }, body: { name: 'Bob' } } },
    paths: ['POST /users'],
  },
  { name: 'a match of a param', filter: { path: '/users/:id', match: { params: { id: 7 } } }, paths: ['GET /users/7'] },
  {
    name: "a match of the param of the stub's path",
    filter: { stub: user, match: { params: { id: '8' } } },
    paths: [],
  },
  {
    name: 'a match that is a function of the request',
    filter: { method: 'GET', match: ({ url }: RequestSnapshot) => url.endsWith('7') },
    paths: ['GET /users/7'],
  },
  { name: 'a match without conditions', filter: { match: {} }, paths: ALL },
]

describe('calls(filter)', () => {
  test.for(filters)('selects by $name', async ({ filter, paths }) => {
    const mocks = await arrive()
    const urls = mocks.calls(filter).map(({ request }) => `${request.method} ${request.url.replace(API, '')}`)
    expect(urls).toEqual(paths)
  })

  test('a relative path in a filter belongs to the baseUrl', async () => {
    const mocks = start([rest.all('/users', [])], { baseUrl: `${API}/v1`, onUnmatched: () => new Response() })
    await fetch(`${API}/v1/users`)
    await fetch('http://other.test/v1/users')
    expect(mocks.calls('/users').map(({ request }) => request.url)).toEqual([`${API}/v1/users`])
  })

  test('the parameter of a match function is typed', async () => {
    const mocks = await arrive()
    expect(mocks.calls({ match: ({ url }) => url.endsWith('7') })).toHaveLength(1)
    expect(await mocks.waitFor({ match: ({ url }) => url.endsWith('7') })).toHaveLength(1)
  })

  test('waitFor takes the same filters', async () => {
    const mocks = await arrive()
    expect(await mocks.waitFor('POST /users')).toEqual(mocks.calls(created))
    expect(await mocks.waitFor({ path: '/users', match: { body: { name: 'Bob' } } })).toHaveLength(1)
  })
})

describe('the nearest request', () => {
  const inspect = (mocks: Mocks, ...args: Parameters<Inspect>) =>
    (brandOf(mocks, 'mocks') as MocksBrand).inspect(...args)

  const nearest = async (filter: CallFilter, match?: unknown) => {
    const mocks = await arrive()
    const { nearest } = inspect(mocks, 'toHaveRequested', filter, match)
    return nearest && messageOf(new Error(nearest.message))
  }

  test('differs in its body', async () => {
    expect(await nearest('POST /users', { body: { name: 'Ada' } })).toBe(
      `Nearest: POST ${API}/users\n  body.name  expected 'Ada'\n             received 'Bob'`,
    )
  })

  test('differs in its method', async () => {
    expect(await nearest('DELETE /users/:id')).toBe(
      `Nearest: GET ${API}/users/7\n  method  expected DELETE\n          received GET`,
    )
  })

  test("calls a filter's match with requests of its own route alone", async () => {
    const asked: string[] = []
    const match = ({ method, url }: RequestSnapshot) => asked.push(`${method} ${url}`) === 0
    await nearest({ method: 'POST', path: '/users', match })
    await nearest({ path: '/users/:id', match })
    await nearest({ stub: users, match })
    const own = [`POST ${API}/users`, `GET ${API}/users/7`, `GET ${API}/users?a=1`, `GET ${API}/users`]
    expect([...new Set(asked)]).toEqual(own)
  })

  test('differs in a segment of its path', async () => {
    expect(await nearest('GET /user')).toBe(
      `Nearest: GET ${API}/users?a=1\n  path segment 1  expected 'user'\n                  received 'users'`,
    )
  })

  test('was answered by another stub', async () => {
    expect(await nearest(rest.get('/users', []))).toBe(
      `Nearest: GET ${API}/users?a=1\n  answered by rest.get('/users')  test/mocks/call-filter.test.ts`,
    )
  })

  test('fits, but no stub took it', async () => {
    const mocks = startForgiving([])
    await rejectionOf(fetch(`${API}/users`))
    expect(inspect(mocks, 'toHaveRequested', rest.get('/users', [])).nearest?.message).toBe(
      `Nearest: GET ${API}/users\n  answered by no stub`,
    )
  })

  test('is undefined for a function, and if no request has arrived', async () => {
    expect(await nearest(() => false)).toBeUndefined()
    expect(inspect(start([]), 'toHaveRequested', '/users').nearest).toBeUndefined()
  })

  test('is not among the selected calls', async () => {
    const mocks = await arrive()
    const { selected, arrived, filter } = inspect(mocks, 'toHaveRequested', 'GET /users', { queries: { a: 1 } })
    expect(filter).toBe("'GET /users'")
    expect(selected.map(({ request }) => request.url)).toEqual([`${API}/users?a=1`])
    expect(arrived).toEqual(mocks.calls())
  })
})

const WANTED = 'it takes a stub, a function of the call, a string, or { method, path, stub, match }'

test.each<[mistake: string, call: (mocks: Mocks) => unknown, message: string]>([
  [
    'a match behind the filter, which did nothing',
    (mocks) => (mocks.calls as (...args: unknown[]) => unknown)('/users', { queries: { a: '2' } }),
    "mocks.calls({ queries: { a: '2' } }): it takes one filter",
  ],
  [
    'no filter of waitFor, which was any call',
    (mocks) => mocks.waitFor(undefined as never),
    `mocks.waitFor(undefined): ${WANTED}`,
  ],
  [
    'what mocks.use returns in place of its stub, which undid the override',
    (mocks) => mocks.calls(mocks.use(users) as never),
    `mocks.calls([function act]): ${WANTED}`,
  ],
  [
    'an init of explain, which did nothing',
    (mocks) => (mocks.explain as (...args: unknown[]) => unknown)(`${API}/users`, { method: 'POST' }),
    "mocks.explain({ method: 'POST' }): it takes a Request, a URL or a string",
  ],
])('refused: %s', async (_mistake, call, message) => {
  const mocks = await arrive()
  expect(messageOf(await rejectionOf((async () => call(mocks))()))).toBe(message)
})
