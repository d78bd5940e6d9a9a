import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { PerformanceObserver } from 'node:perf_hooks'
import { Agent, Pool, request as send } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { rest, text } from '../../src/entries/index.ts'
import { start } from '../promises/support.ts'
import { listen } from './listen.ts'

/* What a process would notice of mocks besides the answers. */

async function textOf(request: http.ClientRequest): Promise<string> {
  const [response] = await once(request, 'response')
  let all = ''
  for await (const chunk of response) all += chunk
  return all
}

test.for([{ cert: 'cert' }, { key: 'key' }, { pfx: 'pfx' }])(
  '%o, which Node cannot read, is not refused as without mocks',
  async (unreadable) => {
    const codesOf = async () => {
      const dispatcher = new Agent({ connect: unreadable })
      const asks = [
        async () => https.get('https://api.test/users', { ...unreadable, agent: false }),
        () => send('https://api.test/users', { dispatcher }),
      ]
      return Promise.all(asks.map((ask) => ask().catch(({ code, message }) => code ?? message)))
    }
    const without = await codesOf()
    start([rest.get('https://api.test/users', ['mocked'])])
    expect(await codesOf()).toEqual(without)
  },
)

test('a process that only asks is reported as one that serves', async () => {
  const seen: string[] = []
  const channels = ['http.server.request.start', 'http.server.response.created', 'http.server.response.finish']
  const listeners = channels.map((name) => [name, () => seen.push(name)] as const)
  for (const [name, listener] of listeners) subscribe(name, listener)
  const observer = new PerformanceObserver((list) => seen.push(...list.getEntries().map(({ name }) => name)))
  observer.observe({ entryTypes: ['http'] })
  onTestFinished(() => {
    observer.disconnect()
    for (const [name, listener] of listeners) unsubscribe(name, listener)
  })
  start([rest.get('http://api.test/users', ['mocked'])])
  expect(await textOf(http.get('http://api.test/users', { agent: false }))).toBe('["mocked"]')
  await expect.poll(() => seen).toEqual(['HttpClient'])
  // A server of this process is still reported.
  const port = await listen(http.createServer((_request, response) => response.end('real')))
  const socket = net.connect(port, '127.0.0.1')
  socket.end('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  await once(socket.resume(), 'close')
  await expect.poll(() => seen).toEqual(['HttpClient', ...channels.slice(0, 2).reverse(), channels[2], 'HttpRequest'])
})

test.for([
  ['Pool', () => new Pool('http://api.test', { connections: 1 })],
  ['Agent', () => new Agent({ connections: 2 })],
] as const)("a request that waits in an undici %s is answered by another isolate's override", async ([, make]) => {
  const dispatcher = make()
  const mocks = start([rest.get('http://api.test/who', text('nobody'))])
  const names = ['ada', 'bob', 'eve', 'dan']
  const ask = (name: string) =>
    mocks.isolate(async () => {
      mocks.use(rest.get('http://api.test/who', text(name)))
      const { body } = await send('http://api.test/who', { dispatcher })
      return [await body.text(), mocks.calls().length]
    })
  expect(await Promise.all(names.map(ask))).toEqual(names.map((name) => [name, 1]))
})

test.for(['chunked', 'gzip'])('an http client hangs at a stub with `transfer-encoding: %s`', async (encoding) => {
  start([rest.get('http://api.test/users', ['mocked'], { headers: { 'transfer-encoding': encoding } })])
  expect(await textOf(http.get('http://api.test/users', { agent: false }))).toBe('["mocked"]')
})

test('a request to an IPv6 address with a zone fails as no valid URL', async () => {
  start([rest.get('http://[fe80::1]/users', ['mocked'])])
  expect(await textOf(http.get({ host: 'fe80::1%lo', path: '/users', agent: false }))).toBe('["mocked"]')
})

test('fetch has another name and length while mocks run', () => {
  const { name, length } = fetch
  start([])
  expect([fetch.name, fetch.length]).toEqual([name, length])
})

test('an undici request over a proxy that first speaks other bytes is taken for a broken one', async () => {
  const greetings: string[] = []
  const proxy = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (bytes: Buffer) => {
      greetings.push(bytes.toString('hex'))
      socket.write(Buffer.from([5, 0]))
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nreal'))
    })
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as net.AddressInfo
  const dispatcher = () =>
    new Agent({
      connect(_options, done) {
        const socket = net.connect(port, '127.0.0.1')
        socket.write(Buffer.from([5, 1, 0]))
        socket.once('data', () => done(null, socket))
      },
    })
  const mocks = start([rest.get('http://api.test/mocked', text('mocked'))], { passthrough: ['http://api.test'] })
  const ask = async (path: string) => (await send(`http://api.test${path}`, { dispatcher: dispatcher() })).body.text()
  expect(await ask('/mocked')).toBe('mocked')
  expect(await ask('/real')).toBe('real')
  expect(greetings).toEqual(['050100', '050100'])
  expect(mocks.calls().map(({ request, outcome }) => [request.url, outcome])).toEqual([
    ['http://api.test/mocked', 'answered'],
    ['http://api.test/real', 'passed'],
  ])
})

test("an agent's proxy is taken for the origin of a plain http request", async () => {
  const port = await listen(http.createServer((_request, response) => response.end('real')))
  class ProxyAgent extends http.Agent {
    override createConnection(): net.Socket {
      return net.connect(port, '127.0.0.1')
    }
  }
  const mocks = start([rest.get('http://api.test/users', ['mocked'])], { passthrough: ['http://other.test'] })
  const ask = (url: string) => textOf(http.get(url, { agent: new ProxyAgent() }))
  expect(await ask('http://api.test/users')).toBe('["mocked"]')
  expect(await ask('http://other.test/users')).toBe('real')
  expect(mocks.calls().map(({ request }) => request.url)).toEqual(['http://api.test/users', 'http://other.test/users'])
})
