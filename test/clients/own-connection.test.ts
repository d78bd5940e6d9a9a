import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { passthrough, rest } from '../../src/entries/index.ts'
import { rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'

/* Connections that a client opens in its own way, or waits for before it writes. */

async function listen(server: net.Server, path?: string): Promise<number> {
  await once(path === undefined ? server.listen(0, '127.0.0.1') : server.listen(path), 'listening')
  onTestFinished(() => {
    server.close()
  })
  return path === undefined ? (server.address() as net.AddressInfo).port : 0
}

/** Reads the whole response of a request. */
async function textOf(request: http.ClientRequest): Promise<string> {
  const [response] = await once(request, 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  return text
}

/** Ends a request only when its socket is connected. */
function endWhenConnected(request: http.ClientRequest): http.ClientRequest {
  return request.once('socket', (socket) => socket.once('connect', () => request.end()))
}

describe('a request that is written only to a connected socket', () => {
  test('is mocked', async () => {
    start([rest.post('/users', ['mocked'])])
    const request = http.request('http://api.test/users', { method: 'POST', agent: false })
    expect(await textOf(endWhenConnected(request))).toBe('["mocked"]')
  })

  test('over a Unix socket is mocked', async () => {
    start([rest.post('/users', ['mocked'])])
    const request = http.request({ socketPath: '/no/such/socket', path: '/users', method: 'POST', agent: false })
    expect(await textOf(endWhenConnected(request))).toBe('["mocked"]')
  })

  test('fails with the reason if its target is not a URL', async () => {
    const mocks = startForgiving([])
    const request = http.request({ host: 'api.test', path: 'http://[', method: 'POST', agent: false })
    const [error] = await once(endWhenConnected(request), 'error')
    expect(error.message).toBe('The target of the request is not a URL: http://[')
    expect(thrownBy(() => mocks.verify())).toBe(error)
  })

  test('to a proxy opens a tunnel, and the requests in it are mocked', async () => {
    start([rest.get('http://api.test/users', ['mocked'])])
    const tunnel = http.request({ host: 'proxy.test', method: 'CONNECT', path: 'api.test:80', agent: false })
    const [{ statusCode }, socket] = await once(endWhenConnected(tunnel), 'connect')
    expect(statusCode).toBe(200)
    const request = http.get('http://api.test/users', { createConnection: () => socket })
    expect(await textOf(request)).toBe('["mocked"]')
  })
})

test('a request that other code writes to a connection of an agent is mocked', async () => {
  start([rest.get('http://api.test/users', ['mocked'])])
  const socket = new http.Agent().createConnection({ host: 'api.test', port: 80 }) as net.Socket
  onTestFinished(() => void socket.destroy())
  socket.write('GET /users HTTP/1.1\r\nhost: api.test\r\n\r\n')
  const [bytes] = await once(socket, 'data')
  expect(String(bytes)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})

/** An agent whose connections begin with the greeting of SOCKS 5. */
class SocksAgent extends http.Agent {
  readonly #port: number

  constructor(port: number) {
    super()
    this.#port = port
  }

  override createConnection(_options: unknown, done?: (error: Error | null, socket: net.Socket) => void): undefined {
    const socket = net.connect(this.#port, '127.0.0.1')
    socket.write(Buffer.from([5, 1, 0]))
    socket.once('data', () => done?.(null, socket))
  }
}

describe('through a SOCKS proxy, whose greeting is real', () => {
  async function proxy() {
    const greetings: string[] = []
    const server = net.createServer((socket) => {
      socket.once('data', (bytes: Buffer) => {
        greetings.push(bytes.toString('hex'))
        socket.write(Buffer.from([5, 0]))
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nreal'))
      })
      socket.on('error', () => {})
    })
    return { greetings, agent: new SocksAgent(await listen(server)) }
  }

  test('a request is mocked', async () => {
    const { greetings, agent } = await proxy()
    start([rest.get('/users', ['mocked'])])
    expect(await textOf(http.get('http://api.test/users', { agent }))).toBe('["mocked"]')
    expect(greetings).toEqual(['050100'])
    agent.destroy()
  })

  test('a request passes through', async () => {
    const { greetings, agent } = await proxy()
    start([rest.get('/users', passthrough())])
    expect(await textOf(http.get('http://api.test/users', { agent }))).toBe('real')
    expect(greetings).toEqual(['050100'])
    agent.destroy()
  })
})

describe('over a Unix socket that was connected before the mocks', () => {
  async function connected(): Promise<net.Socket> {
    const path = join(tmpdir(), `mynah-${process.pid}-${Math.random().toString(36).slice(2)}.sock`)
    await listen(
      http.createServer((_request, response) => response.end('real')),
      path,
    )
    const socket = net.connect(path)
    await once(socket, 'connect')
    onTestFinished(() => void socket.destroy())
    return socket
  }

  test('a request passes through by a RegExp, as its path is not known', async () => {
    const socket = await connected()
    const mocks = start([], { passthrough: [/^unix::\/users$/] })
    expect(await textOf(http.get('http://localhost/users', { createConnection: () => socket }))).toBe('real')
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['passed'])
  })

  test('no origin lets a request pass through', async () => {
    const socket = await connected()
    startForgiving([], { passthrough: ['http://localhost'] })
    const request = http.get('http://localhost/users', { createConnection: () => socket })
    expect(await rejectionOf(textOf(request))).toMatchObject({ code: 'UNMATCHED_REQUEST' })
  })
})

test("a request over a stream of the user's own leads to no network, and is left alone", async () => {
  const written: string[] = []
  const stream = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      written.push(String(chunk))
      this.push('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nown')
      done()
    },
  })
  const mocks = start([])
  expect(await textOf(http.get('http://api.test/users', { createConnection: () => stream as net.Socket }))).toBe('own')
  expect(written.join('')).toMatch(/^GET \/users HTTP\/1\.1\r\n/)
  expect(mocks.calls()).toEqual([])
})
