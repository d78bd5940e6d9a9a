import { expect, test } from 'vitest'
import { z } from 'zod'
import { collection } from '../../src/entries/collection.ts'
import { type RouteDefinitionError, setupMocks } from '../../src/entries/index.ts'

/* What `collection` refuses where it is written, with the whole message. */

const untyped = collection as (...args: readonly unknown[]) => unknown
const SEED = [{ id: 1, name: 'Ada' }]
const OPTIONS = "'id', 'only', 'nextId', 'sort', 'page', 'filter', 'store', 'list', 'error', 'schema'"
  .replaceAll("'", '')
  .replace(/, schema/, ' or schema')

test.each<[what: string, args: readonly unknown[], message: string]>([
  ['no path', [], 'collection(undefined): the path must be a string'],
  ['a RegExp as the path', [/users/, SEED], 'collection(/users/): the path must be a string'],
  [
    'a path without a slash',
    ['users', SEED],
    "collection('users'): a path starts with a slash, or is an absolute URL\n\nWrite  collection('/users', …)",
  ],
  [
    'a path with a query',
    ['/users?page=1', SEED],
    "collection('/users?page=1'): a path has no query; use `match` for queries",
  ],
  [
    'an optional part',
    ['/users{/:team}', SEED],
    "collection('/users{/:team}'): the path has no optional parts and no wildcards",
  ],
  ['a wildcard', ['/users/*rest', SEED], "collection('/users/*rest'): the path has no optional parts and no wildcards"],
  [
    'the path of an item',
    ['/users/:id', SEED],
    "collection('/users/:id'): the path is that of the list; an item has :id behind it\n\nWrite  collection('/users', …)",
  ],
  [
    'a param that is no field',
    ['/teams/:teamID/users', [{ id: 1, teamId: 2 }]],
    "collection('/teams/:teamID/users'): the param :teamID is not a field of the seed; its fields are id or teamId\n\n" +
      "Write  collection('/teams/:teamId/users', …)",
  ],
  [
    'a param that is near to no field',
    ['/teams/:organisation/users', SEED],
    "collection('/teams/:organisation/users'): the param :organisation is not a field of the seed; its fields are id or name",
  ],
  ['no seed', ['/users'], "collection('/users'): the seed must be a list of objects, got nothing"],
  ['an object as the seed', ['/users', {}], "collection('/users'): the seed must be a list of objects, got {}"],
  ['an item that is no object', ['/users', [...SEED, 2]], "collection('/users'): seed[1] must be an object, got 2"],
  [
    'what JSON does not hold',
    ['/users', [{ id: 1, at: [Number.NaN] }]],
    "collection('/users'): the seed cannot be sent as JSON: the number NaN would become null, at [0].at[0]",
  ],
  [
    'an item without an id',
    ['/users', [{ _id: 1 }]],
    "collection('/users'): seed[0] has no field 'id', which is the id\n\nWrite  collection('/users', …, { id: '_id' })",
  ],
  [
    'an item whose id is null: the corrected code was the default',
    ['/users', [{ id: null }]],
    "collection('/users'): seed[0] has no field 'id', which is the id",
  ],
  [
    'an item without any near field',
    ['/users', [{ slug: 'a' }]],
    "collection('/users'): seed[0] has no field 'id', which is the id",
  ],
  [
    'an id that is neither a number nor a text',
    ['/users', [{ id: true }]],
    "collection('/users'): seed[0]: The field id must be a number or string, not true",
  ],
  [
    'ids of two types',
    ['/users', [{ id: 1 }, { id: 'b' }]],
    "collection('/users'): seed[1]: The field id must be a number, not 'b'",
  ],
  ['two items of one id', ['/users', [...SEED, ...SEED]], "collection('/users'): seed[1]: The id 1 is taken"],
  ['an empty id', ['/users', [{ id: '' }]], "collection('/users'): seed[0]: The field id must not be empty"],
  [
    'an item that breaks the schema',
    ['/users', SEED, { schema: z.object({ name: z.array(z.string(), 'names are a list') }) }],
    "collection('/users'): seed[0]: The item breaks its schema\n\n  name  names are a list",
  ],
  [
    'an async schema',
    ['/users', SEED, { schema: z.object({}).refine(async () => true) }],
    "collection('/users'): its schema is async; items are checked synchronously",
  ],
  [
    'an unknown option',
    ['/users', SEED, { sortBy: 'sort' }],
    `collection: 'sortBy' is not an option; use ${OPTIONS}\n\nWrite  collection(…, …, { sort: 'sort' })`,
  ],
  ['options of another kind', ['/users', SEED, 'id'], "collection: the options must be an object, got 'id'"],
  ['an id that is no text', ['/users', SEED, { id: 1 }], 'collection: id is the name of a field, not 1'],
  [
    'an unknown stub',
    ['/users', SEED, { only: ['list', 'fetch', 'removes'] }],
    "collection: only is a list of 'list', 'get', 'create', 'replace', 'update', 'remove', not ['list', 'fetch', 'removes']",
  ],
  [
    'one stub alone',
    ['/users', SEED, { only: 'removes' }],
    "collection: only is a list of 'list', 'get', 'create', 'replace', 'update', 'remove', not 'removes'\n\n" +
      "Write  collection(…, …, { only: ['remove'] })",
  ],
  [
    'a page that is a text',
    ['/users', SEED, { page: 'page' }],
    "collection: page is an object of the names of queries, page and size, not 'page'\n\n" +
      "Write  collection(…, …, { page: { page: 'page' } })",
  ],
  [
    'a page of a number',
    ['/users', SEED, { page: { page: 'page', size: 20 } }],
    "collection: page is an object of the names of queries, page and size, not { page: 'page', size: 20 }",
  ],
  [
    'two queries of one name',
    ['/users', SEED, { sort: 'q', page: { page: 'q' } }],
    "collection: two of its queries have the name 'q'",
  ],
  ['a list that is no function', ['/users', SEED, { list: {} }], 'collection: list is a function, not {}'],
  [
    'a filter that is no function',
    ['/users', SEED, { filter: 'name' }],
    "collection: filter is a function, not 'name'",
  ],
  [
    'a store that is none',
    ['/users', SEED, { store: 'session' }],
    "collection: store is a Storage, such as sessionStorage, not 'session'",
  ],
  ['a schema that is none', ['/users', SEED, { schema: {} }], 'collection: schema is a Standard Schema, not {}'],
])('refuses %s', (_, args, message) => {
  let thrown: unknown
  try {
    untyped(...args)
  } catch (error) {
    thrown = error
  }
  expect((thrown as RouteDefinitionError | undefined)?.message).toBe(message)
  expect((thrown as RouteDefinitionError).code).toBe('ROUTE_DEFINITION')
})

test('each issue of a schema names its place, in whatever form the schema tells it', () => {
  const issues = [{ message: 'wrong' }, { message: 'deep', path: [{ key: 'a' }, 0] }]
  const schema = { '~standard': { version: 1, vendor: 'test', validate: () => ({ issues }) } }
  expect(() => untyped('/u', SEED, { schema })).toThrow(
    "collection('/u'): seed[0]: The item breaks its schema\n\n  wrong\n  a.0  deep",
  )
})

test('a schema that returns nothing of a Standard Schema has no issues', () => {
  const schema = { '~standard': { version: 1, vendor: 'test', validate: () => undefined } }
  expect(() => untyped('/u', SEED, { schema })).not.toThrow()
})

test('a path that is nothing but an id is no path of a list', () => {
  expect(() => untyped('/:id', [])).toThrow(
    "collection('/:id'): the path is that of the list; an item has :id behind it",
  )
})

test('a path with a wildcard is no path of a list', () => {
  expect(() => untyped('/u/*rest', [])).toThrow(
    "collection('/u/*rest'): the path has no optional parts and no wildcards",
  )
})

test('an unknown id of an empty collection says that there is none', () => {
  const users = collection('/u', SEED)
  const mocks = setupMocks([...users], { patch: false })
  users.in(mocks).replace([])
  expect(() => users.in(mocks).remove(1)).toThrow(
    "collection('/u').in(mocks).remove(1): no item has this id; there is none",
  )
})
