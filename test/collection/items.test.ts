import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { collection } from '../../src/entries/collection.ts'
import { createResolver, cut, rest, setupMocks, text } from '../../src/entries/index.ts'

/* `users.in(mocks)`, `users.in(context)`, and whose the items are. */

// Queries that do nothing are warned of: queries.test.ts.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))

const SEED = [
  { id: 1, name: 'Ada' },
  { id: 2, name: 'Bob' },
]
const users = collection('/users', SEED)
const mocks = setupMocks([...users])
beforeEach(mocks)

async function names({ fetch }: { readonly fetch: typeof globalThis.fetch }): Promise<string[]> {
  const items = (await (await fetch('http://api.test/users')).json()) as typeof SEED
  return items.map(({ name }) => name)
}

describe('in(mocks)', () => {
  test('reads and changes what requests are answered with', async () => {
    const items = users.in(mocks)
    expect(items.insert({ name: 'Eve' })).toEqual({ name: 'Eve', id: 3 })
    expect(items.insert({ id: 9, name: 'Cy' })).toEqual({ id: 9, name: 'Cy' })
    expect(items.update(2, { name: 'Bo' })).toEqual({ id: 2, name: 'Bo' })
    expect(items.remove(1)).toEqual({ id: 1, name: 'Ada' })
    expect(await names(mocks)).toEqual(['Bo', 'Eve', 'Cy'])
    expect(items.replace([{ id: 4, name: 'Di' }, { name: 'Ed' }])).toEqual([
      { id: 4, name: 'Di' },
      { name: 'Ed', id: 10 },
    ])
    expect(await names(mocks)).toEqual(['Di', 'Ed'])
    expect(items.replace([])).toEqual([])
    await mocks.fetch('http://api.test/users', {
      method: 'POST',
      body: '{"name":"Fay"}',
      headers: { 'content-type': 'application/json' },
    })
    expect(items.all()).toEqual([{ name: 'Fay', id: 11 }])
  })

  test('returns nothing for an unknown id', () => {
    expect([users.in(mocks).get(2), users.in(mocks).get(7)]).toEqual([{ id: 2, name: 'Bob' }, undefined])
  })

  test('takes and returns copies', async () => {
    const items = users.in(mocks)
    const given = { id: 3, name: 'Eve' }
    const returned = [...items.all(), items.get(1), items.insert(given), items.update(1, {}), items.remove(2)]
    for (const one of [...returned, given, ...SEED]) if (one) one.name = 'changed'
    expect(await names(mocks)).toEqual(['Ada', 'Eve'])
    for (const [index, name] of ['Ada', 'Bob'].entries()) (SEED[index] as (typeof SEED)[0]).name = name
  })

  test.each<[what: string, run: () => unknown, message: string]>([
    [
      'an id that is taken',
      () => users.in(mocks).insert({ id: 1, name: '' }),
      'insert(…): the item: The id 1 is taken',
    ],
    ['an unknown id', () => users.in(mocks).update(7, {}), 'update(7, …): no item has this id; the ids are 1, 2'],
    ['an unknown id', () => users.in(mocks).remove(7), 'remove(7): no item has this id; the ids are 1, 2'],
    ['another id', () => users.in(mocks).update(1, { id: 2 }), 'update(1, …): the patch has another id, 2'],
    [
      'two items of one id',
      () =>
        users.in(mocks).replace([
          { id: 1, name: '' },
          { id: 1, name: '' },
        ]),
      'replace(…): the items: The id 1 is taken',
    ],
    ['no item', () => users.in(mocks).insert('Eve' as never), "insert(…): the item must be an object, got 'Eve'"],
    ['no list', () => users.in(mocks).replace({} as never), 'replace(…): it takes a list of items'],
    [
      'what JSON does not hold',
      () => users.in(mocks).update(1, { name: Number.NaN as never }),
      'update(1, …): the patch cannot be sent as JSON: the number NaN would become null, at name',
    ],
    [
      'an id of another type',
      () => users.in(mocks).insert({ id: '3' as never, name: '' }),
      "insert(…): the item: The field id must be a number, not '3'",
    ],
  ])('refuses %s', (_, run, message) => {
    expect(run).toThrow(`collection('/users').in(mocks).${message}`)
    expect(users.in(mocks).all()).toEqual(SEED)
  })

  test('refuses what breaks the schema', () => {
    const tags = collection('/tags', [{ id: 1, name: 'a' }], {
      schema: z.object({ id: z.number(), name: z.string('a name is a text') }),
    })
    mocks.use(...tags)
    expect(() => tags.in(mocks).insert({ name: 1 as never })).toThrow(
      "collection('/tags').in(mocks).insert(…): the item: The item breaks its schema\n\n  name  a name is a text",
    )
  })

  test('needs mocks that were started, and that have the stubs', () => {
    const never = setupMocks([...users])
    expect(() => users.in(never)).toThrow(
      "collection('/users').in(mocks): these mocks were never started\n\nWrite  beforeAll(mocks)  or  mocks.start()",
    )
    never.start()
    never.stop()
    expect(users.in(never).all()).toEqual(SEED)
    expect(() => users.in(never).remove(1)).toThrow("collection('/users').in(mocks).remove(…): these mocks have ended")
    const others = collection('/users', SEED)
    expect(() => others.in(mocks)).toThrow(
      "collection('/users').in(mocks): these mocks have none of its stubs; spread them into the routes with three dots",
    )
    const undo = mocks.use(...others)
    const items = others.in(mocks)
    expect(items.all()).toEqual(SEED)
    undo()
    expect(() => items.all()).toThrow('these mocks have none of its stubs')
  })

  test.each([undefined, null, {}, 'mocks', rest])('refuses %j, which is no mocks', (target) => {
    expect(() => users.in(target as never)).toThrow(
      "collection('/users').in(mocks): it takes the mocks that setupMocks returned, or the context of a resolver",
    )
  })
})

test('in(context) has the items of the mocks that answer', async () => {
  mocks.use(
    rest.get('/count', (context) => users.in(context).all().length),
    rest.post('/users/:id/rename', async (context) =>
      users.in(context).update(Number(context.request.params.id), { name: 'Al' }),
    ),
  )
  const ask = async (path: string, method = 'GET') => (await mocks.fetch(`http://api.test${path}`, { method })).json()
  expect(await ask('/users/1/rename', 'POST')).toEqual({ id: 1, name: 'Al' })
  users.in(mocks).remove(2)
  expect([await ask('/count'), await names(mocks)]).toEqual([1, ['Al']])
})

describe('the items belong to the mocks', () => {
  test('begin with the seed after a reset, and after a start', async () => {
    users.in(mocks).remove(1)
    mocks.reset()
    expect(await names(mocks)).toEqual(['Ada', 'Bob'])
    users.in(mocks).remove(1)
    mocks.stop()
    mocks.start()
    expect(await names(mocks)).toEqual(['Ada', 'Bob'])
  })

  test('begin with the seed in each test', async () => {
    expect(users.in(mocks).all()).toEqual(SEED)
  })

  test('are not shared by two mocks', async () => {
    const others = setupMocks([...users], { patch: false })
    users.in(mocks).remove(1)
    users.in(others).insert({ name: 'Eve' })
    expect([await names(mocks), await names(others)]).toEqual([['Bob'], ['Ada', 'Bob', 'Eve']])
  })

  test('are not shared with an isolate, which one handle reads too', async () => {
    const items = users.in(mocks)
    items.remove(1)
    const isolated = await mocks.isolate(async () => {
      items.insert({ name: 'Eve' })
      return [await names(mocks), items.all().length]
    })
    expect([isolated, await names(mocks), items.all().length]).toEqual([[['Ada', 'Bob', 'Eve'], 3], ['Bob'], 1])
  })

  test('are kept by a resolver of mynah/core', async () => {
    const { fetch } = createResolver([...users])
    const send = (request: Request) => fetch(request)
    await send(new Request('http://api.test/users/1', { method: 'DELETE' }))
    expect(await (await send(new Request('http://api.test/users'))).json()).toEqual([{ id: 2, name: 'Bob' }])
  })
})

describe('beside other stubs', () => {
  const others = setupMocks(
    [
      ...users,
      rest.get('/users', { error: 'Out of order' }, { status: 503, match: { queries: { q: 'x' } } }),
      rest.get('/users/:id', text('one')),
      rest.get('/users/me', text('me')),
    ],
    { patch: false },
  )
  afterEach(() => others.reset())
  const read = async (path: string) => (await others.fetch(`http://api.test${path}`)).text()

  test('they come after those of their route, whatever their place in the list', async () => {
    expect([
      await read('/users?q=x'),
      await read('/users/1'),
      await read('/users/me'),
      await read('/users?q=y'),
    ]).toEqual(['{"error":"Out of order"}', 'one', 'me', JSON.stringify(SEED)])
  })

  test('an override is one more stub: a delay, a cut, a resolver', async () => {
    others.use(rest.get('/users', (context) => users.in(context).all().slice(1), { delay: 5 }))
    expect(await read('/users')).toBe(JSON.stringify(SEED.slice(1)))
    others.use(rest.get('/users', (context) => cut(users.in(context).all(), 10)))
    await expect(read('/users')).rejects.toThrow('terminated')
    others.use(rest.delete('/users/:id', ({ next }) => next(), { times: 1 }))
    expect((await others.fetch('http://api.test/users/2', { method: 'DELETE' })).status).toBe(204)
    expect(users.in(others).all()).toEqual(SEED.slice(0, 1))
  })

  test('unused() does not count them', () => {
    expect(others.unused().map(({ path }) => path)).toEqual(['/users', '/users/:id', '/users/me'])
  })

  test('a report names them', async () => {
    await expect(others.fetch('http://api.test/users', { method: 'PUT' })).rejects.toThrow(
      /Nearest: collection\.post\('\/users'\) {2}test\/collection\/items\.test\.ts:\d+/,
    )
    others.reset({ failures: true })
  })

  test.each<[code: string, run: () => unknown, message: string]>([
    [
      'setupMocks(users)',
      () => setupMocks(users as never),
      'setupMocks expects an array of rest.get(…) stubs, got an iterable; spread it into an array with three dots',
    ],
    [
      'setupMocks([users])',
      () => setupMocks([users as never]),
      'setupMocks expects an array of rest.get(…) stubs, got an iterable at index 0; spread it with three dots',
    ],
    [
      'mocks.use(users)',
      () => mocks.use(users as never),
      'mocks.use expects stubs such as rest.get(…), got an iterable as argument 1; spread it with three dots',
    ],
  ])('%s says that they have to be spread', (_, run, message) => {
    expect(run).toThrow(message)
  })

  test('the stubs are six, frozen, and can be spread more than once', () => {
    const stubs = [...users]
    expect(stubs.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /users',
      'GET /users/:id',
      'POST /users',
      'PUT /users/:id',
      'PATCH /users/:id',
      'DELETE /users/:id',
    ])
    expect([...users]).toEqual(stubs)
    expect([users, ...stubs].every(Object.isFrozen)).toBe(true)
    expect(String(stubs[0])).toMatch(/^collection\.get\('\/users'\) {2}test\/collection\/items\.test\.ts:\d+$/)
  })
})
