import { EventEmitter, once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import tls from 'node:tls'
import { request as undiciRequest } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type MocksOptions, setupMocks } from '../../src/entries/index.ts'
import { certificate } from './certificate.ts'

/** A server that speaks raw bytes: it keeps what came, and answers with headers that a framework would tidy up. */
async function rawServer(secure: boolean): Promise<{ origin: string; seen: () => string }> {
  let seen = ''
  const handle = (socket: net.Socket) => {
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      seen += bytes.toString('latin1')
      const answer = answerTo(text)
      if (!answer) return
      text = ''
      socket.write(answer)
    })
  }
  const server = secure ? tls.createServer(certificate, handle) : net.createServer(handle)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `${secure ? 'https' : 'http'}://127.0.0.1:${port}`,
    seen: () => seen.replaceAll(String(port), 'PORT'),
  }
}

/** The answer to a request that is whole, or to the ping that follows an upgrade. */
function answerTo(text: string): string | undefined {
  if (text === 'ping') return 'pong'
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  if (/^upgrade: websocket/im.test(text))
    return 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-A: 1\r\n\r\nhello'
  if (/^expect: 100-continue/im.test(text) && text.endsWith('\r\n\r\n')) return undefined
  const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0)
  const whole = /^transfer-encoding: chunked/im.test(text)
    ? text.endsWith('0\r\n\r\n')
    : text.length >= end + 4 + length
  return whole
    ? 'HTTP/1.1 200 Fine Thing\r\nX-Case: A\r\nx-case: b\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 5\r\n\r\nhello'
    : undefined
}

type Ask = (origin: string) => Promise<unknown>

function viaHttp(path: string, options: https.RequestOptions = {}, chunks: readonly (string | Buffer)[] = []): Ask {
  return async (origin) => {
    const module = origin.startsWith('https') ? https : http
    const request = module.request(origin + path, { agent: false, ...options })
    const done = new EventEmitter()
    request.on('error', (error: NodeJS.ErrnoException) => done.emit('done', error.code))
    request.on('upgrade', (response, socket, head) => {
      let text = String(head)
      socket.on('data', (bytes) => {
        text += bytes
        if (!text.endsWith('pong')) return
        socket.destroy()
        done.emit('done', [response.statusCode, response.rawHeaders, text])
      })
      socket.write('ping')
    })
    request.on('response', async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      done.emit('done', [response.statusCode, response.statusMessage, response.rawHeaders, text])
    })
    for (const chunk of chunks) request.write(chunk)
    request.end()
    return (await once(done, 'done'))[0]
  }
}

function viaFetch(path: string, init?: RequestInit): Ask {
  return async (origin) => {
    const response = await fetch(origin + path, init)
    return [response.status, response.statusText, [...response.headers], response.redirected, await response.text()]
  }
}

const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Key': 'a', 'Sec-WebSocket-Version': '13' }

const cases: readonly { title: string; secure?: boolean; ask: Ask }[] = [
  { title: 'a GET over http', ask: viaHttp('/x?a=%20b', { headers: { 'X-Custom': 'Y', accept: 'a' } }) },
  { title: 'a POST in chunks', ask: viaHttp('/x', { method: 'POST' }, ['a', 'bb', Buffer.from([0, 255])]) },
  { title: 'a PUT with a length', ask: viaHttp('/x', { method: 'PUT', headers: { 'Content-Length': 3 } }, ['abc']) },
  { title: 'an upgrade', ask: viaHttp('/socket', { headers: upgrade }) },
  {
    title: 'an upgrade over TLS',
    secure: true,
    ask: viaHttp('/socket', { headers: upgrade, rejectUnauthorized: false }),
  },
  { title: 'a self-signed certificate that is refused', secure: true, ask: viaHttp('/x') },
  { title: 'a self-signed certificate that is trusted', secure: true, ask: viaHttp('/x', { ca: certificate.cert }) },
  { title: 'a GET by fetch', ask: viaFetch('/x?a=1', { headers: { 'X-Custom': 'y' } }) },
  { title: 'a POST by fetch', ask: viaFetch('/x', { method: 'POST', body: 'abc' }) },
  { title: 'bytes by fetch', ask: viaFetch('/x', { method: 'PUT', body: new Uint8Array([1, 2, 255]) }) },
  {
    title: 'undici',
    ask: async (origin) => {
      const { statusCode, headers, body } = await undiciRequest(`${origin}/x`, { method: 'POST', body: 'abc' })
      return [statusCode, headers, await body.text()]
    },
  },
]

const policies: readonly { name: string; options: MocksOptions }[] = [
  { name: 'the option passthrough', options: { passthrough: ['http://127.0.0.1:*', 'https://127.0.0.1:*'] } },
  { name: "onUnmatched: 'passthrough'", options: { onUnmatched: 'passthrough' } },
  { name: 'a function', options: { onUnmatched: async () => 'passthrough' } },
]

describe.each(policies)('by $name a request passes through as without mocks, byte for byte', ({ options }) => {
  test.each(cases)('$title', async ({ ask, secure = false }) => {
    const plain = await rawServer(secure)
    const expected = [await ask(plain.origin), plain.seen()]

    const mocked = await rawServer(secure)
    const mocks = setupMocks([], options)
    mocks.start()
    onTestFinished(mocks.stop)
    expect([await ask(mocked.origin), mocked.seen()]).toEqual(expected)
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['passed'])
  })
})
