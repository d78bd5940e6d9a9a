import { once } from 'node:events'
import http from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  createResolver,
  type Mocks,
  type MocksOptions,
  networkError,
  passthrough,
  rest,
  type Stub,
  sequence,
  setupMocks,
  status,
} from '../../src/entries/index.ts'
import { connections, type WebSocketHandlers, websocket } from '../../src/entries/websocket.ts'
import { serveWebSocket } from './serve-websocket.ts'

let mocks: Mocks | undefined

function start(routes: readonly Stub[], options?: MocksOptions): Mocks {
  mocks = setupMocks(routes, options)
  mocks.start()
  return mocks
}

afterEach(() => {
  mocks?.reset({ failures: true })
  mocks?.stop()
})

/** Opens a WebSocket. */
async function open(url = 'ws://api.test/chat', protocols: string[] = []): Promise<WebSocket> {
  const client = new WebSocket(url, protocols)
  await once(client, 'open')
  return client
}

async function closeOf(client: WebSocket): Promise<readonly [code: number, reason: string]> {
  const [code, reason] = await once(client, 'close')
  return [code, String(reason)]
}

async function messageOf(client: WebSocket): Promise<string> {
  return String((await once(client, 'message'))[0])
}

/** Returns the error of a client that cannot connect. */
async function errorOf(client: WebSocket): Promise<Error> {
  return (await once(client, 'error'))[0]
}

const ECHO: WebSocketHandlers = { message: ({ data, send }) => send(data) }

test('a handler knows the request that opened the connection', async () => {
  start([rest.get('/rooms/:room', websocket({ open: ({ send, request }) => send({ joined: request.params.room }) }))])
  const client = new WebSocket('wss://api.test/rooms/7?as=ada')
  expect(await messageOf(client)).toBe('{"joined":"7"}')
  expect(mocks?.calls()).toMatchObject([
    { request: { url: 'https://api.test/rooms/7?as=ada' }, outcome: 'answered', response: { status: 101 } },
  ])
})

test('a path may be a ws: or a wss: URL, in a stub, a base, a filter and the allowlist', async () => {
  const chat = rest.at('wss://api.test/v1')
  start([rest.get('ws://api.test:8080/chat', websocket(ECHO)), chat.get('/chat', websocket(ECHO))], {
    passthrough: ['ws://127.0.0.1:*'],
  })
  await open('ws://api.test:8080/chat')
  await open('wss://api.test/v1/chat')
  expect(mocks?.calls('ws://api.test:8080/chat')).toHaveLength(1)
  expect(mocks?.calls('wss://api.test/v1/chat')).toHaveLength(1)
})

test('`match`, `times`, `delay`, `sequence`, resolvers and overrides choose the connection', async () => {
  const say = (text: string) => websocket({ open: ({ send }) => send(text) })
  const running = start([
    rest.get('/chat', say('default')),
    rest.get('/chat', say('token'), { match: { queries: { token: 'a' } } }),
    rest.get('/once', say('once'), { times: 1 }),
    rest.get('/once', say('afterwards')),
    rest.get('/sequence', sequence(status(503), say('second'), say('last'))),
    rest.get('/late', say('late'), { delay: 20 }),
    rest.get('/resolver', ({ request }) => (request.queries.as ? say('resolver') : status(401))),
  ])
  const said = (path: string) => messageOf(new WebSocket(`ws://api.test${path}`))
  expect(await said('/chat')).toBe('default')
  expect(await said('/chat?token=a')).toBe('token')
  expect([await said('/once'), await said('/once')]).toEqual(['once', 'afterwards'])
  expect((await errorOf(new WebSocket('ws://api.test/sequence'))).message).toBe('Unexpected server response: 503')
  expect([await said('/sequence'), await said('/sequence'), await said('/sequence')]).toEqual([
    'second',
    'last',
    'last',
  ])
  expect(await said('/late')).toBe('late')
  expect(await said('/resolver?as=ada')).toBe('resolver')
  expect((await errorOf(new WebSocket('ws://api.test/resolver'))).message).toBe('Unexpected server response: 401')
  running.use.get('/chat', say('override'))
  expect(await said('/chat')).toBe('override')
  running.expect.get('/chat', say('expected'))
  expect(await said('/chat')).toBe('expected')
})

test('another reply refuses the handshake, and a network error breaks it', async () => {
  start([
    rest.get('/chat', { error: 'Unauthorized' }, { status: 401 }),
    rest.get('/broken', networkError('ECONNRESET')),
  ])
  expect((await errorOf(new WebSocket('ws://api.test/chat'))).message).toBe('Unexpected server response: 401')
  expect(await errorOf(new WebSocket('ws://api.test/broken'))).toMatchObject({ code: 'ECONNRESET' })
})

test('a GET that is no handshake is answered with 426', async () => {
  start([rest.get('/chat', websocket(ECHO))])
  const response = await fetch('http://api.test/chat')
  expect([response.status, await response.text()]).toEqual([426, 'Upgrade Required'])
  const [answer] = await once(http.get('http://api.test/chat'), 'response')
  expect(answer.statusCode).toBe(426)
})

test('a request that names the protocol, and asks for no upgrade or cannot be upgraded, is answered with 426', async () => {
  const stub = rest.get('/chat', websocket(ECHO))
  start([stub])
  const upgrade = {
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    upgrade: 'websocket',
  }
  const [answer] = await once(http.get('http://api.test/chat', { headers: upgrade }), 'response')
  expect(answer.statusCode).toBe(426)
  const request = new Request('http://api.test/chat', { headers: { ...upgrade, connection: 'Upgrade' } })
  expect((await createResolver([stub]).fetch(request)).status).toBe(426)
})

test('`passthrough()`, and the option, reach the real server: messages, its close and its refusal', async () => {
  const server = await serveWebSocket((url) =>
    url === '/refused'
      ? undefined
      : { message: ({ data, send, close }) => (data === 'close' ? close(4001, 'real') : send(data)) },
  )
  const origin = `ws://127.0.0.1:${server.port}`
  start([rest.get(`${origin}/stub`, passthrough())], { passthrough: [origin] })
  for (const path of ['/stub', '/option']) {
    const client = await open(origin + path)
    client.send('hello')
    expect(await messageOf(client)).toBe('hello')
    client.send('close')
    expect(await closeOf(client)).toEqual([4001, 'real'])
  }
  const { message } = await errorOf(new WebSocket(`${origin}/refused`))
  expect(message).toBe('Unexpected server response: 401')
  expect(mocks?.calls().map(({ outcome, messages }) => [outcome, messages])).toEqual([
    ['passed', undefined],
    ['passed', undefined],
    ['passed', undefined],
  ])
  server.close()
})

test('a connection that a client has kept for requests that pass through is mocked from a handshake on', async () => {
  const server = await serveWebSocket(() => ({}))
  start([rest.get('/chat', websocket(ECHO))], { passthrough: [`http://127.0.0.1:${server.port}`] })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const origin = `127.0.0.1:${server.port}`
  const [passed] = await once(http.get(`http://${origin}/none`, { agent }), 'response')
  const { socket } = passed
  await passed.toArray()
  const client = new WebSocket(`ws://${origin}/chat`, { agent })
  await once(client, 'open')
  client.send('hello')
  expect(await messageOf(client)).toBe('hello')
  expect(client).toHaveProperty('_socket', socket)
  client.close(1000)
  expect(await closeOf(client)).toEqual([1000, ''])
  server.close()
})

test('a handshake without a key is answered as a server of `ws` answers it', async () => {
  start([rest.get('/chat', websocket(ECHO))])
  const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
  const [answer] = await once(http.get('http://api.test/chat', { headers }), 'response')
  expect(answer.statusCode).toBe(400)
})

test('the headers of the stub are sent with the handshake', async () => {
  start([rest.get('/chat', websocket(ECHO), { headers: { 'set-cookie': ['a=1', 'b=2'] } })])
  const client = new WebSocket('ws://api.test/chat')
  const [answer] = await once(client, 'upgrade')
  expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2'])
})

test('connections are those that are open, in their order', async () => {
  const running = start([
    rest.get('/rooms/:room', websocket(ECHO, { protocol: 'chat' })),
    rest.get('/other', websocket({})),
  ])
  const first = await open('ws://api.test/rooms/1', ['chat'])
  await open('ws://api.test/rooms/2', ['chat'])
  await open('ws://api.test/other')
  expect(connections(running).map(({ request }) => request.url)).toEqual([
    'http://api.test/rooms/1',
    'http://api.test/rooms/2',
    'http://api.test/other',
  ])
  const [connection] = connections(running, '/rooms/:room')
  expect(connection?.protocol).toBe('chat')
  connection?.send({ from: 'the test' })
  expect(await messageOf(first)).toBe('{"from":"the test"}')
  first.send('hello')
  await messageOf(first)
  expect(connection?.messages).toEqual([
    { from: 'mock', data: '{"from":"the test"}', at: expect.any(Number) },
    { from: 'client', data: 'hello', at: expect.any(Number) },
    { from: 'mock', data: 'hello', at: expect.any(Number) },
  ])
  connection?.close(4000, 'enough')
  expect(await closeOf(first)).toEqual([4000, 'enough'])
  expect(connections(running, '/rooms/:room')).toHaveLength(1)
  expect(running.calls('/rooms/1')[0]?.messages).toHaveLength(3)
})

test('a message is answered by the first condition that it meets', async () => {
  const answer = vi.fn()
  start([
    rest.get(
      '/chat',
      websocket({
        message: [
          [{ type: 'ping' }, { type: 'pong' }],
          [/^hello/, 'hello to you'],
          ['ping', 'pong'],
          [new Uint8Array([1]), new Uint8Array([2])],
          [(data: { id?: number }) => (data.id ?? 0) > 1, answer],
        ],
      }),
    ),
  ])
  const client = await open()
  const answers: unknown[] = []
  client.on('message', (data, isBinary) => answers.push(isBinary ? data : String(data)))
  for (const sent of [
    '{"type":"ping","id":1}',
    'hello you',
    'ping',
    new Uint8Array([1]),
    '{"id":2}',
    'nothing',
    'ping',
  ])
    client.send(sent)
  await vi.waitFor(() => expect(answers).toHaveLength(5))
  expect(answers).toEqual(['{"type":"pong"}', 'hello to you', 'pong', Buffer.from([2]), 'pong'])
  expect(answer).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ data: '{"id":2}' }))
})

test('what a handler throws fails the test, and closes with 1011', async () => {
  for (const name of ['open', 'message'] as const) {
    const running = start([
      rest.get('/chat', websocket({ [name]: () => Promise.reject(new Error(`thrown in ${name}`)) })),
    ])
    const client = new WebSocket('ws://api.test/chat')
    client.on('open', () => client.send('a'))
    expect(await closeOf(client)).toEqual([1011, ''])
    expect(() => running.stop()).toThrow(`thrown in ${name}`)
  }
})

test('`send` after the close throws', async () => {
  const running = start([rest.get('/chat', websocket({}))])
  const client = await open()
  const [connection] = connections(running)
  connection?.close()
  expect(() => connection?.send('late')).toThrow('send(…) was called on a connection that was closed by the mock')
  await closeOf(client)
  const other = await open()
  const [second] = connections(running)
  other.close()
  await closeOf(other)
  expect(() => second?.send('late')).toThrow('send(…) was called on a connection that was closed by the client')
})

test('a handler that closes and sends fails the test', async () => {
  const running = start([
    rest.get(
      '/chat',
      websocket({
        open({ close, send }) {
          close(1000)
          send('late')
        },
      }),
    ),
  ])
  expect(await closeOf(new WebSocket('ws://api.test/chat'))).toEqual([1000, ''])
  expect(() => running.stop()).toThrow('send(…) was called on a connection that was closed by the mock')
})

test('a handler that still runs when the client is gone fails nothing', async () => {
  let go = () => {}
  const waiting = new Promise<void>((resolve) => {
    go = resolve
  })
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const running = start([
    rest.get(
      '/chat',
      websocket({
        async open({ send }) {
          await waiting
          send('late')
          end()
        },
        close: go,
      }),
    ),
  ])
  const client = await open()
  client.terminate()
  await ended
  running.stop()
})

const CIRCLE: Record<string, unknown> = {}
CIRCLE.self = CIRCLE

test.each([
  [undefined, 'send(undefined): a message must be text, bytes, a Blob or a JSON value: it is undefined'],
  [CIRCLE, 'a message must be text, bytes, a Blob or a JSON value: '],
  [() => {}, 'a message must be text, bytes, a Blob or a JSON value: '],
  [Symbol('a'), 'a message must be text, bytes, a Blob or a JSON value: '],
  [10n, 'send(10n): a message must be text, bytes, a Blob or a JSON value: JSON has no BigInt such as 10n'],
])('%s cannot be sent', async (value, message) => {
  const running = start([rest.get('/chat', websocket({}))])
  await open()
  expect(() => connections(running)[0]?.send(value)).toThrow(message)
})

test.each([
  [[1005], 'close(1005): a code is 1000 to 1003, 1007 to 1014, or 3000 to 4999'],
  [[1000, 'x'.repeat(124)], 'a reason is a text of at most 123 bytes'],
  [[undefined, 'why'], "close(undefined, 'why'): a reason needs a code"],
] as [[number?, string?], string][])('close(%j) is refused', async (args, message) => {
  const running = start([rest.get('/chat', websocket({}))])
  await open()
  expect(() => connections(running)[0]?.close(...args)).toThrow(message)
})

test('a subprotocol that the client does not ask for fails it, and the test', async () => {
  const running = start([rest.get('/chat', websocket({}, { protocol: 'chat.v2' }))])
  const message = "The stub answers with the subprotocol 'chat.v2'; the client asks for 'chat.v1,chat'"
  expect((await errorOf(new WebSocket('ws://api.test/chat', ['chat.v1', 'chat']))).message).toBe(message)
  expect(() => running.stop()).toThrow(message)
})

test('the end of the mocks closes what is open, and a reset does', async () => {
  const closed = vi.fn()
  const running = start([rest.get('/chat', websocket({ close: ({ code }) => closed(code) }))])
  const first = await open()
  running.reset()
  expect(await closeOf(first)).toEqual([1001, ''])
  expect(connections(running)).toEqual([])
  const second = await open()
  running.stop()
  expect(await closeOf(second)).toEqual([1001, ''])
  await vi.waitFor(() => expect(closed.mock.calls).toEqual([[1001], [1001]]))
})

test('the undo of an override closes its connections alone', async () => {
  const running = start([rest.get('/chat', websocket({}))])
  const kept = await open()
  const undo = running.use.get('/chat', websocket({}))
  const client = await open()
  undo()
  expect(await closeOf(client)).toEqual([1001, ''])
  expect(connections(running)).toHaveLength(1)
  kept.terminate()
})

test('each isolate has its own connections', async () => {
  const running = start([rest.get('/chat', websocket({}))])
  const ends: Promise<unknown>[] = []
  const counts = await Promise.all(
    [1, 2].map((count) =>
      running.isolate(async () => {
        for (let left = count; left > 0; left--) ends.push(closeOf(await open()))
        return connections(running).length
      }),
    ),
  )
  expect(counts).toEqual([1, 2])
  expect(await Promise.all(ends)).toEqual([
    [1001, ''],
    [1001, ''],
    [1001, ''],
  ])
})

test('fake timers have no timer of a connection, and a close needs none', async () => {
  vi.useFakeTimers()
  try {
    const running = start([rest.get('/chat', websocket(ECHO))])
    const client = new WebSocket('ws://api.test/chat')
    await once(client, 'open')
    client.send('a')
    await messageOf(client)
    const timers = vi.getTimerCount()
    connections(running)[0]?.close(1000)
    expect(vi.getTimerCount()).toBe(timers)
    await closeOf(client)
  } finally {
    vi.useRealTimers()
  }
})

test('a miss names its line', async () => {
  const running = start([rest.get('/rooms/:room', websocket({}), { match: { queries: { token: 'a' } } })])
  const error = await errorOf(new WebSocket('ws://api.test/rooms/1'))
  expect(error.message.split('\n')).toEqual([
    'No stub answers GET http://api.test/rooms/1',
    '',
    expect.stringMatching("^Nearest: rest.get\\('/rooms/:room'\\)"),
    "  queries.token  expected 'a'",
    '                 received nothing',
    '',
    "It opens a WebSocket: import { websocket } from 'mynah/websocket'",
    "To answer it: rest.get('/rooms/1', websocket({}))",
    "To let it reach the network: setupMocks(routes, { passthrough: ['http://api.test'] })",
  ])
  expect(() => running.stop()).toThrow('No stub answers GET http://api.test/rooms/1')
})
