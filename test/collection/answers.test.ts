import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { collection } from '../../src/entries/collection.ts'
import { rest, setupMocks } from '../../src/entries/index.ts'

/* What the stubs of a collection answer: one table for each rule. */

// Queries that do nothing are warned of: queries.test.ts.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))

const SEED = [
  { id: 1, name: 'Ada', age: 36, team: 'a' },
  { id: 2, name: 'Bob', age: 9, team: 'b' },
  { id: 10, name: 'Cy', age: 41, team: 'a' },
]

/** What a request is answered with: its status, its body, and the headers that a collection sends. */
interface Seen {
  readonly status: number
  readonly body?: unknown
  readonly location?: string
  readonly total?: string
}

type Asked = readonly [method: string, path: string, body?: unknown]

function askerOf(mocks: { readonly fetch: typeof fetch }) {
  return async (method: string, path: string, body?: unknown): Promise<Seen> => {
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await mocks.fetch(`http://api.test${path}`, { method, ...sent })
    const text = await response.text()
    const location = response.headers.get('location')
    const total = response.headers.get('x-total-count')
    return {
      status: response.status,
      ...(text !== '' && { body: JSON.parse(text) as unknown }),
      ...(location !== null && { location }),
      ...(total !== null && { total }),
    }
  }
}

async function idsOf(answer: Promise<Seen>): Promise<unknown> {
  const { body } = await answer
  return Array.isArray(body) ? body.map(({ id }) => id) : body
}

describe('a collection', () => {
  const users = collection('/api/users', SEED)
  const mocks = setupMocks([...users], { patch: false })
  const ask = askerOf(mocks)
  afterEach(() => mocks.reset())

  test.each<[asked: Asked, seen: Seen]>([
    [['GET', '/api/users'], { status: 200, body: SEED }],
    [['GET', '/api/users/2'], { status: 200, body: SEED[1] }],
    [['GET', '/api/users/7'], { status: 404, body: { error: 'No item has the id 7' } }],
    [['GET', '/api/users/02'], { status: 404, body: { error: 'No item has the id 02' } }],
    [['HEAD', '/api/users/2'], { status: 200 }],
    [
      ['POST', '/api/users', { name: 'Eve' }],
      { status: 201, body: { name: 'Eve', id: 11 }, location: '/api/users/11' },
    ],
    [['POST', '/api/users/', { id: null }], { status: 201, body: { id: 11 }, location: '/api/users/11' }],
    [['POST', '/api/users', { id: 5 }], { status: 201, body: { id: 5 }, location: '/api/users/5' }],
    [['POST', '/api/users', { id: 2 }], { status: 409, body: { error: 'The id 2 is taken' } }],
    [['POST', '/api/users', { id: '5' }], { status: 400, body: { error: "The field id must be a number, not '5'" } }],
    [['PUT', '/api/users/2', { name: 'Bo' }], { status: 200, body: { id: 2, name: 'Bo' } }],
    [['PUT', '/api/users/2', { id: '2', name: 'Bo' }], { status: 200, body: { id: 2, name: 'Bo' } }],
    [
      ['PUT', '/api/users/2', { id: 3 }],
      { status: 400, body: { error: 'The field id is 2 in the path, but 3 in the body' } },
    ],
    [['PUT', '/api/users/7', { name: 'Bo' }], { status: 404, body: { error: 'No item has the id 7' } }],
    [['PATCH', '/api/users/2', { age: 10 }], { status: 200, body: { id: 2, name: 'Bob', age: 10, team: 'b' } }],
    [
      ['PATCH', '/api/users/2', { id: 3 }],
      { status: 400, body: { error: 'The field id is 2 in the path, but 3 in the body' } },
    ],
    [['PATCH', '/api/users/7', {}], { status: 404, body: { error: 'No item has the id 7' } }],
    [['DELETE', '/api/users/2'], { status: 204 }],
    [['DELETE', '/api/users/7'], { status: 404, body: { error: 'No item has the id 7' } }],
    [['POST', '/api/users', [1]], { status: 400, body: { error: 'The body must be a JSON object' } }],
    [['POST', '/api/users', null], { status: 400, body: { error: 'The body must be a JSON object' } }],
    [['POST', '/api/users'], { status: 400, body: { error: 'The body must be a JSON object' } }],
    [['PUT', '/api/users/2', 'Bo'], { status: 400, body: { error: 'The body must be a JSON object' } }],
  ])('%j', async (asked, seen) => {
    expect(await ask(...asked)).toEqual(seen)
  })

  test.each([
    ['a text', 'text/plain;charset=UTF-8', { body: '{"name":"Eve"}' }],
    ['bytes', 'no type', { body: new TextEncoder().encode('{"name":"Eve"}') }],
    ['a form', 'application/x-www-form-urlencoded;charset=UTF-8', { body: new URLSearchParams({ name: 'Eve' }) }],
  ])('refuses an object that is sent as %s', async (_, type, init) => {
    const response = await mocks.fetch('http://api.test/api/users', { method: 'POST', ...init })
    const error = `The body must be a JSON object; it was sent as ${type}`
    expect([response.status, await response.json()]).toEqual([400, { error }])
  })

  test('keeps what requests change, with the new item at the end and a replaced one in its place', async () => {
    await ask('POST', '/api/users', { name: 'Eve' })
    await ask('PUT', '/api/users/2', { name: 'Bo' })
    await ask('PATCH', '/api/users/1', { age: 37 })
    await ask('DELETE', '/api/users/10')
    expect(await ask('GET', '/api/users')).toEqual({
      status: 200,
      body: [
        { ...SEED[0], age: 37 },
        { id: 2, name: 'Bo' },
        { id: 11, name: 'Eve' },
      ],
    })
  })

  test('never uses a number again before a reset', async () => {
    await ask('POST', '/api/users', { id: 20 })
    await ask('DELETE', '/api/users/20')
    const { location } = await ask('POST', '/api/users', {})
    mocks.reset()
    const { location: anew } = await ask('POST', '/api/users', {})
    expect([location, anew]).toEqual(['/api/users/21', '/api/users/11'])
  })

  test('has own keys of any name', async () => {
    await mocks.fetch('http://api.test/api/users/1', {
      method: 'PATCH',
      body: '{"__proto__":{"admin":true},"constructor":1}',
      headers: { 'content-type': 'application/vnd.api+json' },
    })
    const text = await (await mocks.fetch('http://api.test/api/users/1')).text()
    expect(text).toContain('"__proto__":{"admin":true},"constructor":1')
  })
})

describe('the list', () => {
  const users = collection('/users', [...SEED, { id: 3, name: 'Ada', age: 36, admin: true, team: null }], {
    sort: 'sort',
    page: { page: 'page', size: 'size' },
  })
  const mocks = setupMocks([...users], { patch: false })
  const ask = askerOf(mocks)

  test.each<[query: string, ids: unknown]>([
    ['', [1, 2, 10, 3]],
    ['name=Ada', [1, 3]],
    ['name=Ada&team=a', [1]],
    ['name=Ada&name=Cy', [1, 10, 3]],
    ['age=36', [1, 3]],
    ['id=10', [10]],
    ['admin=true', [3]],
    ['team=null', []],
    ['name=ada', []],
    ['colour=red', [1, 2, 10, 3]],
    ['toString=x', [1, 2, 10, 3]],
    ['sort=age', [2, 1, 3, 10]],
    ['sort=-age', [10, 1, 3, 2]],
    ['sort=name,-id', [3, 1, 2, 10]],
    ['sort=-name,id', [10, 2, 1, 3]],
    ['sort=team,-id', [10, 1, 2, 3]],
    ['sort=colour', [1, 2, 10, 3]],
    ['sort=', [1, 2, 10, 3]],
    ['page=1&size=3', [1, 2, 10]],
    ['page=2&size=3', [3]],
    ['page=3&size=3', []],
    ['size=1', [1]],
    ['page=2', []],
    ['sort=-id&page=2&size=1&name=Ada', [1]],
    ['page=0', { error: 'The query page must be an integer of 1 or more' }],
    ['page=-1', { error: 'The query page must be an integer of 1 or more' }],
    ['page=1.5', { error: 'The query page must be an integer of 1 or more' }],
    ['page=x', { error: 'The query page must be an integer of 1 or more' }],
    ['page=', { error: 'The query page must be an integer of 1 or more' }],
    ['page=1&page=2', { error: 'The query page must be an integer of 1 or more' }],
    ['size=0', { error: 'The query size must be an integer of 1 or more' }],
  ])('?%s', async (query, ids) => {
    expect(await idsOf(ask('GET', `/users?${query}`))).toEqual(ids)
  })

  test('counts the items of all pages', async () => {
    expect([await ask('GET', '/users?size=1'), await ask('GET', '/users?name=Ada&page=9')]).toMatchObject([
      { status: 200, total: '4' },
      { status: 200, total: '2' },
    ])
    expect((await ask('GET', '/users?page=0')).status).toBe(400)
  })

  test('has twenty items on a page, and no pages without the option', async () => {
    const seed = Array.from({ length: 25 }, (_, index) => ({ id: index + 1 }))
    const paged = collection('/paged', seed, { page: { page: 'p' } })
    const whole = collection('/whole', seed)
    const both = askerOf(setupMocks([...paged, ...whole], { patch: false }))
    const first = await both('GET', '/paged')
    expect([(first.body as unknown[]).length, first.total]).toEqual([20, '25'])
    expect(await idsOf(both('GET', '/paged?p=2'))).toEqual([21, 22, 23, 24, 25])
    const all = await both('GET', '/whole?p=2')
    expect([(all.body as unknown[]).length, all.total]).toEqual([25, undefined])
  })

  test('is wrapped by `list`', async () => {
    const wrapped = collection('/wrapped', SEED, {
      page: { page: 'page', size: 'size' },
      list({ items, total, request, setHeader }) {
        setHeader('link', `<${request.url}>; rel="self"`)
        for (const item of items) item.name = 'changed'
        return { data: items, total }
      },
    })
    const { fetch } = setupMocks([...wrapped], { patch: false })
    const response = await fetch('http://api.test/wrapped?size=1')
    expect(response.headers.get('link')).toBe('<http://api.test/wrapped?size=1>; rel="self"')
    expect(await response.json()).toEqual({ data: [{ ...SEED[0], name: 'changed' }], total: 3 })
    expect(await (await fetch('http://api.test/wrapped/1')).json()).toEqual(SEED[0])
  })
})

describe('a nested path', () => {
  const posts = collection('/users/:userId/posts', [
    { id: 1, userId: 1, title: 'Hi' },
    { id: 2, userId: 2, title: 'Ho' },
    { id: 3, userId: 1, title: 'Ha' },
  ])
  const mocks = setupMocks([...posts], { patch: false })
  const ask = askerOf(mocks)
  afterEach(() => mocks.reset())

  test.each<[asked: Asked, seen: Seen]>([
    [['GET', '/users/2/posts'], { status: 200, body: [{ id: 2, userId: 2, title: 'Ho' }] }],
    [['GET', '/users/7/posts'], { status: 200, body: [] }],
    [['GET', '/users/1/posts/3'], { status: 200, body: { id: 3, userId: 1, title: 'Ha' } }],
    [['GET', '/users/2/posts/3'], { status: 404, body: { error: 'No item has the id 3' } }],
    [['DELETE', '/users/2/posts/3'], { status: 404, body: { error: 'No item has the id 3' } }],
    [
      ['POST', '/users/7/posts', { title: 'He' }],
      { status: 201, body: { title: 'He', userId: 7, id: 4 }, location: '/users/7/posts/4' },
    ],
    [
      ['POST', '/users/eve/posts', { title: 'He' }],
      { status: 201, body: { title: 'He', userId: 'eve', id: 4 }, location: '/users/eve/posts/4' },
    ],
    [
      ['POST', '/users/2/posts', { userId: 1 }],
      { status: 400, body: { error: 'The field userId is 2 in the path, but 1 in the body' } },
    ],
    [['PUT', '/users/2/posts/2', { title: 'x' }], { status: 200, body: { id: 2, userId: 2, title: 'x' } }],
    [['PUT', '/users/2/posts/2', { userId: '2' }], { status: 200, body: { id: 2, userId: 2 } }],
    [
      ['PUT', '/users/2/posts/2', { userId: 1 }],
      { status: 400, body: { error: 'The field userId is 2 in the path, but 1 in the body' } },
    ],
    [
      ['PATCH', '/users/2/posts/2', { userId: 1 }],
      { status: 400, body: { error: 'The field userId is 2 in the path, but 1 in the body' } },
    ],
  ])('%j', async (asked, seen) => {
    expect(await ask(...asked)).toEqual(seen)
  })

  test('binds as text if the seed is empty', async () => {
    const empty = askerOf(setupMocks([...collection('/users/:userId/posts', [])], { patch: false }))
    expect(await empty('POST', '/users/7/posts', {})).toEqual({
      status: 201,
      body: { userId: '7', id: 1 },
      location: '/users/7/posts/1',
    })
  })

  test.each<[of: string, ids: readonly unknown[], userId: string, bound: unknown]>([
    ['a number', [1, 2], '2', 2],
    ['a number', [1, 2], '7', 7],
    ['a text', ['1', '2'], '2', '2'],
    ['a text', ['ada', 'bob'], '7', '7'],
    ['neither, which is text', [], '7', '7'],
  ])('binds an item to its parent by %s, as the ids of the parents %j', async (_, ids, userId, bound) => {
    const users = collection<object>(
      '/orgs/:org/users',
      ids.map((id) => ({ id, org: 'a' })),
    )
    const posts = collection('/orgs/:orgName/users/:userId/posts', [])
    const others = collection('/users', [{ id: 1 }])
    const asked = askerOf(setupMocks([...others, ...posts, ...users], { patch: false }))
    const { body } = await asked('POST', `/orgs/a/users/${userId}/posts`, {})
    expect(body).toEqual({ orgName: 'a', userId: bound, id: 1 })
  })

  test('binds by what the body has if neither a seed nor a parent tells the type', async () => {
    const empty = askerOf(setupMocks([...collection('/users/:userId/posts', [])], { patch: false }))
    const made = await Promise.all([7, '7'].map((userId) => empty('POST', '/users/7/posts', { userId })))
    expect(made.map(({ body }) => body)).toEqual([
      { userId: 7, id: 1 },
      { userId: '7', id: 2 },
    ])
  })

  test('filters by a field that items below another have', async () => {
    const mixed = collection('/teams/:team/users', [
      { id: 1, team: 'a', name: 'Ada' },
      { id: 2, team: 'b', role: 'admin' },
    ])
    const asked = askerOf(setupMocks([...mixed], { patch: false }))
    expect(await idsOf(asked('GET', '/teams/a/users?role=admin'))).toEqual([])
    expect(await idsOf(asked('GET', '/teams/a/users?colour=red'))).toEqual([1])
    expect(await idsOf(asked('GET', '/teams/b/users?role=guest'))).toEqual([])
  })
})

describe('ids', () => {
  test('that are texts are made by nextId, and are escaped in a location', async () => {
    const tags = collection('/tags', [{ slug: 'a' }], { id: 'slug', nextId: (items) => `new/${items.length}` })
    const ask = askerOf(setupMocks([...tags], { patch: false }))
    expect(await ask('POST', '/tags', {})).toEqual({ status: 201, body: { slug: 'new/1' }, location: '/tags/new%2F1' })
    expect((await ask('GET', '/tags/new%2F1')).status).toBe(200)
    expect((await ask('POST', '/tags', { slug: 'b' })).status).toBe(201)
    expect(await ask('POST', '/tags', { slug: 7 })).toEqual({
      status: 400,
      body: { error: 'The field slug must be a string, not 7' },
    })
    expect((await ask('POST', '/tags', { slug: '' })).body).toEqual({ error: 'The field slug must not be empty' })
  })

  test.each<[path: string, id: string, item: string]>([
    ['/parts', 'part-no', '/parts/7'],
    ['/parts/', '__proto__', '/parts/7'],
    ['/', 'key', '/7'],
    ['http://api.test/v1', 'id', '/v1/7'],
  ])('at %s may be the field %s', async (path, id, item) => {
    const parts = collection<Record<string, unknown>, string>(path, [JSON.parse(`{"${id}":1}`)], { id })
    const ask = askerOf(setupMocks([...parts], { patch: false }))
    const body = JSON.parse(`{"${id}":7}`)
    expect(await ask('POST', item.slice(0, -2) || '/', body)).toEqual({ status: 201, body, location: item })
    expect(await ask('GET', item)).toEqual({ status: 200, body })
  })

  test('without nextId fail the request and the test', async () => {
    const mocks = setupMocks([...collection('/tags', [{ id: 'a' }])], { patch: false })
    const message =
      "collection('/tags'): an item without an id needs nextId: the ids of the seed are strings\n\n" +
      "Write  collection('/tags', …, { nextId: … })"
    await expect(askerOf(mocks)('POST', '/tags', {})).rejects.toThrow(message)
    expect(() => mocks.verify()).toThrow(message)
    mocks.reset({ failures: true })
  })

  test.each([
    [() => 'a', "The id 'a' is taken"],
    [() => 7 as never, 'The field id must be a string, not 7'],
  ])('of a nextId that is wrong fail the request', async (nextId, problem) => {
    const mocks = setupMocks([...collection('/tags', [{ id: 'a' }], { nextId })], { patch: false })
    await expect(askerOf(mocks)('POST', '/tags', {})).rejects.toThrow(
      `collection('/tags'): the next id is wrong: ${problem}`,
    )
    mocks.reset({ failures: true })
  })

  test.each([
    [[1, 2 ** 53 - 1], 2],
    [[1, 2 ** 53], 2],
    [[7, 1.5e18], 8],
    [[2 ** 53 - 2], 2 ** 53 - 1],
  ])('%j, of which no number beyond 2^53 is counted up, are followed by %d', async (ids, next) => {
    const seed = ids.map((id) => ({ id }))
    const asked = askerOf(setupMocks([...collection('/users', seed)], { patch: false }))
    const { body } = await asked('POST', '/users', {})
    expect(body).toEqual({ id: next })
  })

  test('that a request brings may be beyond 2^53, and later ones are still counted up', async () => {
    const asked = askerOf(setupMocks([...collection('/users', SEED)], { patch: false }))
    await asked('POST', '/users', { id: 1e20 })
    const { location } = await asked('POST', '/users', {})
    expect(location).toBe('/users/11')
  })

  test('of an empty seed are numbers, unless a request brings a text', async () => {
    const ask = askerOf(setupMocks([...collection('/tags', [])], { patch: false }))
    expect((await ask('POST', '/tags', { id: 'x' })).status).toBe(201)
    expect((await ask('POST', '/tags', {})).location).toBe('/tags/1')
    expect((await ask('POST', '/tags', { id: true })).body).toEqual({
      error: 'The field id must be a number or string, not true',
    })
  })
})

describe('a schema', () => {
  const User = z.object({ id: z.number(), name: z.string().min(2), age: z.number().optional() })
  const users = collection('/users', [{ id: 1, name: 'Ada', age: 36 }], { schema: User })
  const mocks = setupMocks([...users], { patch: false })
  const ask = askerOf(mocks)
  beforeEach(() => mocks.reset())

  test.each<[asked: Asked, path: readonly string[]]>([
    [['POST', '/users', { name: 'E' }], ['name']],
    [['PUT', '/users/1', { name: 'A' }], ['name']],
    [['PATCH', '/users/1', { age: 'x' }], ['age']],
  ])('%j breaks it', async (asked, path) => {
    const { status, body } = await ask(...asked)
    expect([status, body]).toMatchObject([422, { error: 'The item breaks its schema', issues: [{ path }] }])
    expect((await ask('GET', '/users')).body).toEqual([{ id: 1, name: 'Ada', age: 36 }])
  })

  test('sees the whole item: its new id, and what a patch is merged into', async () => {
    expect((await ask('POST', '/users', { name: 'Eve' })).status).toBe(201)
    expect((await ask('PATCH', '/users/1', { age: 37 })).body).toEqual({ id: 1, name: 'Ada', age: 37 })
  })
})

test('errors are what `error` returns', async () => {
  const users = collection('/users', [{ id: 1, name: 'Ada' }], {
    schema: z.object({ id: z.number(), name: z.string() }),
    error: ({ status, id, issues }) => ({ title: `${status}`, id: id ?? null, count: issues?.length ?? 0 }),
  })
  const ask = askerOf(setupMocks([...users], { patch: false }))
  expect([
    await ask('GET', '/users/7'),
    await ask('POST', '/users', { id: 1, name: 'x' }),
    await ask('POST', '/users', []),
    await ask('PATCH', '/users/1', { name: 2 }),
    await ask('POST', '/users', { id: 5 }),
    await ask('POST', '/users', { id: '5', name: 'x' }),
    await ask('POST', '/users', { id: true, name: 'x' }),
    await ask('POST', '/users', {}),
    await ask('PUT', '/users/1', { id: 2, name: 'x' }),
  ]).toEqual([
    { status: 404, body: { title: '404', id: '7', count: 0 } },
    { status: 409, body: { title: '409', id: '1', count: 0 } },
    { status: 400, body: { title: '400', id: null, count: 0 } },
    { status: 422, body: { title: '422', id: '1', count: 1 } },
    { status: 422, body: { title: '422', id: '5', count: 1 } },
    { status: 400, body: { title: '400', id: '5', count: 0 } },
    { status: 400, body: { title: '400', id: null, count: 0 } },
    { status: 422, body: { title: '422', id: null, count: 1 } },
    { status: 400, body: { title: '400', id: '1', count: 0 } },
  ])
})

test('`only` declares some of the stubs', async () => {
  const mocks = setupMocks([...collection('/users', SEED, { only: ['get', 'list'] })], { patch: false })
  const ask = askerOf(mocks)
  expect([(await ask('GET', '/users')).status, (await ask('GET', '/users/1')).status]).toEqual([200, 200])
  await expect(ask('DELETE', '/users/1')).rejects.toThrow('No stub answers DELETE http://api.test/users/1')
  mocks.reset({ failures: true })
})

test('an absolute URL is for that origin only', async () => {
  const users = collection('https://api.test/v1/users', SEED)
  const mocks = setupMocks([...users, rest.get('/v1/users', [])], { patch: false })
  const ids = async (url: string) => ((await (await mocks.fetch(url)).json()) as unknown[]).length
  expect([await ids('https://api.test/v1/users'), await ids('https://other.test/v1/users')]).toEqual([3, 0])
})
