import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import http from 'node:http'
import type { Duplex } from 'node:stream'
import * as undici from 'undici'
import { certificate } from '../clients/certificate.ts'
import { LOOPBACK, type Recorder, testSame } from './compare.ts'
import { rest, setupMocks } from './library.ts'
import { test } from './runner.ts'
import { PROTOCOLS, serve } from './serve.ts'

/** Accepts a WebSocket, and sends each of its messages and its close back (RFC 6455, sections 4.2.2 and 5.2). */
function echo(socket: Duplex, key = ''): void {
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade']
  socket.write(`${[...head, `Sec-WebSocket-Accept: ${accept}`].join('\r\n')}\r\n\r\n`)
  let buffer = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (bytes: Buffer) => {
    buffer = Buffer.concat([buffer, bytes])
    while (buffer.length > 6 && buffer.length >= 6 + ((buffer[1] as number) & 0x7f)) {
      const length = (buffer[1] as number) & 0x7f
      const mask = buffer.subarray(2, 6)
      const payload = buffer.subarray(6, 6 + length).map((byte, at) => byte ^ (mask[at % 4] as number))
      socket.write(Buffer.concat([Buffer.from([buffer[0] as number, length]), payload]))
      if (((buffer[0] as number) & 0x0f) === 8) socket.end()
      buffer = buffer.subarray(6 + length)
    }
  })
}

/** Starts a WebSocket server. Returns its URL. */
async function serveEcho(recorder: Recorder, secure: boolean): Promise<string> {
  const { port, server } = await serve(recorder, () => {}, secure)
  server.on('upgrade', (request, socket) => {
    recorder.add('upgrade', Object.keys(request.headers).sort())
    echo(socket, request.headers['sec-websocket-key'])
  })
  return `${secure ? 'wss' : 'ws'}://127.0.0.1:${port}`
}

/** The part of a WebSocket that an exchange uses, of Node's own class or undici's. */
interface Client {
  addEventListener(type: string, listener: (event: { data?: unknown; code?: number }) => void): void
  send(data: string): void
  close(code: number): void
}

async function exchange(recorder: Recorder, client: Client): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    for (const type of ['open', 'message', 'close', 'error']) {
      client.addEventListener(type, ({ data, code }) => {
        recorder.add(type, data, code)
        if (type === 'open') for (const message of ['first', 'second', 'x'.repeat(100)]) client.send(message)
        if (type === 'message' && String(data).length === 100) client.close(1000)
        if (type === 'close') resolve()
      })
    }
  })
  await closed
}

for (const { secure } of PROTOCOLS) {
  const scheme = secure ? 'wss' : 'ws'

  testSame(
    `${scheme}: two sends of undici's WebSocket abort the process`,
    async (recorder) => {
      const dispatcher = new undici.Agent({ connect: { ca: certificate.cert } })
      const url = await serveEcho(recorder, secure)
      await exchange(recorder, new undici.WebSocket(url, { dispatcher }))
      await dispatcher.destroy()
    },
    { passthrough: LOOPBACK },
  )

  // Node 20 has none.
  if (typeof WebSocket !== 'function') continue
  testSame(
    `${scheme}: two sends of the global WebSocket abort the process`,
    async (recorder) => {
      const url = await serveEcho(recorder, secure)
      // The global class takes no certificate.
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
      try {
        await exchange(recorder, new WebSocket(url))
      } finally {
        delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
      }
    },
    { passthrough: LOOPBACK },
  )
}

const HANDSHAKE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

/** Opens a WebSocket, and waits for its error. */
const FAILING: Readonly<Record<string, (address: string) => Promise<unknown>>> = {
  "undici's WebSocket": (address) => errorOf(new undici.WebSocket(`ws://${address}`)),
  // As the package `ws` does.
  'an upgrade of node:http': (address) =>
    new Promise((resolve) => http.get(`http://${address}`, { headers: HANDSHAKE }).on('error', resolve)),
  ...(typeof WebSocket === 'function' && {
    'the global WebSocket': (address: string) => errorOf(new WebSocket(`ws://${address}`)),
  }),
}

function errorOf(client: Client): Promise<void> {
  return new Promise((resolve) => client.addEventListener('error', () => resolve()))
}

for (const [client, fail] of Object.entries(FAILING)) {
  test(`${client} that no stub answers is offered a stub that opens it`, async () => {
    const stub = rest.get('/users', [])
    const mocks = setupMocks([stub])
    mocks.start()
    await fail('api.test/socket')
    const message = [
      'No stub answers GET http://api.test/socket',
      '',
      `Nearest: ${String(stub)}`,
      "  path segment 1  expected 'users'",
      "                  received 'socket'",
      '',
      "It opens a WebSocket: import { websocket } from 'mynah/websocket'",
      "To answer it: rest.get('/socket', websocket({}))",
      "To let it reach the network: setupMocks(routes, { passthrough: ['http://api.test'] })",
    ].join('\n')
    assert.throws(() => mocks.stop(), { message })
  })
}
