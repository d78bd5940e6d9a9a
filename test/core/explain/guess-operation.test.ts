import { describe, expect, test } from 'vitest'
import { graphqlOperation, guessOperation } from '../../../src/core/explain/guess-operation.ts'
import { type Asked, reportOf, requestOf, stubOf } from '../support.ts'

const ENDPOINT = 'https://api.test/graphql'

function post(body: unknown): Asked {
  return { line: `POST ${ENDPOINT}`, headers: { 'content-type': 'application/json' }, body }
}

function get(queries: Record<string, string>): Asked {
  return { line: `GET ${ENDPOINT}?${new URLSearchParams(queries)}` }
}

/** The last lines of the report on a request, from the operation on. */
function guessed(asked: Asked): string {
  return reportOf([], asked).split('\n').slice(3).join('\n')
}

describe('a request that no stub reads as GraphQL', () => {
  test('is named by its operation, with the line that answers it', () => {
    const stubs = [
      stubOf('POST', '/graphql', { match: { body: { operationName: 'DeletePost' } } }),
      stubOf('POST', '/graphql', { match: { body: { operationName: 'GetUsers' } } }),
    ]
    expect(reportOf(stubs, post({ operationName: 'GetUser', query: 'query GetUser { user { id } }' }))).toBe(
      `No stub answers POST https://api.test/graphql

Nearest: rest.post('/graphql')  test/some.test.ts:1
  body.operationName  expected 'GetUsers'
                      received 'GetUser'
  1 more stub of this route did not match either

It is the operation query GetUser: import { graphql } from 'mynah/graphql'
To answer it: graphql('/graphql').query('GetUser', { data: {} })`,
    )
  })

  test('is found in the queries, where urql and others send it', () => {
    const stubs = [stubOf('POST', '/graphql')]
    expect(reportOf(stubs, get({ query: 'query GetUser { user { id } }', variables: '{}' }))).toBe(
      `No stub answers GET https://api.test/graphql?query=query+GetUser+%7B+user+%7B+id+%7D+%7D&variables=%7B%7D

Nearest: rest.post('/graphql')  test/some.test.ts:1
  method  expected POST
          received GET

It is the operation query GetUser: import { graphql } from 'mynah/graphql'
To answer it: graphql('/graphql').query('GetUser', { data: {} })`,
    )
  })

  test.each([
    [
      'mutation',
      'mutation Create($a: In = { b: 1 }) { create }',
      "mutation('Create', { data: {} })",
      'mutation Create',
    ],
    [
      'subscription',
      '# a comment\nsubscription OnMessage { message }',
      "subscription('OnMessage', { data: {} })",
      'subscription OnMessage',
    ],
    ['behind an empty line', '\n  query A { a }', "query('A', { data: {} })", 'query A'],
    ['with its name in another line', 'query\n  A { a }', "query('A', { data: {} })", 'query A'],
    ['anonymous', '{ user { id } }', 'operation({ data: {} })', 'query { … }'],
    ['anonymous and minified', '{user{id}}', 'operation({ data: {} })', 'query { … }'],
    ['anonymous mutation', 'mutation { create }', 'operation({ data: {} })', 'mutation { … }'],
    ['behind a fragment', 'fragment F on User { id } query A { user { ...F } }', "query('A', { data: {} })", 'query A'],
  ])('%s', (_title, query, code, title) => {
    const lines = `It is the operation ${title}: import { graphql } from 'mynah/graphql'\nTo answer it: graphql('/graphql').${code}`
    expect(guessed(post({ query }))).toBe(lines)
    expect(guessed(post([{ query }, { query: 'query Other { other }' }]))).toBe(lines)
  })

  test('the operationName decides among several, and is all that is known of a persisted one', () => {
    const query = 'query A { a } mutation B { b }'
    expect(guessed(post({ query, operationName: 'B' }))).toContain('It is the operation mutation B: ')
    const persisted = { operationName: 'B', extensions: { persistedQuery: { version: 1, sha256Hash: 'abc' } } }
    expect(guessed(post(persisted))).toBe(
      "It is the operation B: import { graphql } from 'mynah/graphql'\nTo answer it: graphql('/graphql').query('B', { data: {} })",
    )
  })
})

test.each([
  [undefined, "rest.get('/socket', websocket({}))"],
  ['soap', "rest.get('/socket', websocket({}))"],
  ['graphql-transport-ws, other', "graphql('/socket', { websocket })"],
])('a WebSocket of the protocol %s', (protocol, answer) => {
  const headers = { upgrade: 'websocket', ...(protocol && { 'sec-websocket-protocol': protocol }) }
  const { code, ...guessed } = guessOperation(requestOf({ line: '/socket', headers })) ?? {}
  expect(guessed).toEqual({
    title: 'WebSocket',
    guess: "It opens a WebSocket: import { websocket } from 'mynah/websocket'",
  })
  expect(code?.("'/socket'")).toBe(answer)
})

test('an operation of which only the name is known is answered as a query', () => {
  const { title, code } = graphqlOperation(undefined, 'GetUser')
  expect(title).toBe('operation GetUser')
  expect(code("'/graphql'")).toBe("graphql('/graphql').query('GetUser', { data: {} })")
})

test.each([
  ['JSON in query', post({ query: '{ "name": 1 }' })],
  ['words', post({ query: 'queryable things { a }' })],
  ['a search', get({ query: 'shoes' })],
  ['a name alone', post({ operationName: 'B' })],
  ['a persisted one without its name', post({ extensions: { persistedQuery: { version: 1, sha256Hash: 'abc' } } })],
  ['a text', post('query A { a }')],
  ['no body', post(undefined)],
])('%s is no operation', (_title, asked) => {
  expect(guessed(asked)).toMatch(/^To answer it: rest\./)
})
