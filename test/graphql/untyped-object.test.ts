import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { graphql } from '../../src/entries/graphql.ts'
import { schema } from '../../src/entries/graphql-schema.ts'
import { setupMocks } from '../../src/entries/index.ts'
import { untypedObjectIn } from '../../src/graphql/untyped-object.ts'

/* A result without `__typename`, for a request whose fragments need it: Apollo Client returned `{}` for it, and nobody said why. */

let warn: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => warn.mockRestore())

/** As Apollo Client sends it. */
const QUERY = 'query GetUser { user { ...Name __typename } } fragment Name on User { id name __typename }'

async function ask(query: string, mocks: { readonly fetch: typeof fetch }): Promise<unknown> {
  const body = JSON.stringify({ query })
  const headers = { 'content-type': 'application/json' }
  return (await mocks.fetch('https://api.test/graphql', { method: 'POST', headers, body })).json()
}

const ADA = { data: { user: { id: 1, name: 'Ada' } } }

describe('fields of a fragment are missing from the data of the client', () => {
  test('a warning names the object, once for each stub', async () => {
    const api = graphql('/graphql')
    const mocks = setupMocks([api.query('GetUser', ADA)], { patch: false })
    expect([await ask(QUERY, mocks), await ask(QUERY, mocks)]).toEqual([ADA, ADA])
    expect(warn.mock.calls.map(([text]: unknown[]) => String(text).replace(/ {2}\S*\.test\.ts:\d+/, ''))).toEqual([
      'mynah: data.user has no __typename, which the request selects next to a fragment\n\n' +
        "  graphql('/graphql').query('GetUser')\n" +
        'Clients such as Apollo drop the fields of the fragment; add __typename to the result',
    ])
  })

  test('the results of a resolver and of a batch are looked at too', async () => {
    const api = graphql('/graphql')
    const mocks = setupMocks([api.query('GetUser', () => ADA)], { patch: false })
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify([{ query: QUERY }, { query: QUERY }])
    await mocks.fetch('https://api.test/graphql', { method: 'POST', headers, body })
    expect(warn).toHaveBeenCalledTimes(1)
  })

  test('a schema fills it in, so that there is nothing to warn of', async () => {
    const sdl = schema('type Query { user: User } type User { id: ID! name: String }')
    const api = graphql('/graphql', { schema: sdl })
    const mocks = setupMocks([api.query('GetUser', ADA)], { patch: false })
    expect(await ask(QUERY, mocks)).toEqual({ data: { user: { id: '1', name: 'Ada', __typename: 'User' } } })
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('an object lacks the __typename that its fragments need', () => {
  const fragment = 'fragment F on User { id }'
  test.each<[document: string, data: unknown, place: string | undefined]>([
    [`{ user { ...F __typename } } ${fragment}`, { user: { id: 1 } }, 'data.user'],
    [`${fragment} { user { __typename ...F } }`, { user: { id: 1 } }, 'data.user'],
    ['{ user { __typename ... on User { id } } }', { user: { id: 1 } }, 'data.user'],
    ['{ user { __typename ...\n on User @include(if: true) { id } } }', { user: {} }, 'data.user'],
    ['{ me: user { is: __typename ... on User { id } } }', { me: { __typename: 'User' } }, 'data.me'],
    ['{ me: user { is: __typename ... on User { id } } }', { me: { is: 'User' } }, undefined],
    ['{ all { nodes { __typename ...F } } }', { all: { nodes: [{ __typename: 'A' }, { id: 1 }] } }, 'data.all.nodes'],
    ['{ all { __typename ...F } }', { all: [[{ __typename: 'A' }], [null]] }, undefined],
    // The parts of one field are one selection set.
    ['{ user { __typename } ...R } fragment R on Query { user { ...F } }', { user: {} }, 'data.user'],
    [
      '{ user { ...F } } fragment F on User { friend { __typename ...G } }',
      { user: { friend: {} } },
      'data.user.friend',
    ],
    // A circle, which no server takes.
    [
      '{ user { ...F } } fragment F on User { ...F friend { __typename ...F } }',
      { user: { friend: {} } },
      'data.user.friend',
    ],
    // The client does not ask for it, so that a server does not send it either.
    [`{ user { ...F } } ${fragment}`, { user: { id: 1 } }, undefined],
    ['{ user { id ... on User { __typename } ... on Bot { id } } }', { user: { id: 1 } }, undefined],
    // Nothing depends on it.
    ['{ user { __typename id } }', { user: { id: 1 } }, undefined],
    ['{ user { __typename ... @include(if: true) { id } } }', { user: { id: 1 } }, undefined],
    [`{ user { __typename ...F } } ${fragment}`, { user: null }, undefined],
    // A client knows the type of the root.
    ['{ __typename ...R } fragment R on Query { user { id } }', { user: { id: 1 } }, undefined],
    // The arguments have braces too.
    ['{ user(by: { id: 1, in: [{ a: 1 }] }) { __typename(a: "{ }") ...F } }', { user: {} }, 'data.user'],
  ])('%s %j', (document, data, place) => {
    expect(untypedObjectIn(document, undefined, JSON.stringify({ data }))).toBe(place)
  })

  test('in the operation that is asked for, and not in a document that is no text', () => {
    const document = `query A { a { __typename ...F } } query B { b { __typename ...F } } ${fragment}`
    const result = JSON.stringify({ data: { a: {}, b: {} } })
    const places = ['A', 'B', 'C'].map((name) => untypedObjectIn(document, name, result))
    expect([...places, untypedObjectIn({ kind: 'Document', definitions: [] }, 'A', result)]).toEqual([
      'data.a',
      'data.b',
      undefined,
      undefined,
    ])
  })

  test('is found in a time that grows with the length of the document', () => {
    const spreads = Array.from({ length: 50_000 }, (_, index) => `...F${index} a { __typename ...F${index} }`)
    const fragments = spreads.map((_, index) => `fragment F${index} on A { b ...F${index + 1} }`)
    const document = `{ ${spreads.join(' ')} } ${fragments.join(' ')}`
    // A quadratic time exceeds the timeout of a test.
    expect(untypedObjectIn(document, undefined, '{"data":{"a":{"a":{}}}}')).toBe('data.a')
  })
})
