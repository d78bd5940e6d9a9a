import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { NewItem } from '../../src/collection/items.ts'
import { collection, type Items } from '../../src/entries/collection.ts'
import { rest, type Stub, setupMocks } from '../../src/entries/index.ts'

/* The type of the seed's items flows into the options and into `in(mocks)`. */

interface User {
  id: number
  name: string
  role?: 'admin' | 'guest'
}

const users = collection('/users', [{ id: 1, name: 'Ada' }])
const tags = collection('/tags', [{ slug: 'a', count: 0 }], { id: 'slug', nextId: (items) => `${items[0]?.count}` })
const typed = collection<User>('/typed', [])
const mocks = setupMocks([...users, ...tags, ...typed], { patch: false })

test('in(mocks) has the type of the items', () => {
  expectTypeOf<typeof users>().toExtend<Iterable<Stub>>()
  const items = users.in(mocks)
  expectTypeOf(items.all()).toEqualTypeOf<{ id: number; name: string }[]>()
  expectTypeOf(items.get(1)).toEqualTypeOf<{ id: number; name: string } | undefined>()
  expectTypeOf(items.insert).parameter(0).toEqualTypeOf<NewItem<{ id: number; name: string }>>()
  expect(items.insert({ name: 'Bob' }).id satisfies number).toBe(2)
  expect(items.update(1, { name: 'Al' }).name satisfies string).toBe('Al')
  expect(items.remove(1).name).toBe('Al')
  expect(items.replace([{ name: 'Cy' }])).toHaveLength(1)
  // @ts-expect-error: the ids are numbers
  expect(items.get('1')).toBeUndefined()
  // @ts-expect-error: users have no such field
  expect(items.insert({ name: 'Di', age: 3 })).toBeDefined()
  // @ts-expect-error: the name is missing
  expect(items.insert({})).toBeDefined()
  // @ts-expect-error: a name is a text
  expect(items.update(3, { name: 7 })).toBeDefined()
})

test('the option `id` is the type of the ids', () => {
  expectTypeOf(tags.in(mocks)).toEqualTypeOf<Items<{ slug: string; count: number }, 'slug'>>()
  expect(tags.in(mocks).get('a')?.count satisfies number | undefined).toBe(0)
  expect(tags.in(mocks).insert({ count: 1 }).slug).toBe('0')
  // @ts-expect-error: the slugs are texts
  expect(tags.in(mocks).get(7)).toBeUndefined()
})

test('the type of the items can be said', () => {
  expectTypeOf(typed.in(mocks).all()).toEqualTypeOf<User[]>()
  expect(typed.in(mocks).insert({ name: 'Ada', role: 'admin' }).id).toBe(1)
})

test('options know the items', () => {
  const options = {
    schema: z.object({ id: z.number(), name: z.string() }),
    page: { page: 'page' },
  }
  const listed = collection('/listed', [{ id: 1, name: 'Ada' }], {
    ...options,
    list: ({ items, total, request, setHeader }) => {
      expectTypeOf(items).toEqualTypeOf<{ id: number; name: string }[]>()
      setHeader('x-url', request.url)
      return { data: items, total: total satisfies number }
    },
    error: ({ status, id, issues }) => {
      expectTypeOf(status).toEqualTypeOf<400 | 404 | 409 | 422>()
      return { status, id: id satisfies string | undefined, issues }
    },
    only: ['list', 'get'],
  })
  expect([...listed]).toHaveLength(2)
  expect(() =>
    // @ts-expect-error: there is no such stub
    collection('/users', [], { only: ['fetch'] }),
  ).toThrow('only is a list of')
})

test('a resolver has the items by its context', () => {
  const stub = rest.post('/users/:id/rename', (context) => {
    expectTypeOf(context.request.params.id).toEqualTypeOf<string>()
    return users.in(context).update(Number(context.request.params.id), { name: 'Al' })
  })
  const shaped = rest.get<{ response: { id: number; name: string }[] }>('/all', (context) => users.in(context).all())
  expect([stub, shaped]).toHaveLength(2)
})

test('a filter sees items of the type, and queries as texts', () => {
  const filtered = collection('/users', [{ id: 1, name: 'Ada' }], {
    filter: (item, { queries }) => {
      expectTypeOf(item).toEqualTypeOf<{ id: number; name: string }>()
      expectTypeOf(queries.q).toExtend<string | readonly string[] | undefined>()
      return item.name === queries.q
    },
  })
  expect([...filtered]).toHaveLength(6)
  // @ts-expect-error: a filter decides by a boolean
  expect([...collection('/users', [{ id: 1, name: 'Ada' }], { filter: (item) => item.name })]).toHaveLength(6)
})
