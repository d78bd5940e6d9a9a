import { once } from 'node:events'
import http2, { type ClientHttp2Session } from 'node:http2'
import net from 'node:net'
import tls from 'node:tls'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { passthrough, rest } from '../../src/entries/index.ts'
import { bypass } from '../../src/runtime/bypass.ts'
import { rejectionOf, start, thrownBy } from '../promises/support.ts'
import { certificate } from './certificate.ts'
import { listen } from './listen.ts'
import { http2Loopback } from './loopback.ts'

type Connect = (...args: readonly unknown[]) => ClientHttp2Session
const connect: Connect = (...args) => Reflect.apply(http2.connect, http2, args)

function ending(session: ClientHttp2Session): ClientHttp2Session {
  session.on('error', () => {})
  onTestFinished(() => session.destroy())
  return session
}

async function textOf(session: ClientHttp2Session): Promise<string> {
  const stream = session.request({ ':path': '/users' })
  let text = ''
  for await (const chunk of stream) text += chunk
  return text
}

describe('connect reads its arguments as Node does:', () => {
  const FORMS: Record<string, (port: number, connected: () => void) => ClientHttp2Session> = {
    'a text, and a listener': (port, connected) => connect(`http://localhost:${port}`, connected),
    'a text, options and a listener': (port, connected) => connect(`http://localhost:${port}`, {}, connected),
    'a text, nothing and a listener': (port, connected) => connect(`http://localhost:${port}`, undefined, connected),
    'a URL': (port, connected) => connect(new URL(`http://localhost:${port}`), connected),
    'the parts of a URL': (port, connected) =>
      connect({ protocol: 'http:', hostname: 'localhost', port: String(port) }, connected),
    'a host, and the protocol in the options': (port, connected) =>
      connect({ host: 'localhost', port }, { protocol: 'http:' }, connected),
    'a port alone': (port, connected) => connect({ port }, { protocol: 'http:' }, connected),
  }

  test.for(Object.keys(FORMS))('%s', async (form) => {
    const port = Number(new URL(await http2Loopback('http:')).port)
    const ask = async () => {
      let session: ClientHttp2Session | undefined
      const connecting = new Promise<void>((resolve) => {
        session = FORMS[form]?.(port, resolve)
      })
      const text = await textOf(ending(session as ClientHttp2Session))
      await connecting
      return text
    }
    const real = await ask()
    const mocks = start([rest.get(`http://localhost:${port}/users`, { method: 'GET', url: '/users', body: '' })])
    expect(await ask()).toBe(real)
    expect(mocks.calls()).toHaveLength(1)
  })

  test.for([
    { args: [{ hostname: 'api.test' }], origin: 'https://api.test' },
    { args: [{ protocol: 'http:', hostname: 'api.test' }], origin: 'http://api.test' },
    { args: [{ protocol: 'http:', hostname: 'api.test', port: '' }], origin: 'http://api.test' },
    { args: ['http://[::1]:8080'], origin: 'http://[::1]:8080' },
    { args: ['https://127.0.0.1:8443', { servername: 'api.test' }], origin: 'https://api.test:8443' },
  ])('$args is the origin $origin', async ({ args, origin }) => {
    const mocks = start([rest.get('/users', [1])])
    const session = ending(connect(...args))
    const stream = session.request({ ':path': '/users', ':authority': new URL(origin).host })
    for await (const chunk of stream) expect(String(chunk)).toBe('[1]')
    expect(mocks.calls()[0]?.request.url).toBe(`${origin}/users`)
  })

  test.for([[['nonsense']], [['ftp://api.test']], [[5]], [[]], [['http://api.test', 'options']]])(
    '%j is refused as without mocks',
    ([args = []]) => {
      const real = thrownBy(() => connect(...args))
      start([])
      expect(thrownBy(() => connect(...args))).toEqual(real)
    },
  )
})

test('a promisified connect rejects as without mocks if a server on the allowlist refuses the connection', async () => {
  const server = net.createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as net.AddressInfo
  await once(server.close(), 'close')
  const origin = `http://127.0.0.1:${port}`
  const real = (await rejectionOf(promisify(http2.connect)(origin))) as NodeJS.ErrnoException
  start([], { passthrough: [origin] })
  expect(await rejectionOf(promisify(http2.connect)(origin))).toMatchObject({
    code: real.code,
    message: real.message,
  })
})

describe('a connection that the client opens itself for a session that is mocked', () => {
  test('carries the streams that pass through, if the client has connected it', async () => {
    let connections = 0
    const server = http2.createServer((_request, response) => response.end('real'))
    server.on('connection', () => connections++)
    const port = await listen(server)
    start([rest.get('/users', passthrough())])
    const connection = net.connect(port, '127.0.0.1')
    await once(connection, 'connect')
    const authority = { protocol: 'http:', hostname: 'api.test' }
    const session = ending(connect(authority, { createConnection: () => connection }))
    expect(await textOf(session)).toBe('real')
    expect(connections).toBe(1)
  })

  test('is opened by Node instead, if it was one for the mocked session alone', async () => {
    const server = http2.createSecureServer(certificate, (_request, response) => response.end('real'))
    const port = await listen(server)
    start([rest.get('/users', passthrough())])
    const createConnection = () =>
      tls.connect({ host: '127.0.0.1', port, ALPNProtocols: ['h2'], rejectUnauthorized: false })
    const options = { createConnection, rejectUnauthorized: false }
    expect(await textOf(ending(connect(`https://127.0.0.1:${port}`, options)))).toBe('real')
  })

  test('fails what passes through as without mocks if it breaks, and the mocked streams go on', async () => {
    const port = await listen(net.createServer((socket) => socket.resetAndDestroy()))
    const open = () => ending(connect('http://api.test', { createConnection: () => net.connect(port, '127.0.0.1') }))
    const real = await rejectionOf(textOf(open()))
    start([rest.get('/users', passthrough()), rest.get('/mocked', [1])])
    const session = open()
    expect(await rejectionOf(textOf(session))).toEqual(real)
    for await (const chunk of session.request({ ':path': '/mocked' })) expect(String(chunk)).toBe('[1]')
  })
})

test('connect is Node’s own for code that bypasses the mocks', async () => {
  const origin = await http2Loopback('http:')
  start([rest.get('/users', [1])])
  const session = await bypass(async () => {
    const opened = ending(connect(origin))
    expect(await textOf(opened)).toBe('{"method":"GET","url":"/users","body":""}')
    return opened
  })
  expect(await textOf(session)).toBe('[1]')
})

test('a Node that does not say what it has loaded, and does not hand out its modules, is mocked too', async () => {
  const session = ending(connect('http://127.0.0.1:9'))
  const hidden = ['moduleLoadList', 'getBuiltinModule'].map((name) => {
    const descriptor = Reflect.getOwnPropertyDescriptor(process, name) as PropertyDescriptor
    Reflect.defineProperty(process, name, { value: undefined, configurable: true, writable: true })
    return () => Reflect.defineProperty(process, name, descriptor)
  })
  onTestFinished(() => {
    for (const show of hidden) show()
  })
  const { request } = session.constructor.prototype
  start([rest.get('/users', [1])])
  expect(session.constructor.prototype.request).not.toBe(request)
  expect(await textOf(ending(connect('http://api.test')))).toBe('[1]')
})
