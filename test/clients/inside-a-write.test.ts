import { once } from 'node:events'
import http from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Mocks, rest, setupMocks, stream } from '../../src/entries/index.ts'
import { websocket } from '../../src/entries/websocket.ts'

/*
 * Node loses what is written to a stream inside the stream's own `_writev`: a client that read inside its own write could not write
 * again, and one that read inside the server's write could not be answered.
 */

let mocks: Mocks

beforeEach(() => {
  mocks = setupMocks([
    rest.get('/users', []),
    rest.post('/users', ({ request }) => request.body),
    rest.get('/chunks', () => stream(['a', 'b'])),
    rest.get(
      '/chat',
      websocket({ open: ({ send }) => send('hello'), message: ({ data, send }) => [data, data].map(send) }),
    ),
  ])
  mocks.start()
})

afterEach(() => mocks.stop())

/** Notes for each read of a socket's client the write in which it comes, of the client or of the server in this process. */
function watchReads(socket: Socket): (string | undefined)[] {
  const writes: (string | undefined)[] = []
  const { push } = socket
  socket.push = (...args) => {
    const { stack } = new Error('a read')
    writes.push(stack?.split('\n').find((frame) => /\b(_writev?|doWrite|writeOrBuffer|clearBuffer)\b/.test(frame)))
    return Reflect.apply(push, socket, args)
  }
  return writes
}

const ORIGIN = 'http://api.test'

async function answerOf(request: http.ClientRequest): Promise<void> {
  const [response] = await once(request, 'response')
  await response.toArray()
}

type Ask = (watch: (socket: Socket) => void) => Promise<unknown>

const CLIENTS: Readonly<Record<string, Ask>> = {
  'an answer': (watch) => answerOf(http.get(`${ORIGIN}/users`).on('socket', watch)),
  'an answer in chunks': (watch) => answerOf(http.get(`${ORIGIN}/chunks`).on('socket', watch)),
  'the answer to a body in several writes': (watch) => {
    const request = http.request(`${ORIGIN}/users`, { method: 'POST' }).on('socket', watch)
    for (const text of ['a', 'b', 'c']) request.write(text)
    request.end()
    return answerOf(request)
  },
  'a 100 Continue': async (watch) => {
    const headers = { expect: '100-continue', 'content-length': '1' }
    const request = http.request(`${ORIGIN}/users`, { method: 'POST', headers }).on('socket', watch)
    request.flushHeaders()
    await once(request, 'continue')
    request.end('a')
    await answerOf(request)
  },
  'the second answer over a kept connection': async (watch) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    await answerOf(http.get(`${ORIGIN}/users`, { agent }).on('socket', watch))
    await answerOf(http.get(`${ORIGIN}/users`, { agent }))
    agent.destroy()
  },
  'an open tunnel': async (watch) => {
    const request = http.request('http://proxy.test:8080', { method: 'CONNECT', path: 'api.test:80' })
    request.on('socket', watch).end()
    const [, socket] = await once(request, 'connect')
    socket.write('GET /users HTTP/1.1\r\nhost: api.test\r\nconnection: close\r\n\r\n')
    await once(socket, 'data')
    socket.destroy()
  },
  'the messages of a WebSocket': async (watch) => {
    const client = new WebSocket('ws://api.test/chat')
    client.on('upgrade', ({ socket }) => watch(socket))
    await once(client, 'message')
    for (const text of ['a', 'b']) client.send(text)
    let left = 4
    await new Promise<void>((resolve) => client.on('message', () => --left === 0 && resolve()))
    client.terminate()
  },
}

beforeEach(() => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = Number.POSITIVE_INFINITY
  return () => {
    Error.stackTraceLimit = stackTraceLimit
  }
})

test.each(Object.entries(CLIENTS))('%s arrives in a later tick than each write', async (_, ask) => {
  let writes: (string | undefined)[] = []
  await ask((socket) => {
    writes = watchReads(socket)
  })
  expect(writes.length).toBeGreaterThan(0)
  expect(writes.filter((write) => write !== undefined)).toEqual([])
})
