import fc from 'fast-check'
import { buildSchema, execute, introspectionFromSchema, parse } from 'graphql'
import * as graphql16 from 'graphql16'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { wordViolations } from '../../src/graphql/schema/violations.ts'

const SDL = `
  scalar Date
  enum Role { ADMIN GUEST }
  interface Node { id: ID! }
  type User implements Node { id: ID! name: String! email: String role: Role friends(first: Int!): [User!]! born: Date }
  type Post implements Node { id: ID! title: String }
  union Found = User | Post
  input NewUser { name: String! age: Int }
  type Query { user(id: ID!): User users: [User!] node(id: ID!): Node search(text: String = "a"): [Found!]! count: Int! }
  type Mutation { create(user: NewUser!): User! }
  type Subscription { added: User! }
`

type Schema = typeof import('../../src/graphql/schema/schema.ts').schema

describe.each(['graphql', 'graphql16'] as const)('schema, by %s', (version) => {
  let schema: Schema
  beforeAll(async () => {
    vi.resetModules()
    if (version === 'graphql16') vi.doMock('graphql', () => graphql16)
    ;({ schema } = await import('../../src/graphql/schema/schema.ts'))
  })
  afterAll(() => {
    vi.doUnmock('graphql')
  })

  /** What `data` is completed to, or what is wrong with it. */
  function completed(document: string, data: unknown, errors?: readonly object[], variables: object | undefined = {}) {
    const { result, violations } = schema(SDL).complete(
      { document, operationName: undefined, variables: variables as Record<string, unknown> },
      { data, ...(errors && { errors }) },
    )
    return violations.length > 0 ? wordViolations(violations) : JSON.parse(JSON.stringify(result.data))
  }

  describe('completes data as graphql-js does', () => {
    test.each([
      [
        '{ user(id: 1) { id name __typename } }',
        { user: { id: 1, name: 'Ada', age: 7 } },
        { user: { id: '1', name: 'Ada', __typename: 'User' } },
      ],
      ['{ one: user(id: 1) { key: id } }', { one: { key: '1' } }, { one: { key: '1' } }],
      [
        '{ users { role born } }',
        { users: [{ role: 'ADMIN', born: { any: [1] } }] },
        { users: [{ role: 'ADMIN', born: { any: [1] } }] },
      ],
      [
        '{ node(id: 1) { id ... on User { name } } }',
        { node: { __typename: 'User', id: 1, name: 'A' } },
        { node: { id: '1', name: 'A' } },
      ],
      ['{ node(id: 1) { id ... on User { name } } }', { node: { __typename: 'Post', id: 1 } }, { node: { id: '1' } }],
      ['{ users { id } }', { users: null }, { users: null }],
      ['mutation { create(user: { name: "A" }) { id } }', { create: { id: 2 } }, { create: { id: '2' } }],
      ['subscription { added { id } }', { added: { id: 2 } }, { added: { id: '2' } }],
      ['fragment F on Query { count } query { ...F }', { count: 3 }, { count: 3 }],
    ])('%s', (document, data, expected) => {
      expect(completed(document, data)).toEqual(expected)
    })
  })

  describe('says what is wrong with data', () => {
    test.each([
      ['{ user(id: 1) { email } }', { user: {} }, '  user.email  expected String  received nothing; write null'],
      ['{ user(id: 1) { id } }', { user: {} }, '  user.id  expected ID!  received nothing'],
      ['{ user(id: 1) { id } }', { user: { id: null } }, '  user.id  expected ID!  received null'],
      ['{ count }', { count: 'x' }, "  count  expected Int!  received 'x'"],
      ['{ user(id: 1) { role } }', { user: { role: 'OWNER' } }, "  user.role  expected Role  received 'OWNER'"],
      ['{ users { id } }', { users: [{ id: 1 }, null] }, '  users[1]  expected User!  received null'],
      ['{ users { id } }', { users: { id: 1 } }, '  users  expected [User!]  received { id: 1 }'],
      ['{ user(id: 1) { id } }', { user: 'x' }, "  user  expected User  received 'x'"],
      ['{ node(id: 1) { id } }', { node: { id: 1 } }, '  node.__typename  expected User or Post  received nothing'],
      [
        '{ search { __typename } }',
        { search: [{ __typename: 'No' }] },
        "  search[0].__typename  expected User or Post  received 'No'",
      ],
      [
        '{ users { id friends(first: 1) { name } } }',
        { users: [{ id: 1, friends: [{}] }] },
        '  users[0].friends[0].name  expected String!  received nothing',
      ],
      [
        '{ user(id: 1) { email role } }',
        { user: {} },
        '  user.email  expected String  received nothing; write null\n  user.role   expected Role  received nothing; write null',
      ],
    ])('%s %j', (document, data, expected) => {
      expect(completed(document, data)).toBe(expected)
    })
  })

  test('an error excuses the field that is absent at its path, and a field that cannot be null takes its parent away', () => {
    const document = '{ user(id: 1) { id email name } }'
    const user = { id: 1, name: 'Ada' }
    expect(completed(document, { user }, [{ path: ['user', 'email'] }])).toEqual({
      user: { id: '1', email: null, name: 'Ada' },
    })
    expect(completed(document, { user: { id: 1, email: null } }, [{ path: ['user', 'name'] }])).toEqual({ user: null })
    expect(completed(document, { user: null }, [{ path: ['user'] }])).toEqual({ user: null })
  })

  test('before there is a request, arguments and what depends on variables do not count', () => {
    const document =
      'query A($id: ID!, $all: Boolean!) { user(id: $id) { id email @include(if: $all) ...F @skip(if: $all) } } fragment F on User { name }'
    const { violations } = schema(SDL).complete(
      { document, operationName: 'A', variables: undefined },
      { data: { user: {} } },
    )
    expect(wordViolations(violations)).toBe('  user.id  expected ID!  received nothing')
    expect(completed(document, { user: { id: 1 } }, undefined, { id: '1', all: true })).toBe(
      '  user.email  expected String  received nothing; write null',
    )
    expect(completed(document, { user: { id: 1, name: 'A' } }, undefined, { id: '1', all: false })).toEqual({
      user: { id: '1', name: 'A' },
    })
  })

  describe('says why a server would refuse a request', () => {
    test.each([
      ['{ user(id: 1) { nam } }', {}, ['Cannot query field "nam" on type "User". Did you mean "name"?']],
      ['{ user(id: 1) {', {}, ['Syntax Error: Expected Name, found <EOF>.']],
      [
        'query A($id: ID!) { user(id: $id) { id } }',
        {},
        [expect.stringMatching(/^Variable "\$id" .*(?:required|provided)/)],
      ],
      [
        'mutation A($user: NewUser!) { create(user: $user) { id } }',
        { user: { name: 'A', age: 'x' } },
        [expect.stringContaining('"$user"')],
      ],
      ['query A($id: ID!) { user(id: $id) { id } }', { id: 1, other: 2 }, []],
    ])('%s %j', (document, variables, expected) => {
      expect(schema(SDL).refusals({ document, operationName: undefined, variables })).toEqual(expected)
    })
  })

  test('takes an introspection, with or without its envelope, and a parsed document', () => {
    const introspection = introspectionFromSchema(buildSchema(SDL))
    const asked = { document: parse('{ count }'), operationName: undefined, variables: {} }
    for (const source of [introspection, { data: introspection }]) {
      expect(schema(source).refusals(asked)).toEqual([])
      expect(wordViolations(schema(source).complete(asked, { data: {} }).violations)).toBe(
        '  count  expected Int!  received nothing',
      )
    }
  })

  test('takes a schema of its own copy of graphql, without its resolvers', () => {
    const own = (version === 'graphql' ? buildSchema : graphql16.buildSchema)(SDL)
    const asked = { document: '{ count }', operationName: undefined, variables: {} }
    expect(schema(own).complete(asked, { data: { count: 3 } }).result.data).toEqual({ count: 3 })
  })

  test('refuses a schema of another copy of graphql, and what is no schema', () => {
    const other = (version === 'graphql' ? graphql16.buildSchema : buildSchema)(SDL)
    expect(() => schema(other)).toThrow(
      'schema([GraphQLSchema]): the schema is of another copy of graphql\n\nWrite  schema(printSchema(yours)), with printSchema of that copy',
    )
    expect(() => schema({})).toThrow('schema({}): it takes the text of a schema, or the result of an introspection')
    expect(() => schema('type Query {')).toThrow(
      'schema(…): it cannot be read: syntax Error: Expected Name, found <EOF>.',
    )
  })

  test('a text that defines a field twice, as that of GitHub, was refused without a way out', () => {
    const twice = 'type Query { a: Int a: Int }'
    expect(() => schema(twice)).toThrow(
      'schema(…): it cannot be read: field "Query.a" can only be defined once. Pass the result of an introspection query of the server instead',
    )
    const library = version === 'graphql' ? { buildSchema, introspectionFromSchema } : graphql16
    const loose = library.buildSchema(twice, { assumeValidSDL: true })
    expect(() => schema(library.introspectionFromSchema(loose as never))).not.toThrow()
  })

  test('each request was refused for a schema that breaks a rule of a later graphql-js, as that of GitHub', () => {
    const sdl = 'interface Node { id: ID } type User implements Node { id: ID } type Query { user: User wrong: Node! }'
    const invalid = `${sdl} type Post implements Node { title: String }`
    const library = version === 'graphql' ? { buildSchema, introspectionFromSchema } : graphql16
    const inUse = library.buildSchema(invalid, { assumeValid: true, assumeValidSDL: true })
    const asked = { document: '{ user { id } }', operationName: undefined, variables: {} }
    const data = { user: { id: '1' } }
    for (const source of [inUse, library.introspectionFromSchema(inUse as never)]) {
      expect(schema(source).refusals(asked)).toEqual([])
      expect(JSON.parse(JSON.stringify(schema(source).complete(asked, { data })))).toEqual({
        result: { data },
        violations: [],
      })
    }
    // A text may be the user's own.
    expect(schema(invalid).refusals(asked).join()).toContain(
      'Interface field Node.id expected but Post does not provide it.',
    )
  })

  test('a document with @defer is refused with what the schema lacks, and completed as a whole', () => {
    const document = '{ users { id ... @defer { name } } }'
    const asked = { document, operationName: undefined, variables: {} }
    const directive = 'directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT'
    expect(schema(SDL).refusals(asked)).toEqual([`Unknown directive "@defer". Add it to the schema: ${directive}`])
    const deferring = schema(`${directive}\n${SDL}`)
    expect(deferring.refusals(asked)).toEqual([])
    const data = { users: [{ id: '1', name: 'Ada' }] }
    expect(JSON.parse(JSON.stringify(deferring.complete(asked, { data })))).toEqual({
      result: { data },
      violations: [],
    })
  })

  test('random data is completed as by the default resolvers of graphql-js', () => {
    const leaf = {
      id: fc.oneof(fc.string(), fc.integer()),
      name: fc.string(),
      email: fc.option(fc.string()),
      role: fc.option(fc.constantFrom('ADMIN', 'GUEST')),
    }
    const user = fc.record({
      ...leaf,
      friends: fc.array(fc.record({ ...leaf, friends: fc.constant([]) }), { maxLength: 2 }),
    })
    const data = fc.record({
      user: fc.option(user),
      users: fc.option(fc.array(user, { maxLength: 2 })),
      count: fc.integer({ max: 2 ** 31 - 1, min: -(2 ** 31) }),
    })
    const field = fc.constantFrom('id', 'name', 'email', 'role', '__typename', 'friends(first: 1) { id role }')
    const selection = fc.array(field, { minLength: 1, maxLength: 4 }).map((all) => `{ ${all.join(' ')} }`)
    const own = buildSchema(SDL)
    fc.assert(
      fc.property(data, selection, selection, (rootValue, one, other) => {
        const document = `{ user(id: 1) ${one} users ${other} count }`
        const expected = execute({ schema: own, document: parse(document), rootValue })
        expect(completed(document, rootValue)).toEqual(JSON.parse(JSON.stringify((expected as { data: object }).data)))
      }),
      { numRuns: 300 },
    )
  })
})
