import { parse } from 'graphql'
import { describe, expect, test, vi } from 'vitest'
import { graphql } from '../../src/entries/graphql.ts'
import { schema } from '../../src/entries/graphql-schema.ts'
import { exists, networkError, rest, sequence, setupMocks, status, text } from '../../src/entries/index.ts'

const URL = 'https://api.test/graphql'
const api = graphql('/graphql')

function post(body: unknown, headers: Record<string, string> = {}): [string, RequestInit] {
  return [
    URL,
    { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) },
  ]
}

function get(queries: Record<string, string>): [string, RequestInit?] {
  return [`${URL}?${new URLSearchParams(queries)}`]
}

/** What a client reads, or the message of its error. */
async function ask(routes: Parameters<typeof setupMocks>[0], ...sent: [string, RequestInit?]): Promise<unknown> {
  const mocks = setupMocks(routes, { patch: false })
  try {
    const response = await mocks.fetch(...sent)
    const body = await response.text()
    try {
      return JSON.parse(body)
    } catch {
      return body
    }
  } catch (error) {
    return (error as Error).message.replace(/ {2}\S*operations\.test\.ts:\d+/g, '')
  } finally {
    mocks.reset({ failures: true })
  }
}

const QUERY = 'query GetUser($id: ID) { user(id: $id) { id name } }'
const ada = { data: { user: { id: 1, name: 'Ada' } } }
const bob = { data: { user: { id: 2, name: 'Bob' } } }

describe('a request finds its operation', () => {
  const routes = [
    api.query('GetUser', ada),
    api.query('GetUser', bob, { match: { variables: { id: 2 } } }),
    api.mutation('GetUser', { data: { is: 'a mutation' } }),
    api.query(/^List/, { data: { list: [] } }),
    api.query(/^List/, text('page 2'), { match: { variables: { page: 2 } } }),
    api.query('ListUsers', { data: { list: ['users'] } }),
    api.operation({ data: { any: true } }),
  ]
  const document = 'query A { a } query GetUser { user { id } } mutation M { m }'
  test.each([
    ['by its name', post({ query: QUERY }), ada],
    [
      'by operationName alone',
      post({ operationName: 'GetUser', extensions: { persistedQuery: { sha256Hash: 'x' } } }),
      ada,
    ],
    ['by operationName among several', post({ query: document, operationName: 'GetUser' }), ada],
    ['by its variables', post({ query: QUERY, variables: { id: 2 } }), bob],
    ['by its type', post({ query: 'mutation GetUser { user { id } }' }), { data: { is: 'a mutation' } }],
    ['by a RegExp', post({ query: 'query ListPosts { posts }' }), { data: { list: [] } }],
    ['by a name before a RegExp', post({ query: 'query ListUsers { users }' }), { data: { list: ['users'] } }],
    [
      'by a RegExp with a condition before a name',
      post({ query: 'query ListUsers { a }', variables: { page: 2 } }),
      'page 2',
    ],
    ['by its variables, which are an object', post({ query: QUERY, variables: 2, extensions: [] }), ada],
    ['by operation() if it is anonymous', post({ query: '{ user { id } }' }), { data: { any: true } }],
    ['by GET', get({ query: QUERY, variables: '{"id":2}' }), bob],
    ['with an empty operationName', post({ query: QUERY, operationName: '' }), ada],
    ['with __typename added by the client', post({ query: QUERY.replace('name', 'name __typename') }), ada],
  ] as const)('%s', async (_title, sent, expected) => {
    expect(await ask(routes, ...(sent as [string, RequestInit?]))).toEqual(expected)
  })

  test('by a persisted document, under each of the names that clients have for its id', async () => {
    const known = graphql('/graphql', { persisted: { abc: QUERY } })
    for (const body of [
      { extensions: { persistedQuery: { version: 1, sha256Hash: 'abc' } } },
      { query: 'abc' },
      { queryId: 'abc' },
      { id: 'abc' },
      { doc_id: 'abc' },
      { documentId: 'abc' },
    ]) {
      expect(await ask([known.query('GetUser', ada)], ...post(body))).toEqual(ada)
    }
    expect(await ask([known.query('GetUser', ada)], ...get({ documentId: 'abc' }))).toEqual(ada)
  })

  test('by a persisted AST, of which a resolver gets no text', async () => {
    const known = graphql('/graphql', { persisted: { abc: parse(QUERY) } })
    const stub = known.query('GetUser', ({ query, operationName }) => ({
      data: { query: query ?? null, operationName },
    }))
    expect(await ask([stub], ...post({ id: 'abc' }))).toEqual({ data: { query: null, operationName: 'GetUser' } })
  })

  test('by a resolver that changes the variables of its request, which the next one does not see', async () => {
    const routes = [
      api.query(
        'GetUser',
        ({ variables, next }) => {
          variables.id = 2
          return next()
        },
        { match: { variables: { id: 1 } } },
      ),
      api.query('GetUser', ({ variables }) => ({ data: { id: variables.id } })),
    ]
    expect(await ask(routes, ...post({ query: QUERY, variables: { id: 1 } }))).toEqual({ data: { id: 1 } })
  })

  test('in a multipart request, with its files in the variables', async () => {
    const form = new FormData()
    form.set(
      'operations',
      JSON.stringify({
        query: 'mutation Up($file: Upload!) { up(file: $file) }',
        variables: { file: null, all: [null] },
      }),
    )
    form.set('map', JSON.stringify({ 0: ['variables.file', 'variables.all.0'] }))
    form.set('0', new File(['abc'], 'a.txt'))
    const stub = api.mutation(
      'Up',
      async ({ variables }) => ({ data: { up: await (variables.file as File).text() } }),
      {
        match: { variables: { file: { name: 'a.txt' }, all: [exists()] } },
      },
    )
    expect(await ask([stub], URL, { method: 'POST', body: form })).toEqual({ data: { up: 'abc' } })
  })

  test('in a multipart request whose map names places that are not there', async () => {
    const form = new FormData()
    form.set('operations', JSON.stringify({ query: 'mutation Up { up }', variables: { file: null } }))
    form.set('map', JSON.stringify({ 0: 'variables.no', 1: ['no.file.at', 'variables.file.name'] }))
    form.set('0', new File(['abc'], 'a.txt'))
    const stub = api.mutation('Up', ({ variables }) => ({ data: { variables } }))
    expect(await ask([stub], URL, { method: 'POST', body: form })).toEqual({ data: { variables: { file: null } } })
  })

  test('by a document: an AST, a text, or a text with types', async () => {
    class TypedText extends String {}
    for (const document of [parse(QUERY), QUERY, new TypedText(QUERY)]) {
      expect(await ask([api.query(document as string, ada)], ...post({ query: QUERY }))).toEqual(ada)
    }
  })

  test('whatever the number of operations', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => api.query(`Query${index}`, { data: { index } }))
    const routes = [...many, api.operation({ data: { any: true } }), rest.all('/graphql', 'rest')]
    expect(await ask(routes, ...post({ query: 'query Query500 { a }' }))).toEqual({ data: { index: 500 } })
    expect(await ask(routes, ...post({ query: '{ a }' }))).toEqual({ data: { any: true } })
    expect(await ask(routes, ...post({ no: 'GraphQL' }))).toBe('rest')
  })
})

describe('results', () => {
  test.each([
    ['*/*', 'application/json'],
    ['application/json, application/graphql-response+json', 'application/json'],
    ['application/graphql-response+json, application/json;q=0.9', 'application/graphql-response+json; charset=utf-8'],
    ['application/json;q=0.5, application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
  ])('accept: %s is answered with %s', async (accept, type) => {
    const mocks = setupMocks([api.query('GetUser', ada)], { patch: false })
    const response = await mocks.fetch(...post({ query: QUERY }, { accept }))
    expect(response.headers.get('content-type')).toBe(type)
    expect(await response.json()).toEqual(ada)
  })

  test('replies with a name, responses, sequences and resolvers', async () => {
    expect(await ask([api.query('GetUser', text('out of order'))], ...post({ query: QUERY }))).toBe('out of order')
    expect(await ask([api.query('GetUser', status(500, { errors: [] }))], ...post({ query: QUERY }))).toEqual({
      errors: [],
    })
    expect(await ask([api.query('GetUser', new Response('own'))], ...post({ query: QUERY }))).toBe('own')
    expect(await ask([api.query('GetUser', networkError())], ...post({ query: QUERY }))).toBe('fetch failed')
    expect(await ask([api.query('GetUser', sequence(bob, ada))], ...post({ query: QUERY }))).toEqual(bob)
    const resolver = api.query('GetUser', ({ variables, operationName, query, request }) => ({
      data: { variables, operationName, query, method: request.method },
    }))
    expect(await ask([resolver], ...post({ query: QUERY, variables: { id: 7 } }))).toEqual({
      data: { variables: { id: 7 }, operationName: 'GetUser', query: QUERY, method: 'POST' },
    })
  })

  test('next() hands a request to the next stub of the operation', async () => {
    const routes = [
      api.query('GetUser', ({ next }) => next(), { match: { variables: { id: 1 } } }),
      api.query('GetUser', ada),
    ]
    expect(await ask(routes, ...post({ query: QUERY, variables: { id: 1 } }))).toEqual(ada)
  })

  test('a resolver with a wrong result fails its request', async () => {
    expect(await ask([api.query('GetUser', () => ({ user: 1 }) as never)], ...post({ query: QUERY }))).toBe(
      "graphql('/graphql').query('GetUser'): a result is an object with data or errors, got { user: 1 }\n\nWrite  graphql('/graphql').query('GetUser', { data: { user: 1 } })\n\n  graphql('/graphql').query('GetUser')",
    )
  })
})

describe('a match', () => {
  test('compares variables by their types, and extensions', async () => {
    const typed = [api.query('GetUser', ada, { match: { variables: { id: 1 }, extensions: { a: { b: exists() } } } })]
    expect(await ask(typed, ...post({ query: QUERY, variables: { id: 1 }, extensions: { a: { b: 1 } } }))).toEqual(ada)
    expect(await ask(typed, ...post({ query: QUERY, variables: { id: '1' }, extensions: { a: { b: 1 } } }))).toBe(
      `No stub answers query GetUser, POST https://api.test/graphql

Nearest: graphql('/graphql').query('GetUser')
  variables.id  expected 1
                received '1'

To answer it: graphql('/graphql').query('GetUser', { data: {} })
To let it reach the network: setupMocks(routes, { passthrough: ['https://api.test'] })`,
    )
  })

  test('as a function gets the request of its own operation, with its variables, its name and its document', async () => {
    const names: unknown[] = []
    const routes = [
      api.query('GetUser', ada, {
        match: (request) => {
          names.push([request.operationName, request.variables, request.query, request.headers.accept, request.method])
          return true
        },
      }),
    ]
    await ask(routes, ...post({ query: '{ other }' }, { accept: 'a' }))
    expect(names).toEqual([])
    await ask(routes, ...post({ query: QUERY, variables: { id: 3 } }, { accept: 'a' }))
    expect(names).toEqual([['GetUser', { id: 3 }, QUERY, 'a', 'POST']])
  })

  test('a stub of rest with its own method comes first', async () => {
    expect(await ask([api.query('GetUser', ada), rest.post('/graphql', 'rest')], ...post({ query: QUERY }))).toBe(
      'rest',
    )
    expect(await ask([rest.all('/graphql', 'rest'), api.query('GetUser', ada)], ...post({ query: QUERY }))).toEqual(ada)
  })
})

describe('the report on a miss', () => {
  const routes = [
    api.query('GetUsers', ada),
    api.mutation('CreateUser', ada),
    api.query('GetUser', ada, { match: { variables: { id: 5 } } }),
  ]
  test.each([
    [
      'names the nearest operation and the others',
      post({ query: 'query GetUserz { a }' }),
      `No stub answers query GetUserz, POST https://api.test/graphql

Nearest: graphql('/graphql').query('GetUsers')
  operation  expected query GetUsers
             received query GetUserz

Also declared: query GetUser, mutation CreateUser
To answer it: graphql('/graphql').query('GetUserz', { data: {} })`,
    ],
    [
      'an anonymous one',
      post({ query: '{ user posts a b }' }),
      `No stub answers query { user posts a … }, POST https://api.test/graphql`,
    ],
    [
      'several without an operationName',
      post({ query: 'query A { a } query B { b }' }),
      `No stub answers one of several operations, without an operationName, POST https://api.test/graphql`,
    ],
    [
      'an unknown operationName',
      post({ query: 'query A { a }', operationName: 'C' }),
      `No stub answers C, which its document lacks, POST https://api.test/graphql`,
    ],
    [
      'a mutation by GET',
      get({ query: 'mutation CreateUser { a }' }),
      `No stub answers mutation CreateUser by GET, GET https://api.test/graphql?query=`,
    ],
    [
      'an unknown hash',
      post({ id: 'abc' }),
      `No stub answers the unknown persisted document 'abc', POST https://api.test/graphql`,
    ],
    [
      'an unknown hash in the place of the document',
      post({ query: 'sha256:0a1b' }),
      `No stub answers the unknown persisted document 'sha256:0a1b', POST https://api.test/graphql`,
    ],
    [
      'an unknown queryId',
      post({ queryId: 'abc' }),
      `No stub answers the unknown persisted document 'abc', POST https://api.test/graphql`,
    ],
    [
      'a document that has no operation',
      post({ query: 'fragment F on User { id }' }),
      `No stub answers POST https://api.test/graphql`,
    ],
    [
      'another method, which carries no operation',
      [URL, { ...post({ query: QUERY })[1], method: 'PUT' }],
      `No stub answers PUT https://api.test/graphql`,
    ],
    [
      'a name without a document, whose type nobody knows',
      post({ operationName: 'No' }),
      `No stub answers operation No, POST https://api.test/graphql`,
    ],
    [
      'a subscription',
      post({ query: 'subscription S { a }' }),
      `To answer it: graphql('/graphql').subscription('S', { data: {} })`,
    ],
    [
      'an operation at another path',
      ['https://api.test/api/graphql', post({ query: QUERY })[1]],
      'path prefix  expected nothing',
    ],
  ] as const)('%s', async (_title, sent, expected) => {
    expect(await ask(routes, ...(sent as [string, RequestInit?]))).toContain(expected)
  })
})

describe('the report offered a stub that does not answer either', () => {
  const bySeveral = 'one of several operations, without an operationName'
  const withName = 'send it with the operationName of one of its operations'
  test.each<[operation: string, advice: string, request: [string, RequestInit?]]>([
    [bySeveral, withName, post({ query: 'query A { a } query B { b }' })],
    ['C, which its document lacks', withName, post({ query: 'query A { a }', operationName: 'C' })],
    ['mutation A by GET', 'send it by POST', get({ query: 'mutation A { a }' })],
  ])('%s', async (operation, advice, request) => {
    expect(
      await ask([api.query('A', ada)], ...request),
    ).toBe(`No stub answers ${operation}, ${request[1]?.method ?? 'GET'} ${request[0]}

Nearest: graphql('/graphql').query('A')
  operation  expected query A
             received ${operation}

To answer it: ${advice}
To let it reach the network: setupMocks(routes, { passthrough: ['https://api.test'] })`)
  })
})

describe('the report did not say why a stub of the operation does not answer', () => {
  const routes = [api.query('GetUser', ada)]
  const send = (body: string, type?: string): [string, RequestInit] => [
    URL,
    { method: 'POST', body: new TextEncoder().encode(body), ...(type && { headers: { 'content-type': type } }) },
  ]
  const sent = JSON.stringify({ query: QUERY })
  test.each<[what: string, request: [string, RequestInit], operation: string]>([
    ['JSON as a text', send(sent, 'text/plain'), 'query GetUser as text/plain'],
    ['the document alone', send(QUERY, 'application/graphql'), 'query GetUser as application/graphql'],
    ['a batch as a text', send(`[${sent}]`, 'text/plain'), 'query GetUser as text/plain'],
    ['without a content type', send(sent), 'query GetUser without a content type'],
  ])('%s', async (_what, request, operation) => {
    expect(await ask(routes, ...request)).toBe(`No stub answers ${operation}, POST ${URL}

Nearest: graphql('/graphql').query('GetUser')
  operation  expected query GetUser
             received ${operation}

To answer it: send it with the header content-type: application/json
To let it reach the network: setupMocks(routes, { passthrough: ['https://api.test'] })`)
  })

  test.each([send('hello', 'text/plain'), send('{"a":1}', 'text/plain'), send('{ [', 'text/plain')])(
    'a text that is no operation: %#',
    async (...request) => {
      expect(await ask(routes, ...request)).toContain(`No stub answers POST ${URL}`)
    },
  )

  test('a persisted document that is not known was offered as any operation', async () => {
    expect(await ask(routes, ...post({ query: 'abc' }))).toContain(
      "To answer it: graphql('/graphql', { persisted: { 'abc': document } })\n",
    )
  })
})

describe('refused where it is written', () => {
  test.each([
    [
      () => api.query('GetUser', { user: { id: 1 } } as never),
      "graphql('/graphql').query('GetUser'): a result is an object with data or errors, got { user: { id: 1 } }\n\nWrite  graphql('/graphql').query('GetUser', { data: { user: { id: 1 } } })",
    ],
    [
      () => api.query('GetUser', { extensions: {} }),
      "graphql('/graphql').query('GetUser'): a result is an object with data or errors, got { extensions: {} }",
    ],
    [
      () => api.query('GetUser', { data: null, error: 1 } as never),
      "graphql('/graphql').query('GetUser'): 'error' is not a member of a result; use data, errors or extensions",
    ],
    [
      () => api.query('GetUser', { data: 1 } as never),
      "graphql('/graphql').query('GetUser'): data is an object or null, not 1",
    ],
    [
      () => api.query('GetUser', { errors: [] }),
      "graphql('/graphql').query('GetUser'): errors is a list of objects with a message, not []",
    ],
    [
      () => api.query('query GetUser', ada),
      "graphql('/graphql').query('query GetUser'): it takes a name, a RegExp or a document\n\nWrite  graphql('/graphql').query('GetUser', …)",
    ],
    [
      () => api.query('{ user }', ada),
      "graphql('/graphql').query('{ user }'): the operation of the document has no name",
    ],
    [
      () => api.query('query A { a } query B { b }', ada),
      "graphql('/graphql').query('query A { a } query B { b }'): the document has one operation; this one has 2",
    ],
    [
      () => api.query('subscription A { a }', ada),
      "graphql('/graphql').query('subscription A { a }'): the document is a subscription\n\nWrite  graphql('/graphql').subscription(…)",
    ],
    [
      () => api.query('A', ada, { match: { variabels: {} } as never }),
      "graphql('/graphql').query('A'): 'variabels' is not a part of a match; use variables, extensions, queries, headers or cookies\n\nWrite  graphql('/graphql').query('A', …, { match: { variables: {} } })",
    ],
    [
      () => api.query('A', ada, { match: { body: {} } as never }),
      "graphql('/graphql').query('A'): 'body' is not a part of a match; use variables, extensions, queries, headers or cookies",
    ],
    [
      () => api.query('A', ada, { mach: {} } as never),
      "graphql('/graphql').query('A'): 'mach' is not a setting; use match, status, statusText, headers, delay or times\n\nWrite  graphql('/graphql').query('A', …, { match: {} })",
    ],
    [() => api.query(1 as never, ada), "graphql('/graphql').query(1): it takes a name, a RegExp or a document"],
    [
      () => api.mutation('fragment F on User { id }', ada),
      "graphql('/graphql').mutation('fragment F on User { id }'): the document has one operation; this one has none",
    ],
    [
      () => api.mutation(parse(QUERY), ada),
      "graphql('/graphql').mutation(…): the document is a query\n\nWrite  graphql('/graphql').query(…)",
    ],
    [
      () => api.query(parse('fragment F on User { id } { user { ...F } }'), ada),
      "graphql('/graphql').query(…): the operation of the document has no name",
    ],
    [
      () => api.query(/^Get/, { user: 1 } as never),
      "graphql('/graphql').query(/^Get/): a result is an object with data or errors, got { user: 1 }\n\nWrite  graphql('/graphql').query(/^Get/, { data: { user: 1 } })",
    ],
    [
      () => api.operation({ user: 1 } as never),
      "graphql('/graphql').operation(): a result is an object with data or errors, got { user: 1 }\n\nWrite  graphql('/graphql').operation({ data: { user: 1 } })",
    ],
    [
      () => api.operation(ada, { mach: {} } as never),
      "graphql('/graphql').operation(): 'mach' is not a setting; use match, status, statusText, headers, delay or times\n\nWrite  graphql('/graphql').operation(…, { match: {} })",
    ],
    [
      () => api.query('GetUser', { errors: [{ path: [] }] } as never),
      "graphql('/graphql').query('GetUser'): errors is a list of objects with a message, not [{ path: [] }]",
    ],
    [
      () => api.query('GetUser', { data: null, extensions: 1 } as never),
      "graphql('/graphql').query('GetUser'): extensions is an object, not 1",
    ],
    [
      () => api.subscription('S', [{ data: {} }, { no: 1 }] as never),
      "graphql('/graphql').subscription('S'): a result is an object with data or errors, got { no: 1 }",
    ],
    [() => graphql('graphql'), "graphql('graphql'): "],
    [() => graphql(/graphql/ as never), 'graphql(/graphql/): it takes a path or a URL'],
    [
      () => graphql('/graphql', { schema: 'type Query { a: Int }' } as never),
      "graphql: schema is schema() of mynah/graphql-schema, not 'type Query { a: Int }'",
    ],
    [
      () => graphql('/graphql', { persisted: { abc: 'GetUser' } }),
      "graphql: persisted is an object of documents, not { abc: 'GetUser' }",
    ],
    [
      () => graphql('/graphql', { schema: schema('type Query { a: Int }'), requests: 'warning' as never }),
      "graphql: requests is one of 'error', 'warn', 'off', not 'warning'",
    ],
    [
      () => graphql('/graphql', { schema: schema('type Query { a: Int }'), ignore: { 'query A': ' ' } }),
      "graphql: ignore is an object of operations and reasons, not { 'query A': ' ' }",
    ],
    [
      () => graphql('/graphql', { scheme: 1 } as never),
      "graphql: 'scheme' is not an option; use schema, persisted, websocket, requests, responses or ignore",
    ],
    [
      () => setupMocks([api.query('A', ada), api.query('A', bob)]),
      "graphql('/graphql').query('A') can never answer: an earlier stub for the same route answers every request.",
    ],
  ])('%s', (declare, message) => {
    expect(declare).toThrow(message)
  })

  test('circular data', () => {
    const data: Record<string, unknown> = {}
    data.self = data
    expect(() => api.query('A', { data })).toThrow(
      "graphql('/graphql').query('A'): the result cannot be sent as JSON: it is circular, at data.self",
    )
  })
})

describe('the journal', () => {
  test('knows the operation of each call, and filters by it', async () => {
    const mocks = setupMocks([api.operation({ data: {} }), rest.get('/users', [])], { patch: false })
    mocks()
    await mocks.fetch(...post({ query: QUERY, variables: { id: 1 } }))
    await mocks.fetch(...post({ query: 'mutation M { m }' }))
    await mocks.fetch('https://api.test/users')
    expect(mocks.calls().map(({ operation }) => operation)).toEqual([
      { type: 'query', name: 'GetUser', variables: { id: 1 } },
      { type: 'mutation', name: 'M', variables: {} },
      undefined,
    ])
    expect(mocks.calls('query GetUser')).toHaveLength(1)
    expect(mocks.calls('query M')).toHaveLength(0)
    expect(mocks.calls({ operation: 'query GetUser', match: { variables: { id: 1 } } })).toHaveLength(1)
    expect(mocks.calls({ operation: 'query GetUser', match: { variables: { id: 2 } } })).toHaveLength(0)
    expect(mocks.calls('GET /users')).toHaveLength(1)
    expect(mocks.calls('POST /graphql')).toHaveLength(2)
    mocks.stop()
  })
})

describe('subscriptions', () => {
  const SUBSCRIPTION = post({ query: 'subscription OnMessage { message }' }).at(1) as RequestInit
  const stub = api.subscription('OnMessage', [{ data: { message: 1 } }, { data: { message: 2 } }])
  const EVENTS = `event: next\ndata: {"data":{"message":1}}\n\nevent: next\ndata: {"data":{"message":2}}\n\nevent: complete\ndata: \n\n`
  const PART = '\r\n--graphql\r\ncontent-type: application/json\r\n\r\n'
  const PARTS = `${PART}{"payload":{"data":{"message":1}}}${PART}{"payload":{"data":{"message":2}}}\r\n--graphql--\r\n`
  async function* generated() {
    yield { data: { message: 1 } }
    yield { data: { message: 2 } }
  }
  test.each([
    ['text/event-stream', EVENTS, stub],
    ['multipart/mixed;subscriptionSpec=1.0, application/json', PARTS, stub],
    ['multipart/mixed, text/event-stream', EVENTS, stub],
    ['*/*', EVENTS, stub],
    ['text/event-stream', EVENTS, api.subscription('OnMessage', generated())],
    ['text/event-stream', EVENTS, api.subscription('OnMessage', () => generated())],
    [
      'text/event-stream',
      'event: next\ndata: {"data":{"message":1}}\n\nevent: complete\ndata: \n\n',
      api.subscription('OnMessage', { data: { message: 1 } }),
    ],
    [
      'multipart/mixed;subscriptionSpec=1.0',
      `${PART}{"payload":{"data":{"message":1}}}\r\n--graphql--\r\n`,
      api.subscription('OnMessage', sequence({ data: { message: 1 } }, { data: { message: 2 } })),
    ],
    ['text/event-stream', EVENTS, api.subscription('OnMessage', { [Symbol.asyncIterator]: generated })],
    ['text/event-stream', 'gone', api.subscription('OnMessage', text('gone'))],
  ])('accept: %s', async (accept, expected, route) => {
    const headers = { 'content-type': 'application/json', accept }
    expect(await ask([route], URL, { ...SUBSCRIPTION, headers })).toBe(expected)
  })

  test('a client that takes neither fails, and so does its test', async () => {
    const sent = post({ query: 'subscription OnMessage { message }' }, { accept: 'application/json' })
    expect(await ask([stub], ...sent)).toBe(
      "The client of subscription OnMessage accepts 'application/json'; a subscription is sent as text/event-stream or multipart/mixed",
    )
  })

  test('operation() takes none, and a networkError() among the results breaks the connection', async () => {
    const sent = post({ query: 'subscription OnMessage { message }' }, { accept: 'text/event-stream' })
    expect(await ask([api.operation({ data: {} })], ...sent)).toContain(
      'operation  expected every operation\n             received subscription OnMessage',
    )
    expect(await ask([api.subscription('OnMessage', [{ data: {} }, networkError()])], ...sent)).toBe('terminated')
  })

  test('a query whose client takes events alone is one event', async () => {
    expect(await ask([api.query('GetUser', ada)], ...post({ query: QUERY }, { accept: 'text/event-stream' }))).toBe(
      `event: next\ndata: ${JSON.stringify(ada)}\n\nevent: complete\ndata: \n\n`,
    )
  })
})

describe('a schema', () => {
  const SDL =
    'type Query { user(id: ID): User } type User { id: ID! name: String! email: String } type Subscription { user: User }'
  const checked = graphql('/graphql', { schema: schema(SDL) })

  test('completes what is sent', async () => {
    expect(
      await ask(
        [checked.query('GetUser', { data: { user: { id: 1, name: 'Ada', age: 3 } } })],
        ...post({ query: QUERY }),
      ),
    ).toEqual({
      data: { user: { id: '1', name: 'Ada' } },
    })
  })

  test('fails a request and its test if the result, or the request, breaks it', async () => {
    const routes = [checked.query('GetUser', { data: { user: { id: 1 } } })]
    expect(await ask(routes, ...post({ query: QUERY }))).toBe(`query GetUser has a result that breaks the schema

  user.name  expected String!  received nothing

  graphql('/graphql').query('GetUser')
To skip this check: graphql(…, { ignore: { 'query GetUser': 'reason' } })`)
    expect(await ask(routes, ...post({ query: 'query GetUser { user { nam } }' }))).toContain(
      'query GetUser breaks the schema\n\n  Cannot query field "nam" on type "User". Did you mean "name"?',
    )
  })

  test('refuses a payload that is declared with its document', () => {
    expect(() => checked.query(QUERY, { data: { user: { id: 1, name: null } } })).toThrow(
      "graphql('/graphql').query('GetUser', …): the result breaks the schema\n\n  user.name  expected String!  received null\n\nTo skip this check: graphql(…, { ignore: { 'query GetUser': 'reason' } })",
    )
    expect(() => checked.query('query A { no }', { data: { no: 1 } })).toThrow(
      'the document breaks the schema\n\n  Cannot query field "no" on type "Query".',
    )
    expect(() => checked.query(QUERY, { data: { user: null } })).not.toThrow()
  })

  test('ignores an operation for a reason', async () => {
    const api = graphql('/graphql', { schema: schema(SDL), ignore: { 'query GetUser': 'the server omits it' } })
    expect(await ask([api.query('GetUser', { data: { user: {} } })], ...post({ query: QUERY }))).toEqual({
      data: { user: {} },
    })
  })

  const WRONG = { data: { user: { id: 1 } } }
  const BREAKS = 'query GetUser has a result that breaks the schema\n\n  user.name  expected String!  received nothing'
  const REFUSED = 'query GetUser breaks the schema\n\n  Cannot query field "no" on type "User".'
  test.each([
    [{ responses: 'warn' }, QUERY, WRONG, BREAKS],
    [{ responses: 'off' }, QUERY, WRONG, undefined],
    [{ requests: 'warn' }, 'query GetUser { user { no } }', ada, REFUSED],
    [{ requests: 'off' }, 'query GetUser { user { no } }', ada, undefined],
    [{ ignore: { 'query GetUser': 'a reason' } }, 'query GetUser { user { no } }', ada, undefined],
  ] as const)('with %j', async (options, query, result, warning) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const lenient = graphql('/graphql', { schema: schema(SDL), ...options })
    const sent = await ask([lenient.query('GetUser', result)], ...post({ query }))
    const warnings = warn.mock.calls.map(([message]) => String(message))
    warn.mockRestore()
    expect(sent).toEqual(result)
    expect(warnings).toEqual(warning === undefined ? [] : [expect.stringContaining(warning)])
  })

  test('warns where a result is declared with its document', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    graphql('/graphql', { schema: schema(SDL), responses: 'warn' }).query(QUERY, WRONG)
    const warnings = warn.mock.calls.map(([message]) => message)
    warn.mockRestore()
    expect(warnings).toEqual([
      "graphql('/graphql').query('GetUser', …): the result breaks the schema\n\n  user.name  expected String!  received nothing\n\nTo skip this check: graphql(…, { ignore: { 'query GetUser': 'reason' } })",
    ])
  })

  test('checks a request of which only the name is known by the document of its stub, and an anonymous one by its own', async () => {
    const persisted = post({ operationName: 'GetUser', id: 'unknown' })
    expect(await ask([checked.query(QUERY, () => WRONG)], ...persisted)).toContain('operation GetUser has a result')
    expect(await ask([checked.query('GetUser', WRONG)], ...persisted)).toEqual(WRONG)
    expect(await ask([checked.operation(WRONG)], ...post({ query: '{ user { name } }' }))).toContain(
      'every operation has a result that breaks the schema',
    )
    expect(await ask([checked.query(QUERY, networkError())], ...post({ query: QUERY }))).toBe('fetch failed')
  })

  test('checks each result of a subscription', async () => {
    const route = checked.subscription('S', [{ data: { user: null } }, { data: {} }])
    const sent = post({ query: 'subscription S { user { id } }' }, { accept: 'text/event-stream' })
    expect(await ask([route], ...sent)).toContain('user  expected User  received nothing; write null')
  })
})
