import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import tls from 'node:tls'
import { ProxyAgent, request } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { passthrough, rest } from '../../src/entries/index.ts'
import { start, startForgiving, thrownBy } from '../promises/support.ts'
import { certificate } from './certificate.ts'

/** A proxy that tunnels, and counts its tunnels. */
async function tunnelProxy(): Promise<{ url: string; opened: string[] }> {
  const opened: string[] = []
  const proxy = http.createServer()
  proxy.on('connect', ({ url = '' }, client) => {
    opened.push(url)
    const [host, port] = url.split(':')
    const target = net.connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Here you are\r\nX-Proxy: yes\r\n\r\n')
      target.pipe(client).pipe(target)
    })
    for (const socket of [client, target]) socket.on('error', () => {})
  })
  const port = await listen(proxy)
  return { url: `http://127.0.0.1:${port}`, opened }
}

async function listen(server: net.Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
  })
  return (server.address() as AddressInfo).port
}

describe('through a proxy', () => {
  test.for(['http://api.test/users', 'https://api.test/users'])(
    '%s is mocked, and the proxy is not asked',
    async (url) => {
      const proxy = await tunnelProxy()
      const mocks = start([rest.get(url, ['mocked'])])
      const dispatcher = new ProxyAgent({ uri: proxy.url, proxyTunnel: true })
      onTestFinished(() => dispatcher.close())
      for (let turn = 0; turn < 2; turn++) {
        const { body } = await request(url, { dispatcher })
        expect(await body.json()).toEqual(['mocked'])
      }
      expect(mocks.calls().map(({ request }) => request.url)).toEqual([url, url])
      expect(proxy.opened).toEqual([])
    },
  )

  test.for(['http', 'https'] as const)('%s passes through, by the tunnel', async (protocol) => {
    const proxy = await tunnelProxy()
    const server = protocol === 'http' ? http.createServer() : https.createServer(certificate)
    server.on('request', (incoming: http.IncomingMessage, outgoing: http.ServerResponse) =>
      outgoing.end(`real ${incoming.url}`),
    )
    const port = await listen(server)
    start([rest.get('/users', passthrough())])
    const dispatcher = new ProxyAgent({ uri: proxy.url, proxyTunnel: true, requestTls: { ca: certificate.cert } })
    onTestFinished(() => dispatcher.close())
    for (let turn = 0; turn < 2; turn++) {
      const { body } = await request(`${protocol}://127.0.0.1:${port}/users`, { dispatcher })
      expect(await body.text()).toBe('real /users')
    }
    expect(new Set(proxy.opened)).toEqual(new Set([`127.0.0.1:${port}`]))
  })

  test.for(['http', 'https'] as const)(
    'a tunnel that the client believes to have is opened when a request in it passes through: %s',
    async (protocol) => {
      const proxy = await tunnelProxy()
      const server = protocol === 'http' ? http.createServer() : https.createServer(certificate)
      server.on('request', ({ url }: http.IncomingMessage, outgoing: http.ServerResponse) =>
        outgoing.end(`real ${url}`),
      )
      const port = await listen(server)
      // A function is asked only about the request itself, when the client has its tunnel already.
      start([], { passthrough: [({ url }) => url.endsWith('/users')] })
      const dispatcher = new ProxyAgent({ uri: proxy.url, proxyTunnel: true, requestTls: { ca: certificate.cert } })
      onTestFinished(() => dispatcher.close())
      const { body } = await request(`${protocol}://127.0.0.1:${port}/users`, { dispatcher })
      expect(await body.text()).toBe('real /users')
      expect(proxy.opened).toEqual([`127.0.0.1:${port}`])
    },
  )

  test('a request with the whole URL in its first line, as clients send it to a proxy, is for that URL', async () => {
    const mocks = start([rest.get('http://api.test/users', ['mocked'])])
    const outgoing = http.get({ host: 'proxy.test', port: 3128, path: 'http://api.test/users?a=1' })
    const [response] = await once(outgoing, 'response')
    response.resume()
    expect(mocks.calls().map(({ request }) => request.url)).toEqual(['http://api.test/users?a=1'])
  })
})

test('a tunnel without a host and a port fails with the reason', async () => {
  const mocks = startForgiving([])
  const outgoing = http.request({ host: 'proxy.test', method: 'CONNECT', path: '/users' }).end()
  const [error] = await once(outgoing, 'error')
  expect(error.message).toBe('The target of a tunnel must be a host and a port, not /users')
  expect(thrownBy(() => mocks.verify())).toBe(error)
})

describe('TLS over a socket that exists already', () => {
  const secure = (port = 443, host = 'api.test') =>
    tls.connect({ socket: net.connect(port, host), servername: 'localhost', ca: certificate.cert })

  test('is mocked', async () => {
    const mocks = start([rest.get('/users', ['mocked'])])
    const outgoing = https.get('https://api.test/users', { createConnection: () => secure() })
    const [response] = await once(outgoing, 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    expect([text, mocks.calls()[0]?.request.url]).toEqual(['["mocked"]', 'https://api.test/users'])
  })

  test('passes through', async () => {
    const server = https.createServer(certificate, (incoming, outgoing) => outgoing.end(`real ${incoming.url}`))
    const port = await listen(server)
    start([rest.get('/users', passthrough())])
    const outgoing = https.get('https://localhost/users', { createConnection: () => secure(port, '127.0.0.1') })
    const [response] = await once(outgoing, 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    expect(text).toBe('real /users')
  })
})
