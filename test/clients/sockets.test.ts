import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import * as undici from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { passthrough, rest, setupMocks, stream } from '../../src/entries/index.ts'
import { deferred, rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'
import { certificate } from './certificate.ts'

async function listen<Server extends net.Server>(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return (server.address() as AddressInfo).port
}

describe('a socket that does not speak HTTP is left alone', () => {
  test('when the client speaks first', async () => {
    const port = await listen(net.createServer((socket) => socket.pipe(socket)))
    const mocks = start([])
    const socket = net.connect(port, '127.0.0.1')
    onTestFinished(() => {
      socket.destroy()
    })
    socket.write('PING\r\n')
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toBe('PING\r\n')
    expect(mocks.calls()).toEqual([])
  })

  test('when the server speaks first', async () => {
    const port = await listen(net.createServer((socket) => socket.end('220 ready\r\n')))
    const mocks = start([])
    const socket = net.connect(port, '127.0.0.1')
    onTestFinished(() => {
      socket.destroy()
    })
    const [greeting] = await once(socket, 'data')
    expect(String(greeting)).toBe('220 ready\r\n')
    expect(mocks.calls()).toEqual([])
  })
})

describe('a passthrough request reaches the server as it was sent', () => {
  type Send = (url: string) => Promise<unknown>
  const headers = { 'X-Team': 'Red', 'x-list': 'a, b', Cookie: 'a=1; b=2', 'Content-Type': 'text/plain; charset=utf-8' }
  const clients: { name: string; send: Send }[] = [
    {
      name: 'http',
      send: (url) =>
        new Promise((resolve, reject) => {
          const request = http.request(url, { method: 'POST', headers }, (response) =>
            response.resume().on('end', resolve),
          )
          request.on('error', reject)
          request.write('first ä,')
          request.end(Buffer.from('second ö'))
        }),
    },
    {
      name: 'undici',
      send: async (url) =>
        (await undici.request(url, { method: 'POST', headers, body: 'first ä,second ö' })).body.text(),
    },
    {
      name: 'fetch',
      send: async (url) => (await fetch(url, { method: 'POST', headers, body: 'first ä,second ö' })).text(),
    },
  ]

  test.for(clients)('$name: its headers and its body', async ({ send }) => {
    const seen: unknown[] = []
    const port = await listen(
      http.createServer(async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk)
        seen.push({ rawHeaders: request.rawHeaders, body: Buffer.concat(chunks).toString() })
        response.setHeader('connection', 'close').end()
      }),
    )
    const url = `http://127.0.0.1:${port}/real`
    await send(url)
    start([rest.post('/real', passthrough())])
    await send(url)
    expect(seen[1]).toEqual(seen[0])
  })
})

test('a mocked response keeps its handle and its socket forever', async () => {
  start([rest.get('/list', [1]), rest.get('/stream', stream(['a'])), rest.get('/none', undefined)])
  const handles = () => process.getActiveResourcesInfo().filter((name) => /TCP|Pipe|TLS/.test(name)).length
  const get = (path: string) =>
    new Promise((resolve, reject) => {
      http
        .get(`http://api.test${path}`, { agent: false }, (response) => response.resume().on('close', resolve))
        .on('error', reject)
    })
  const before = handles()
  for (let turn = 0; turn < 20; turn++) for (const path of ['/list', '/stream', '/none']) await get(path)
  await expect.poll(() => handles() - before).toBeLessThan(5)
})

describe('a client that connects and writes late never reaches the network', () => {
  const late = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  }

  test('http', async () => {
    start([rest.post('/upload', ({ request }) => request.body)])
    const outgoing = http.request('http://api.test/upload', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
    })
    await late()
    outgoing.end('late')
    const [response] = await once(outgoing, 'response')
    expect(String(await once(response, 'data'))).toBe('"late"')
  })

  test('undici', async () => {
    start([rest.post('/upload', ({ request }) => request.body)])
    async function* body() {
      await late()
      yield 'late'
    }
    const response = await undici.request('http://api.test/upload', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: Readable.from(body()),
    })
    expect(await response.body.json()).toBe('late')
  })
})

describe('HTTP/2 of a client that is mocked until its stub lets it pass', () => {
  test('a client that offers HTTP/2 beside HTTP/1.1 reaches the network by HTTP/1.1', async () => {
    const server = http2.createSecureServer({ ...certificate, allowHTTP1: true })
    server.on('request', (incoming, outgoing) => outgoing.end(`real ${incoming.url} ${incoming.httpVersion}`))
    const port = await listen(server)
    start([rest.get('/users', passthrough())])
    const dispatcher = new undici.Agent({ allowH2: true, connect: { rejectUnauthorized: false } })
    onTestFinished(() => dispatcher.destroy())
    const response = await undici.request(`https://127.0.0.1:${port}/users`, { dispatcher })
    expect(await response.body.text()).toBe('real /users 1.1')
  })

  const over: Record<string, (port: number) => Promise<unknown>> = {
    undici(port) {
      const dispatcher = new undici.Agent({ allowH2: true, connect: { rejectUnauthorized: false } })
      onTestFinished(() => dispatcher.destroy())
      return undici.request(`https://127.0.0.1:${port}/users`, { dispatcher })
    },
    async 'node:https'(port) {
      const options = { port, agent: false, rejectUnauthorized: false, ALPNProtocols: ['h2', 'http/1.1'] }
      throw (await once(https.get({ host: '127.0.0.1', path: '/users', ...options }), 'error'))[0]
    },
  }

  test.for(Object.keys(over))(
    '%s does not reach a server that speaks HTTP/2 only, and does not learn why',
    async (client) => {
      const port = await listen(http2.createSecureServer(certificate))
      startForgiving([rest.get('/users', passthrough())])
      await expect(over[client]?.(port)).rejects.toThrow(
        'The server speaks HTTP/2 only, and mynah offered it HTTP/1.1, since it cannot read HTTP/2',
      )
    },
  )
})

test('a request that Node cannot read as HTTP fails with the reason', async () => {
  const mocks = startForgiving([])
  const outgoing = http.request('http://api.test/users', { method: 'FOO' }).end()
  const [error] = await once(outgoing, 'error')
  expect(thrownBy(() => mocks.verify())).toBe(error)
  expect([error.code, error.message]).toEqual([
    'REQUEST',
    'Node cannot parse the request: Parse Error: Invalid method encountered',
  ])
})

test('a body that is longer than its content-length, which counted characters, was cut off and answered', async () => {
  const mocks = startForgiving([rest.post('/users', {})])
  const body = '{"name":"Zoë"}'
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const outgoing = http.request('http://api.test/users', { method: 'POST', headers }).end(body)
  const [error] = await once(outgoing, 'error')
  expect(thrownBy(() => mocks.verify())).toBe(error)
  expect([error.code, error.message]).toEqual([
    'REQUEST',
    'The body of POST /users is longer than its content-length, 14 bytes',
  ])
})

describe('requests that are written to a connection before the first is answered', () => {
  const pipelined = (...paths: string[]) => {
    const client = new undici.Client('http://api.test', { pipelining: paths.length })
    onTestFinished(() => client.destroy())
    return Promise.all(
      paths.map(async (path) => {
        const { body } = await client.request({ path, method: 'GET', blocking: false })
        return body.json()
      }),
    )
  }

  test('are answered in their order', async () => {
    start([rest.get('/slow', 'slow', { delay: 20 }), rest.get('/:n', ({ request }) => request.params.n)])
    expect(await pipelined('/slow', '/1', '/2')).toEqual(['slow', '1', '2'])
  })

  test('cannot pass through, and the error says so', async () => {
    const mocks = startForgiving([rest.get('/slow', 'slow', { delay: 50 }), rest.get('/real', passthrough())])
    const error = await rejectionOf(pipelined('/slow', '/real'))
    expect(thrownBy(() => mocks.verify())).toBe(error)
    expect(error).toMatchObject({ message: 'A request that passes through cannot be pipelined with others' })
  })

  test('behind one that had passed through, the mocked answer arrived as the real one', async () => {
    const arrived = deferred()
    const port = await listen(http.createServer(() => arrived.resolve()))
    const mocks = startForgiving([rest.get('/real', passthrough()), rest.get('/users', ['mocked'])])
    const client = new undici.Client(`http://127.0.0.1:${port}`, { pipelining: 2 })
    onTestFinished(() => client.destroy())
    const real = rejectionOf(client.request({ path: '/real', method: 'GET', blocking: false }))
    await arrived.promise
    const { body } = await client.request({ path: '/users', method: 'GET', blocking: false })
    expect(await body.json()).toEqual(['mocked'])
    const error = await real
    expect(error).toMatchObject({
      name: 'MynahError',
      code: 'REQUEST',
      message: 'A request that passes through cannot be pipelined with others',
    })
    expect(thrownBy(() => mocks.verify())).toBe(error)
  })
})

test('a mocked request follows an upload whose real answer came before the server had read it', async () => {
  const size = 20_000_000
  const read = deferred()
  const port = await listen(
    http.createServer((request, response) => {
      response.end('too long')
      request.on('end', () => {
        if (request.socket.bytesRead > size) read.resolve()
      })
    }),
  )
  start([rest.put('/real', passthrough()), rest.get('/users', ['mocked'])])
  const client = new undici.Client(`http://127.0.0.1:${port}`)
  onTestFinished(() => client.destroy())
  const upload = await client.request({ path: '/real', method: 'PUT', body: Buffer.alloc(size) })
  expect(await upload.body.text()).toBe('too long')
  const { body } = await client.request({ path: '/users', method: 'GET' })
  expect(await body.json()).toEqual(['mocked'])
  await read.promise
})

test('a real connection that a pool keeps had two more listeners after each end of the mocks', async () => {
  const port = await listen(http.createServer((_request, response) => response.end('real')))
  const agent = new http.Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const sockets = new Set<net.Socket>()
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const request = http.get({ port, agent }, (response) => {
        sockets.add(response.socket)
        // In the next turn the agent has it back.
        response.resume().on('end', () => setImmediate(resolve))
      })
      request.on('error', reject)
    })
  const counts: number[][] = []
  for (let life = 0; life < 3; life++) {
    const mocks = setupMocks([], { passthrough: [`http://localhost:${port}`] })
    mocks.start()
    await ask()
    mocks.stop()
    const [socket] = sockets
    counts.push((socket?.eventNames() ?? []).map((name) => socket?.listenerCount(name) ?? 0))
  }
  expect(sockets.size).toBe(1)
  expect(counts).toEqual([counts[0], counts[0], counts[0]])
})

test('undici 5 loses a part of a long body, because one read returns more than a network would', async () => {
  start([rest.get('/long', new Uint8Array(2 ** 20)), rest.get('/parts', stream(Array(20).fill('x'.repeat(50_000))))])
  for (const path of ['/long', '/parts']) {
    const reads: number[] = []
    const request = http.get(`http://api.test${path}`, { agent: false })
    request.on('socket', (socket) => socket.on('data', ({ length }: Buffer) => reads.push(length)))
    const [response] = await once(request, 'response')
    await once(response.resume(), 'end')
    expect(reads.reduce((sum, length) => sum + length)).toBeGreaterThan(1_000_000)
    expect(Math.max(...reads)).toBeLessThanOrEqual(2 ** 16)
  }
})
