import { EventEmitter, once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { graphql } from '../../../src/entries/graphql.ts'
import {
  type Mocks,
  networkError,
  passthrough,
  rest,
  type Stub,
  setupMocks,
  status,
  text,
} from '../../../src/entries/index.ts'
import { connections, websocket } from '../../../src/entries/websocket.ts'

const api = graphql('/graphql', { websocket })

function start(...routes: Stub[]): Mocks {
  const mocks = setupMocks(routes)
  mocks.start()
  onTestFinished(() => {
    mocks.reset({ failures: true })
    mocks.stop()
  })
  return mocks
}

interface Open {
  /** Sends messages. */
  send(...messages: unknown[]): void
  /** Returns the next messages. */
  take(count: number): Promise<unknown[]>
  readonly closed: Promise<[code: number, reason: string]>
  readonly client: WebSocket
}

async function open(protocols: string[] = ['graphql-transport-ws'], path = '/graphql'): Promise<Open> {
  const client = new WebSocket(`ws://api.test${path}`, protocols)
  const received: unknown[] = []
  client.on('message', (data) => received.push(JSON.parse(String(data))))
  const closed = once(client, 'close').then(([code, reason]): [number, string] => [code, String(reason)])
  await once(client, 'open')
  return {
    send(...messages) {
      for (const message of messages) client.send(typeof message === 'string' ? message : JSON.stringify(message))
    },
    async take(count) {
      while (received.length < count) await once(client, 'message')
      return received.splice(0, count)
    },
    closed,
    client,
  }
}

const INIT = { type: 'connection_init' }
const ACK = { type: 'connection_ack' }

function subscribe(query: string, id = '1', rest: object = {}): object {
  return { id, type: 'subscribe', payload: { query, ...rest } }
}

test('a subscription, a query and a mutation over one socket', async () => {
  const mocks = start(
    api.subscription('OnCount', [{ data: { count: 1 } }, { data: { count: 2 } }]),
    api.query('GetUser', ({ variables }) => ({ data: { user: variables.id } })),
    api.mutation('Save', { data: null, errors: [{ message: 'No' }] }),
  )
  const socket = await open()
  socket.send(INIT)
  expect(await socket.take(1)).toEqual([ACK])
  socket.send(subscribe('subscription OnCount { count }'))
  expect(await socket.take(3)).toEqual([
    { id: '1', type: 'next', payload: { data: { count: 1 } } },
    { id: '1', type: 'next', payload: { data: { count: 2 } } },
    { id: '1', type: 'complete' },
  ])
  socket.send(subscribe('query GetUser($id: ID) { user(id: $id) }', '2', { variables: { id: 'a' } }))
  expect(await socket.take(2)).toEqual([
    { id: '2', type: 'next', payload: { data: { user: 'a' } } },
    { id: '2', type: 'complete' },
  ])
  socket.send(subscribe('mutation Save { save }', '3'))
  expect(await socket.take(2)).toEqual([
    { id: '3', type: 'next', payload: { data: null, errors: [{ message: 'No' }] } },
    { id: '3', type: 'complete' },
  ])
  expect(mocks.calls().map(({ operation, request }) => operation?.name ?? request.method)).toEqual([
    'GET',
    'OnCount',
    'GetUser',
    'Save',
  ])
  expect(mocks.calls()[0]?.messages).toHaveLength(12)
})

test('a result of a subscription whose text has a U+2028 failed with a SyntaxError', async () => {
  const payload = { data: { note: 'a\u2028b\u2029c' } }
  start(api.subscription('S', [payload]))
  const socket = await open()
  socket.send(INIT, subscribe('subscription S { note }'))
  expect(await socket.take(3)).toEqual([ACK, { id: '1', type: 'next', payload }, { id: '1', type: 'complete' }])
  socket.client.close()
  await socket.closed
})

test('a list of subscriptions runs at once, and one that the client completes returns', async () => {
  let returned = 0
  async function* endless() {
    try {
      for (let count = 1; ; count++) {
        yield { data: { count } }
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    } finally {
      returned++
    }
  }
  start(api.subscription('A', endless), api.subscription('B', [{ data: { b: 1 } }]))
  const socket = await open()
  socket.send(INIT)
  await socket.take(1)
  socket.send(subscribe('subscription A { count }', 'a'), subscribe('subscription B { b }', 'b'))
  const seen = await socket.take(6)
  expect(seen).toContainEqual({ id: 'b', type: 'complete' })
  socket.send({ id: 'a', type: 'complete' })
  await vi.waitFor(() => expect(returned).toBe(1))
  socket.client.close()
  await socket.closed
})

test('an iterator that waited for its next result learnt that the client had completed only with that result', async () => {
  const seen = new EventEmitter()
  const [waiting, returned] = [once(seen, 'next'), once(seen, 'return')]
  const endless = {
    [Symbol.asyncIterator]: () => ({
      next() {
        seen.emit('next')
        return new Promise<never>(() => {})
      },
      async return() {
        seen.emit('return')
        return { done: true as const, value: undefined }
      },
    }),
  }
  start(api.subscription('A', () => endless))
  const socket = await open()
  socket.send(INIT, subscribe('subscription A { count }', 'a'))
  await waiting
  socket.send({ id: 'a', type: 'complete' })
  await returned
})

test('the undo of the override that alone declared an endpoint leaves its connections open: the next operation has no stub', async () => {
  const mocks = start()
  const undo = mocks.use(api.query('A', { data: { a: 1 } }))
  const socket = await open()
  socket.send(INIT, subscribe('query A { a }', 'first'))
  await socket.take(3)
  undo()
  expect(connections(mocks)).toHaveLength(1)
  socket.send(subscribe('query A { a }', 'second'))
  expect(await socket.take(1)).toMatchObject([{ id: 'second', type: 'error' }])
  expect(() => mocks.verify()).toThrow('No stub answers POST http://api.test/graphql')
  mocks.reset({ failures: true })
  expect(await socket.closed).toEqual([1001, ''])
})

test('an operation that no stub answers is an error of its own, and fails the test', async () => {
  const mocks = start(api.query('GetUser', { data: { user: null } }))
  const socket = await open()
  socket.send(INIT, subscribe('query GetUsers { users }'))
  const [, { id, type, payload }] = (await socket.take(2)) as [unknown, Record<string, unknown>]
  const report = `No stub answers query GetUsers, POST http://api.test/graphql

Nearest: graphql('/graphql').query('GetUser')  test/websocket/graphql/transport.test.ts:74
  operation  expected query GetUser
             received query GetUsers

To answer it: graphql('/graphql').query('GetUsers', { data: {} })
To let it reach the network: setupMocks(routes, { passthrough: ['http://api.test'] })`
  const withoutLine = (text: unknown) => String(text).replace(/\.ts:\d+/, '.ts')
  expect({ id, type }).toEqual({ id: '1', type: 'error' })
  expect(withoutLine((payload as { message: string }[])[0]?.message)).toBe(withoutLine(report))
  expect(withoutLine(thrownBy(() => mocks.verify()))).toBe(`UnmatchedRequestError: ${withoutLine(report)}`)
})

function thrownBy(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}

test('what else an operation can come to', async () => {
  const mocks = start(
    api.query('Thrown', () => {
      throw new Error('No user')
    }),
    api.query('Text', text('{"data":{"a":1}}')),
    api.query('Own', () => Response.json({ data: { b: 2 } })),
    api.query('Failed', status(503)),
    api.query('Passing', passthrough()),
    api.query('Once', { data: { once: 1 } }, { times: 1, delay: 5 }),
  )
  const socket = await open()
  socket.send(INIT)
  await socket.take(1)
  const ask = async (name: string, count = 2) => {
    socket.send(subscribe(`query ${name} { a }`, name))
    return socket.take(count)
  }
  const result = (id: string, payload: object) => [
    { id, type: 'next', payload },
    { id, type: 'complete' },
  ]
  const failed = (id: string, message: string) => [{ id, type: 'error', payload: [{ message }] }]
  expect(await ask('Text')).toEqual(result('Text', { data: { a: 1 } }))
  expect(await ask('Own')).toEqual(result('Own', { data: { b: 2 } }))
  expect(await ask('Once')).toEqual(result('Once', { data: { once: 1 } }))
  mocks.verify()
  expect(await ask('Thrown', 1)).toEqual(failed('Thrown', 'No user'))
  expect(() => mocks.verify()).toThrow('No user')
  expect(await ask('Failed', 1)).toEqual(failed('Failed', 'The answer is no result: 503 Service Unavailable'))
  mocks.reset({ failures: true })
  expect(await socket.closed).toEqual([1001, ''])
})

test('an operation that passes through has no server to reach, and fails the test', async () => {
  const mocks = start(api.query('Passing', passthrough()))
  const socket = await open()
  socket.send(INIT, subscribe('query Passing { a }'))
  expect(await socket.closed).toEqual([1011, ''])
  expect(() => mocks.verify()).toThrow(
    'An operation over a mocked WebSocket cannot pass through: no server is behind the connection',
  )
})

test('a network error breaks the connection', async () => {
  start(api.query('Lost', networkError()))
  const socket = await open()
  socket.send(INIT, subscribe('query Lost { a }'))
  expect(await socket.closed).toEqual([1006, ''])
})

test('an override answers over a connection from before, and its undo ends what it has not answered', async () => {
  const mocks = start(api.query('A', { data: { a: 1 } }))
  const socket = await open()
  socket.send(INIT)
  await socket.take(1)
  const undo = mocks.use(api.query('A', { data: { a: 2 } }, { delay: Number.POSITIVE_INFINITY }))
  socket.send(subscribe('query A { a }', 'first'))
  await vi.waitFor(() => expect(mocks.calls()).toHaveLength(2))
  undo()
  expect(await socket.take(1)).toMatchObject([{ id: 'first', type: 'error' }])
  socket.send(subscribe('query A { a }', 'second'))
  expect(await socket.take(2)).toMatchObject([{ payload: { data: { a: 1 } } }, { type: 'complete' }])
})

test('a handshake is answered whatever the operations ask for', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `Query${at}`)
  const mocks = start(
    ...names.map((name) => api.query(name, { data: {} }, { match: { headers: { authorization: 'a' } }, times: 1 })),
  )
  const socket = await open()
  socket.send(INIT)
  expect(await socket.take(1)).toEqual([ACK])
  expect(String(mocks.calls()[0]?.stub)).toMatch(
    /^rest\.get\('\/graphql'\) {2}test\/websocket\/graphql\/transport\.test\.ts:\d+$/,
  )
  expect(connections(mocks)).toHaveLength(1)
})

test('a stub of the path with its own method comes first', async () => {
  start(api.query('A', { data: {} }), rest.get('/graphql', websocket({ open: ({ send }) => send({ type: 'mine' }) })))
  const socket = await open()
  expect(await socket.take(1)).toEqual([{ type: 'mine' }])
})

test('what the client sends when it connects can be asserted on, and is in the body of each operation', async () => {
  const mocks = start(api.query('A', ({ request: { body } }) => ({ data: body as object })))
  const socket = await open()
  socket.client.send(Buffer.from(JSON.stringify({ ...INIT, payload: { token: 'abc' } })))
  await socket.take(1)
  socket.send(subscribe('query A { a }'))
  expect((await socket.take(2))[0]).toMatchObject({ payload: { data: { connectionParams: { token: 'abc' } } } })
  const { headers, method } = mocks.calls('query A')[0]?.request ?? {}
  expect(method).toBe('POST')
  expect(headers).toEqual({ host: 'api.test', 'content-type': 'application/json', accept: 'text/event-stream' })
})

test('a handshake to an endpoint without the option says how to answer it', async () => {
  const plain = graphql('/graphql')
  const mocks = start(plain.query('A', { data: {} }))
  const client = new WebSocket('ws://api.test/graphql', 'graphql-transport-ws')
  await once(client, 'error')
  expect(() => mocks.verify()).toThrow(`It opens a WebSocket: import { websocket } from 'mynah/websocket'
To answer it: graphql('/graphql', { websocket })
`)
})

const INVALID: [number, string] = [4400, 'Invalid message received']

test.each<[title: string, messages: unknown[], closed: [code: number, reason: string]]>([
  ['a second initialisation', [INIT, INIT], [4429, 'Too many initialisation requests']],
  ['an operation before the initialisation', [subscribe('{ user }')], [4401, 'Unauthorized']],
  [
    'an operation whose id is taken',
    [INIT, subscribe('subscription Never { a }'), subscribe('{ user }')],
    [4409, 'Subscriber for 1 already exists'],
  ],
  ['a text that is no JSON', ['{'], INVALID],
  ['an unknown type', [{ type: 'start' }], INVALID],
  ['an operation without an id', [INIT, subscribe('{ user }', '')], INVALID],
  ['a query that is no text', [INIT, { id: '1', type: 'subscribe', payload: { query: 1 } }], INVALID],
  ['variables that are no object', [INIT, subscribe('{ user }', '1', { variables: [] })], INVALID],
  ['an empty list of errors', [INIT, { id: '1', type: 'error', payload: [] }], INVALID],
  ...[ACK, { id: '1', type: 'next', payload: {} }, { id: '1', type: 'error', payload: [{}] }].map(
    (message): [string, unknown[], [number, string]] => [
      `${message.type}, which only servers send`,
      [INIT, message],
      [4500, `Unexpected message of type ${message.type} received`],
    ],
  ),
])('the connection is closed for %s', async (_title, messages, closed) => {
  start(api.subscription('Never', async () => new Promise<never>(() => {})))
  const socket = await open()
  socket.send(...messages)
  expect(await socket.closed).toEqual(closed)
})

test('a ping is answered with its payload, and a pong is not answered', async () => {
  start(api.query('A', { data: {} }))
  const socket = await open()
  socket.send({ type: 'pong' }, { type: 'ping' }, { type: 'ping', payload: { at: 1 } })
  expect(await socket.take(2)).toEqual([{ type: 'pong' }, { type: 'pong', payload: { at: 1 } }])
})

test('a client without the subprotocol is closed with 4406, and the test fails', async () => {
  const mocks = start(api.query('A', { data: {} }))
  const socket = await open([])
  expect(await socket.closed).toEqual([4406, 'Subprotocol not acceptable'])
  expect(() => mocks.verify()).toThrow(
    "The stubs of GraphQL speak 'graphql-transport-ws'; the client asks for no subprotocol",
  )
})

test('an option that is not websocket is refused', () => {
  expect(() => graphql('/graphql', { websocket: websocket({}) as never })).toThrow('websocket of mynah/websocket')
})
