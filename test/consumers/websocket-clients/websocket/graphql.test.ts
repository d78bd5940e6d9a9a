import assert from 'node:assert/strict'
import { ApolloClient, gql, InMemoryCache } from '@apollo/client/core'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { type Client, type ClientOptions, createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { test } from './runner.ts'
import { type Endpoint, mockGraphql, serveGraphql } from './serve-graphql.ts'

type Note = (...event: unknown[]) => void
type Play = (url: string, note: Note) => Promise<void>

interface Expected {
  /** How many notes of the other end there are: it may learn of an end after its client. */
  readonly notes?: number
  /** What the mocks fail their test with. */
  readonly failure?: RegExp
}

/** Plays the same against a server of graphql-ws on loopback, and against stubs. Returns what was seen. */
async function assertSame(play: Play, { notes = 0, failure }: Expected = {}): Promise<readonly unknown[]> {
  const real = await record(await serveGraphql(), play, notes)
  const mocked = mockGraphql()
  const seen = await record(mocked, play, notes, () => {
    if (failure) assert.throws(() => mocked.mocks.verify(), failure)
    else mocked.mocks.verify()
  })
  assert.deepEqual(seen, real)
  return seen
}

async function record(
  { url, noted, close }: Endpoint,
  play: Play,
  notes: number,
  verify = () => {},
): Promise<readonly unknown[]> {
  const events: unknown[] = []
  // A mocked connection does not keep the process open.
  const open = setTimeout(() => {}, 60_000)
  try {
    await play(url, (...event) => events.push(event))
    while (noted.length < notes) await new Promise((resolve) => setTimeout(resolve, 10))
    verify()
    return [...events, ...noted]
  } finally {
    clearTimeout(open)
    close()
  }
}

const INIT = '{"type":"connection_init"}'
const USER = 'query GetUser($id: ID!) { user(id: $id) { id name } }'
const COUNT = 'subscription Count($to: Int!) { count(to: $to) }'
const FOREVER = 'subscription Forever { forever }'
const WAITING = 'subscription Waiting { waiting }'

function subscribe(id: string, query: string, variables?: object): string {
  return JSON.stringify({ id, type: 'subscribe', payload: { query, variables } })
}

/** Sends each text when `until` messages have come before it; notes all messages and the end. */
function playTexts(...steps: readonly (readonly [until: number, text: string])[]): Play {
  return (url, note) => {
    const client = new WebSocket(url, 'graphql-transport-ws')
    let [count, sent] = [0, 0]
    const next = () => {
      for (let step = steps[sent]; step && step[0] <= count; step = steps[sent]) {
        sent++
        if (step[1] === 'close') client.close(1000, 'done')
        else client.send(step[1])
      }
    }
    client.on('open', next)
    client.on('message', (data) => {
      count++
      note(JSON.parse(String(data)))
      next()
    })
    return new Promise((resolve) => {
      client.on('close', (code, reason) => {
        note('close', code, String(reason))
        resolve()
      })
    })
  }
}

test('graphql-transport-ws: ping and pong, a query, a mutation and errors in a result', () =>
  assertSame(
    playTexts(
      [0, '{"type":"ping","payload":{"a":1}}'],
      [0, INIT],
      [2, '{"type":"ping"}'],
      [2, '{"type":"pong"}'],
      [3, subscribe('a', USER, { id: '1' })],
      [5, subscribe('a', 'mutation Rename($name: String!) { rename(name: $name) { id name } }', { name: 'Bob' })],
      [7, subscribe('b', 'query Broken { broken { id } }')],
      [9, subscribe('c', COUNT, { to: 3 })],
      [13, 'close'],
    ),
  ))

test('graphql-transport-ws: the client completes a subscription, and its id is free again', async () => {
  const seen = await assertSame(
    playTexts(
      [0, INIT],
      [1, subscribe('a', FOREVER)],
      [2, '{"id":"a","type":"complete"}'],
      [2, '{"id":"unknown","type":"complete"}'],
      [2, subscribe('a', USER, { id: '2' })],
      [4, 'close'],
    ),
    { notes: 1 },
  )
  assert.equal(seen.at(-1), 'returned')
})

for (const [end, ...texts] of [
  ['completes', '{"id":"a","type":"complete"}', 'close'],
  ['closes', 'close'],
] as const) {
  test(`graphql-transport-ws: the client ${end} while an iterator waits for its next result`, async () => {
    const steps = texts.map((text) => [2, text] as const)
    const seen = await assertSame(playTexts([0, INIT], [1, subscribe('a', WAITING)], ...steps), { notes: 3 })
    assert.deepEqual(seen.slice(-3), ['next', 'next', 'return'])
  })
}

test('graphql-transport-ws: the client closes in the middle of a subscription', () =>
  assertSame(playTexts([0, INIT], [1, subscribe('a', FOREVER)], [2, 'close']), { notes: 1 }))

test('graphql-transport-ws: several subscriptions on one socket', async () => {
  const seen = await assertSame(async (url, note) => {
    const byId: Record<string, unknown[]> = {}
    await playTexts([0, INIT], ...['a', 'b', 'c'].map((id, at) => [1, subscribe(id, COUNT, { to: at + 2 })] as const), [
      13,
      'close',
    ])(url, (message) => {
      const { id = '', ...others } = message as { id?: string }
      byId[id] = [...(byId[id] ?? []), others]
    })
    note(byId)
  })
  assert.equal(seen.length, 1)
})

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'a text that is no JSON': ['{'],
  'a list': ['[]'],
  'an unknown type': ['{"type":"start"}'],
  'a payload of connection_init that is no object': ['{"type":"connection_init","payload":1}'],
  'a subscription before connection_init': [subscribe('a', USER)],
  'connection_init twice': [INIT, INIT],
  'an id twice': [INIT, subscribe('a', FOREVER), subscribe('a', USER)],
  'a subscription without an id': [INIT, '{"type":"subscribe","payload":{"query":"{ a }"}}'],
  'an empty id': [INIT, subscribe('', USER)],
  'a subscription without a query': [INIT, '{"id":"a","type":"subscribe","payload":{}}'],
  'variables that are no object': [INIT, '{"id":"a","type":"subscribe","payload":{"query":"{ a }","variables":[1]}}'],
  'an operationName that is no text': [
    INIT,
    '{"id":"a","type":"subscribe","payload":{"query":"{ a }","operationName":1}}',
  ],
  'complete without an id': [INIT, '{"type":"complete"}'],
  'next from the client': [INIT, '{"id":"a","type":"next","payload":{}}'],
  'connection_ack from the client': [INIT, '{"type":"connection_ack"}'],
}

for (const [what, texts] of Object.entries(REFUSED)) {
  test(`graphql-transport-ws: ${what} closes the connection`, async (context) => {
    // The server prints what it does not expect.
    if ('mock' in context) context.mock.method(console, 'error', () => {})
    await assertSame(playTexts(...texts.map((text, at) => [at > 0 && texts[0] === INIT ? 1 : 0, text] as const)))
  })
}

test('graphql-transport-ws: a client without connection_init is closed after three seconds', () =>
  assertSame(playTexts()))

for (const protocols of [[], ['graphql-ws'], ['graphql-ws', 'graphql-transport-ws']]) {
  test(`graphql-transport-ws: a client that offers ${JSON.stringify(protocols)}`, () =>
    assertSame(
      (url, note) => {
        const client = new WebSocket(url, protocols)
        client.on('error', () => note('error'))
        client.on('open', () => {
          note('open', client.protocol)
          if (client.protocol) client.close()
        })
        return new Promise((resolve) => {
          client.on('close', (code, reason) => {
            note('close', code, String(reason))
            resolve()
          })
        })
      },
      protocols.length > 1 ? {} : { failure: /the client asks for/ },
    ))
}

/** Notes what a client of graphql-ws receives of an operation. */
async function noteAll(client: Client, note: Note, query: string, variables?: Record<string, unknown>): Promise<void> {
  for await (const result of client.iterate({ query, variables })) note(query.slice(0, 12), result)
}

function withClient(act: (client: Client, note: Note) => Promise<void>, options: Partial<ClientOptions> = {}): Play {
  return async (url, note) => {
    const closed: Promise<void>[] = []
    const client = createClient({ url, webSocketImpl: WebSocket, retryAttempts: 0, ...options })
    client.on('connected', () => {
      note('connected')
      closed.push(new Promise((resolve) => client.on('closed', () => resolve())))
    })
    client.on('closed', (event) => note('closed', (event as CloseEvent).code, (event as CloseEvent).reason))
    await act(client, note)
    await client.dispose()
    await Promise.all(closed)
  }
}

test('the client of graphql-ws: each kind of operation', () =>
  assertSame(
    withClient(async (client, note) => {
      await noteAll(client, note, USER, { id: '1' })
      await noteAll(client, note, 'query Broken { broken { id } }')
      await noteAll(client, note, COUNT, { to: 2 })
      await Promise.all([1, 2, 3].map((to) => noteAll(client, () => note('one'), COUNT, { to })))
    }),
  ))

test('the client of graphql-ws: it leaves a subscription', async () => {
  const seen = await assertSame(
    withClient(
      async (client, note) => {
        for await (const result of client.iterate({ query: FOREVER })) {
          note(result)
          break
        }
      },
      { lazy: false, onNonLazyError: () => {} },
    ),
    { notes: 1 },
  )
  assert.equal(seen.at(-1), 'returned')
})

test('the client of graphql-ws: connectionParams', async () => {
  const seen = await assertSame(
    withClient(
      async (client, note) => {
        const query = 'query Params { user(id: 1) { id name } }'
        for await (const result of client.iterate({ query, operationName: 'Params', variables: { id: '1' } }))
          note(result)
      },
      { connectionParams: async () => ({ token: 'abc' }) },
    ),
    { notes: 1 },
  )
  assert.deepEqual(seen.at(-1), { token: 'abc' })
})

test('the client of graphql-ws: a lost connection, which it opens again', () =>
  assertSame(
    withClient((client, note) => noteAll(client, note, 'subscription Lost { lost }'), {
      retryAttempts: 3,
      retryWait: async () => {},
    }),
  ))

test("Apollo's GraphQLWsLink: queries, mutations and subscriptions", () =>
  assertSame(async (url, note) => {
    const connection = createClient({ url, webSocketImpl: WebSocket, retryAttempts: 0 })
    const client = new ApolloClient({ link: new GraphQLWsLink(connection), cache: new InMemoryCache() })
    const user = gql`query GetUser($id: ID!) { user(id: $id) { id name } }`
    note(await client.query({ query: user, variables: { id: '1' }, fetchPolicy: 'no-cache' }))
    const rename = gql`mutation Rename($name: String!) { rename(name: $name) { id name } }`
    note(await client.mutate({ mutation: rename, variables: { name: 'Bob' }, fetchPolicy: 'no-cache' }))
    const broken = gql`query Broken { broken { id } }`
    await client.query({ query: broken, fetchPolicy: 'no-cache' }).catch((error) => note(String(error)))
    await new Promise<void>((resolve, reject) => {
      client
        .subscribe({ query: gql`subscription Count($to: Int!) { count(to: $to) }`, variables: { to: 3 } })
        .subscribe({ next: (result) => note(result), error: reject, complete: () => resolve() })
    })
    await connection.dispose()
  }))

test('an operation without a stub is an error of its own, and fails the test with the report', async () => {
  const { url, mocks, close } = mockGraphql()
  try {
    const client = createClient({ url, webSocketImpl: WebSocket, retryAttempts: 0 })
    const asked = noteAll(client, () => {}, 'query GetUsers { users { id } }')
    const report =
      /^No stub answers query GetUsers, POST http:\/\/api\.test\/graphql\n\nNearest: graphql\('\/graphql'\)\./
    await assert.rejects(asked, ([{ message }]: { message: string }[]) => report.test(message ?? ''))
    // The connection is still there for the others.
    await noteAll(client, () => {}, USER, { id: '1' })
    assert.throws(() => mocks.verify(), { message: report })
    await client.dispose()
  } finally {
    close()
  }
})
