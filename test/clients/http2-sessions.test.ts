import { once } from 'node:events'
import http2, { type ClientHttp2Session, connect as named, type OutgoingHttpHeaders } from 'node:http2'
import net from 'node:net'
import tls from 'node:tls'
import { promisify } from 'node:util'
import * as undici from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { passthrough, rest } from '../../src/entries/index.ts'
import { rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'
import { certificate } from './certificate.ts'
import { listen } from './listen.ts'
import { http2Loopback } from './loopback.ts'

const insecure = { rejectUnauthorized: false }

/** Opens a session that ends with the test. */
function open(origin: string, options: http2.SecureClientSessionOptions = insecure): ClientHttp2Session {
  const session = http2.connect(origin, options)
  session.on('error', () => {})
  onTestFinished(() => session.destroy())
  return session
}

/** Sends a request; returns the status and the text of its answer. */
async function ask(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body?: string,
): Promise<[number, string]> {
  const stream = session.request(headers)
  if (body !== undefined) stream.end(body)
  const [head] = await once(stream, 'response')
  let text = ''
  for await (const chunk of stream) text += chunk
  return [head[':status'], text]
}

describe('one session, mocked or real, answers each stream where it belongs:', () => {
  const sessions: Record<string, (origin: string) => { passthrough?: string[] }> = {
    'a mocked one': () => ({}),
    'that of an origin on the allowlist': (origin) => ({ passthrough: [origin] }),
  }

  test.for(Object.keys(sessions))('%s', async (kind) => {
    const origin = await http2Loopback('https:')
    const mocks = startForgiving(
      [
        rest.get('/mocked', 'mocked'),
        rest.get('/real', passthrough()),
        rest.post('/late', passthrough(), { match: { body: { to: 'network' } } }),
        rest.post('/late', 'mocked'),
        rest.get('/slow', 'never', { delay: Number.POSITIVE_INFINITY }),
        rest.get('/none', 'nobody', { match: { headers: { 'x-none': 'none' } } }),
      ],
      sessions[kind]?.(origin),
    )
    const session = open(origin)
    const late = { ':path': '/late', ':method': 'POST', 'content-type': 'application/json' }
    expect(await ask(session, { ':path': '/mocked' })).toEqual([200, '"mocked"'])
    expect(await ask(session, { ':path': '/real' })).toEqual([200, '{"method":"GET","url":"/real","body":""}'])
    const sent = JSON.stringify({ method: 'POST', url: '/late', body: '{"to":"network"}' })
    expect(await ask(session, late, '{"to":"network"}')).toEqual([200, sent])
    expect(await ask(session, late, '{"to":"mocks"}')).toEqual([200, '"mocked"'])
    const aborted = session.request({ ':path': '/slow' })
    await expect.poll(() => mocks.calls('/slow')).toHaveLength(1)
    aborted.close(http2.constants.NGHTTP2_CANCEL)
    await expect.poll(() => mocks.calls('/slow')[0]?.outcome).toBe('aborted')
    expect(mocks.calls().map(({ request, outcome }) => `${request.url.replace(origin, '')} ${outcome}`)).toEqual([
      '/mocked answered',
      '/real passed',
      '/late passed',
      '/late answered',
      '/slow aborted',
    ])
    expect(mocks.calls('/late')[0]?.response?.status).toBe(200)
  })
})

test('a miss ends its stream with the report, and leaves the session to the other streams', async () => {
  const mocks = startForgiving([rest.get('/users', [])])
  const session = open('https://api.test')
  const error = await rejectionOf(ask(session, { ':path': '/teams' }))
  expect(error).toBe(thrownBy(() => mocks.verify()))
  expect(await ask(session, { ':path': '/users' })).toEqual([200, '[]'])
})

test('the origin is the authority, and the journal has no pseudo-headers', async () => {
  const mocks = start([rest.get('https://other.test/users', [])])
  await ask(open('https://api.test'), { ':path': '/users?a=1', ':authority': 'other.test', 'x-team': 'a' })
  const [call] = mocks.calls()
  expect([call?.request.url, call?.request.headers]).toEqual(['https://other.test/users?a=1', { 'x-team': 'a' }])
})

test('another authority does not open the allowlist: the place of the session counts', async () => {
  const mocks = startForgiving([], { passthrough: ['https://allowed.test'] })
  const session = open('https://api.test')
  await rejectionOf(ask(session, { ':path': '/', ':authority': 'allowed.test' }))
  expect(mocks.unmatched()).toHaveLength(1)
})

describe('a mocked session looks like one to its server:', () => {
  const connections: Record<string, http2.SecureClientSessionOptions> = {
    'without options': {},
    'with a connection of its own': { createConnection: () => tls.connect({ host: 'api.test', port: 443 }) },
  }

  test.for(Object.keys(connections))('%s', async (kind) => {
    start([])
    const session = open('https://api.test', connections[kind])
    await once(session, 'connect')
    const acknowledged = new Promise((resolve) => session.ping((error) => resolve(error)))
    if (session.pendingSettingsAck) await once(session, 'localSettings')
    expect(await acknowledged).toBeNull()
    expect([session.encrypted, session.alpnProtocol, session.originSet]).toEqual([true, 'h2', ['https://api.test']])
    expect(session.remoteSettings.maxFrameSize).toBe(16384)
  })
})

test.for(['http2.connect', 'connect by name', 'promisified'])('%s is mocked, and restored at the end', async (kind) => {
  const original = http2.connect
  const mocks = start([rest.get('/users', [1])])
  const opened: Record<string, () => Promise<ClientHttp2Session>> = {
    'http2.connect': async () => http2.connect('http://api.test'),
    'connect by name': async () => named('http://api.test'),
    promisified: async () => (await promisify(http2.connect)('http://api.test')) as ClientHttp2Session,
  }
  const session = (await opened[kind]?.()) as ClientHttp2Session
  expect(await ask(session, { ':path': '/users' })).toEqual([200, '[1]'])
  session.close()
  mocks.stop()
  expect([http2.connect, named]).toEqual([original, original])
})

test('a session that was opened before the start is mocked, and reaches its server again after the end', async () => {
  const origin = await http2Loopback('http:')
  const session = open(origin)
  const real = [200, '{"method":"GET","url":"/users","body":""}']
  expect(await ask(session, { ':path': '/users' })).toEqual(real)
  const mocks = start([rest.get('/users', [1])])
  expect(await ask(session, { ':path': '/users' })).toEqual([200, '[1]'])
  mocks.stop()
  expect(await ask(session, { ':path': '/users' })).toEqual(real)
})

describe('in a process that had not loaded node:http2 before the start', () => {
  const startFirst = (...args: Parameters<typeof start>) => {
    // Node's own list of what it has loaded.
    const list: string[] = Reflect.get(process, 'moduleLoadList')
    const [name = ''] = list.splice(list.indexOf('NativeModule http2'), 1)
    try {
      return start(...args)
    } finally {
      list.push(name)
    }
  }

  test('a session is mocked, and its method is restored at the end', async () => {
    const { prototype } = open('http://127.0.0.1:9').constructor
    const { request } = prototype
    const mocks = startFirst([rest.get('/users', [1])])
    expect(prototype.request).toBe(request)
    expect(await ask(open('https://api.test'), { ':path': '/users' })).toEqual([200, '[1]'])
    expect(prototype.request).not.toBe(request)
    mocks.stop()
    expect(prototype.request).toBe(request)
  })

  test('a session of an origin on the allowlist is in the journal', async () => {
    const origin = await http2Loopback('http:')
    const mocks = startFirst([rest.get('/users', [1])], { passthrough: [origin] })
    const session = open(origin)
    expect(await ask(session, { ':path': '/users' })).toEqual([200, '[1]'])
    expect(await ask(session, { ':path': '/' })).toEqual([200, '{"method":"GET","url":"/","body":""}'])
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['answered', 'passed'])
  })
})

test('a session that a client keeps is mocked by the next mocks too, and is real between them', async () => {
  const origin = await http2Loopback('http:')
  const first = start([rest.get('/users', [1])])
  const session = open(origin)
  expect(await ask(session, { ':path': '/users' })).toEqual([200, '[1]'])
  first.stop()
  expect(await ask(session, { ':path': '/users' })).toEqual([200, '{"method":"GET","url":"/users","body":""}'])
  const second = start([rest.get('/users', [2])])
  expect(await ask(session, { ':path': '/users' })).toEqual([200, '[2]'])
  expect(second.calls()).toHaveLength(1)
})

test('a CONNECT stream fails with the reason', async () => {
  const mocks = startForgiving([rest.all('/*path', [])])
  const stream = open('https://api.test').request({ ':method': 'CONNECT', ':authority': 'api.test:80' })
  const [error] = await once(stream, 'error')
  expect(error).toBe(thrownBy(() => mocks.verify()))
  expect(error.message).toContain('A CONNECT stream of HTTP/2 cannot be mocked')
})

test('a call of gRPC without a stub is named as one', async () => {
  startForgiving([rest.post('/users', [])])
  const headers = { ':path': '/greet.Greeter/Hello', ':method': 'POST', 'content-type': 'application/grpc+proto' }
  const error = await rejectionOf(ask(open('http://api.test'), headers, ''))
  expect((error as Error).message).toBe(`No stub answers POST http://api.test/greet.Greeter/Hello

It is a call of gRPC, which mynah does not mock
To let it reach the network: setupMocks(routes, { passthrough: ['http://api.test'] })`)
})

describe('a raw connection that offers HTTP/2, by which a client learns its server’s protocol,', () => {
  test('needs no network', async () => {
    start([])
    const socket = tls.connect({ host: 'api.test', port: 443, ALPNProtocols: ['h2', 'http/1.1'] })
    await once(socket, 'secureConnect')
    expect(socket.alpnProtocol).toBe('h2')
    socket.destroy()
  })

  test('is real if its origin is on the allowlist', async () => {
    const port = await listen(tls.createServer({ ...certificate, ALPNProtocols: ['http/1.1'] }))
    start([], { passthrough: [`https://127.0.0.1:${port}`] })
    const socket = tls.connect({ host: '127.0.0.1', port, ALPNProtocols: ['h2', 'http/1.1'], ...insecure })
    await once(socket, 'secureConnect')
    expect(socket.alpnProtocol).toBe('http/1.1')
    socket.destroy()
  })
})

test('allowH2 of undici speaks HTTP/2 with an origin on the allowlist, and each request is once in the journal', async () => {
  const port = await listen(
    http2.createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) =>
      response.end(request.httpVersion),
    ),
  )
  const origin = `https://127.0.0.1:${port}`
  const mocks = start([rest.get('/mocked', 'mocked')], { passthrough: [origin] })
  const dispatcher = new undici.Agent({ allowH2: true, connect: insecure })
  onTestFinished(() => dispatcher.destroy())
  const get = async (path: string) => (await undici.request(origin + path, { dispatcher })).body.text()
  expect([await get('/a'), await get('/mocked'), await get('/b')]).toEqual(['2.0', '"mocked"', '2.0'])
  expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['passed', 'answered', 'passed'])
})

test('a server of this process answers its own clients, and no client sees it otherwise', async () => {
  const server = http2.createServer((_, response) => response.end('served'))
  const port = await listen(server)
  const mocks = start([], { passthrough: [`http://127.0.0.1:${port}`] })
  expect(await ask(open(`http://127.0.0.1:${port}`), { ':path': '/' })).toEqual([200, 'served'])
  expect(mocks.calls()).toHaveLength(1)
})

test('a mocked session opens no connection', async () => {
  let connections = 0
  const port = await listen(net.createServer(() => connections++))
  start([rest.get('/users', [1])])
  const session = open(`http://127.0.0.1:${port}`, {
    createConnection: () => net.connect(port, '127.0.0.1'),
  })
  expect(await ask(session, { ':path': '/users' })).toEqual([200, '[1]'])
  session.close()
  await once(session, 'close')
  expect(connections).toBe(0)
})

test('a session whose listeners its client removes, as grpc-js does, closes the connection that it was opened over', async () => {
  const port = await listen(net.createServer())
  start([rest.get('/users', [1])])
  const connection = net.connect(port, '127.0.0.1')
  onTestFinished(() => {
    connection.destroy()
  })
  const session = open('https://api.test', { createConnection: () => connection })
  expect(await ask(session, { ':path': '/users' })).toEqual([200, '[1]'])
  session.removeAllListeners()
  session.close()
  await expect.poll(() => connection.destroyed).toBe(true)
})
