import http, { type ClientRequest } from 'node:http'
import { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { rest, setupMocks } from '../../src/entries/index.ts'
import { rejectionOf, start, thrownBy } from '../promises/support.ts'
import { listen } from './listen.ts'

interface Waiting {
  readonly request: ClientRequest
  readonly target: string
}

/** An agent that extends no other, with the methods of `tunnel` and `tunnel-agent`: its `createSocket` takes options. */
class TunnelAgent {
  readonly requests: Waiting[] = []
  readonly #proxy: string
  #isBusy = false

  constructor(proxy: string) {
    this.#proxy = proxy
  }

  addRequest(request: ClientRequest, { host, port }: { host: string; port: number }): void {
    const options = { request, target: `${host}:${port}` }
    if (this.#isBusy) this.requests.push(options)
    else this.createSocket(options, (socket) => request.onSocket(socket))
  }

  createSocket({ target }: Waiting, done: (socket: Socket) => void): void {
    this.#isBusy = true
    const connect = http.request(this.#proxy, { method: 'CONNECT', path: target, agent: false })
    connect.once('connect', (_response, socket) => {
      socket.once('close', () => this.#next())
      done(socket as Socket)
    })
    connect.once('error', () => {})
    connect.end()
  }

  #next(): void {
    this.#isBusy = false
    const options = this.requests.shift()
    if (options) this.createSocket(options, (socket) => options.request.onSocket(socket))
  }
}

const agentTo = (proxy: string) => new TunnelAgent(proxy) as unknown as http.Agent

async function textOf(url: string, agent?: http.Agent): Promise<string> {
  const request = http.get(url, { agent: agent ?? new http.Agent() })
  return new Promise((resolve, reject) => {
    request.once('error', reject)
    request.once('response', async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve(text)
    })
  })
}

test('stop() throws a TypeError after a request through `tunnel`, and the mocks that are started next intercept nothing', async () => {
  const port = await listen(http.createServer((_request, response) => response.end('real')))
  const { connect } = Socket.prototype
  const { fetch } = globalThis
  const mocks = setupMocks([rest.get('http://api.test/users', ['mocked'])])
  mocks.start()
  expect(await textOf('http://api.test/users', agentTo('http://127.0.0.1:9'))).toBe('["mocked"]')
  mocks.stop()
  expect(Socket.prototype.connect).toBe(connect)
  expect(globalThis.fetch).toBe(fetch)
  const url = `http://127.0.0.1:${port}/`
  expect(await textOf(url)).toBe('real')
  start([rest.get(url, ['again'])])
  expect(await textOf(url)).toBe('["again"]')
  expect(await (await globalThis.fetch(url)).json()).toEqual(['again'])
})

test('a request in the queue of `tunnel` opens a tunnel when the mocks have ended', async () => {
  const proxy = http.createServer()
  const asked: (string | undefined)[] = []
  proxy.on('connect', ({ url }, socket) => {
    asked.push(url)
    socket.end('HTTP/1.1 502 No\r\n\r\n')
  })
  const agent = agentTo(`http://127.0.0.1:${await listen(proxy)}`)
  const mocks = setupMocks([rest.get('http://api.test/users', ['mocked'], { delay: Number.POSITIVE_INFINITY })])
  mocks.start()
  const arrived = new Promise((resolve) => mocks.on('request', resolve))
  const failures = ['/users', '/users'].map((path) => rejectionOf(textOf(`http://api.test${path}`, agent)))
  await arrived
  mocks.stop()
  for (const failure of failures) expect(await failure).toMatchObject({ code: 'ABORT_ERR' })
  await new Promise(setImmediate)
  expect(asked).toEqual([])
})

test('an undo that throws keeps the others from running, and the next mocks do not intercept', async () => {
  const mocks = setupMocks([])
  const { fetch } = globalThis
  mocks.start()
  const { prototype } = http.ClientRequest
  const patched = Object.getOwnPropertyDescriptor(prototype, 'onSocket') as PropertyDescriptor
  onTestFinished(() => void Object.defineProperty(prototype, 'onSocket', patched))
  Object.defineProperty(prototype, 'onSocket', {
    configurable: true,
    get() {
      throw new Error('not readable')
    },
  })
  expect(thrownBy(() => mocks.stop())).toEqual(new Error('not readable'))
  Object.defineProperty(prototype, 'onSocket', patched)
  expect(globalThis.fetch).toBe(fetch)
  start([rest.get('http://api.test/users', ['next'])])
  expect(await textOf('http://api.test/users')).toBe('["next"]')
  expect(await (await globalThis.fetch('http://api.test/users')).json()).toEqual(['next'])
})
