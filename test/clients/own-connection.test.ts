import { EventEmitter, once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { Client } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { passthrough, rest, setupMocks } from '../../src/entries/index.ts'
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

describe('over a Duplex that is no socket, such as a channel of ssh2, a request reaches the far end unasked:', () => {
  /** A stream to a server somewhere, and what arrives there. */
  function channel() {
    const written: string[] = []
    const stream = new Duplex({
      read() {},
      write(chunk, _encoding, done) {
        written.push(String(chunk))
        this.push('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nreal')
        done()
      },
    })
    return { written, stream: stream as net.Socket }
  }

  /** An agent whose connections are such streams, as that of ssh2. */
  class ChannelAgent extends http.Agent {
    readonly written: string[] = []

    override createConnection(): net.Socket {
      const { stream, written } = channel()
      stream.on('close', () => this.written.push(...written))
      return Object.assign(stream, { setKeepAlive() {}, setNoDelay() {}, setTimeout() {}, ref() {}, unref() {} })
    }
  }

  test('it is mocked', async () => {
    const { stream, written } = channel()
    const mocks = start([rest.get('http://api.test/users', ['mocked'])])
    expect(await textOf(http.get('http://api.test/users', { createConnection: () => stream }))).toBe('["mocked"]')
    const agent = new ChannelAgent()
    expect(await textOf(http.get('http://api.test/users', { agent }))).toBe('["mocked"]')
    expect([...written, ...agent.written]).toEqual([])
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['answered', 'answered'])
  })

  test('an unmatched one fails', async () => {
    const { stream, written } = channel()
    startForgiving([])
    const request = http.get('http://api.test/users', { createConnection: () => stream })
    expect(await rejectionOf(textOf(request))).toMatchObject({ code: 'UNMATCHED_REQUEST' })
    expect(written).toEqual([])
  })

  test('it passes through by the origin that the agent was asked for', async () => {
    const mocks = start([], { passthrough: ['http://api.test'] })
    expect(await textOf(http.get('http://api.test/users', { agent: new ChannelAgent() }))).toBe('real')
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['passed'])
  })

  test('it does not pass through by its host header if the destination of the stream is unknown', async () => {
    const { stream, written } = channel()
    startForgiving([], { passthrough: ['http://api.test'] })
    const request = http.get('http://api.test/users', { createConnection: () => stream })
    expect(await rejectionOf(textOf(request))).toMatchObject({ code: 'UNMATCHED_REQUEST' })
    expect(written).toEqual([])
  })

  test('one refuses a connection that is not a Node stream', async () => {
    const mocks = startForgiving([rest.get('http://api.test/users', ['mocked'])])
    const connection = Object.assign(new EventEmitter(), { write: () => true, end() {}, destroy() {} })
    const createConnection = () => connection as unknown as net.Socket
    const error = await rejectionOf(textOf(http.get('http://api.test/users', { createConnection })))
    expect(error).toMatchObject({
      code: 'REQUEST',
      message: 'The connection of the request is not a Node stream, so the request cannot be mocked',
    })
    expect(thrownBy(() => mocks.verify())).toBe(error)
  })
})

describe('a connection from before the mocks, with a wrong host header, let a request through:', () => {
  async function connected() {
    let arrived = 0
    const server = http.createServer((_request, response) => {
      arrived++
      response.end('real')
    })
    const port = await listen(server)
    onTestFinished(() => server.closeAllConnections())
    return { url: `http://127.0.0.1:${port}/`, port, arrived: () => arrived }
  }
  const headers = { host: 'allowed.test' }
  const passthroughs = { passthrough: ['http://allowed.test'] }

  test("of an agent's pool", async () => {
    const { url, arrived } = await connected()
    const agent = new http.Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    await textOf(http.get(url, { agent }))
    await new Promise(setImmediate)
    startForgiving([], passthroughs)
    const request = http.get(url, { agent, headers })
    expect(await rejectionOf(textOf(request))).toMatchObject({ code: 'UNMATCHED_REQUEST' })
    expect([request.reusedSocket, arrived()]).toEqual([true, 1])
  })

  test('of undici', async () => {
    const { url, arrived } = await connected()
    const client = new Client(url)
    onTestFinished(() => client.destroy())
    const send = async () => (await client.request({ path: '/', method: 'GET', headers })).body.text()
    await send()
    startForgiving([], passthroughs)
    expect(await rejectionOf(send())).toMatchObject({ code: 'UNMATCHED_REQUEST' })
    expect(arrived()).toBe(1)
  })

  test.for(['127.0.0.1', 'localhost'])('that the user has opened to %s; its own origin does', async (host) => {
    const { url, port, arrived } = await connected()
    const open = async () => {
      const socket = net.connect(port, host)
      await once(socket, 'connect')
      return socket
    }
    const [first, second] = [await open(), await open()]
    const mocks = setupMocks([], passthroughs)
    mocks.start()
    const refused = textOf(http.get(url, { createConnection: () => first, headers }))
    expect(await rejectionOf(refused)).toMatchObject({ code: 'UNMATCHED_REQUEST' })
    expect(arrived()).toBe(0)
    mocks.reset({ failures: true })
    mocks.stop()
    start([], { passthrough: [`http://${host}:${port}`] })
    expect(await textOf(http.get(url, { createConnection: () => second, headers }))).toBe('real')
  })
})
