import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { TLSSocket } from 'node:tls'
import axios from 'axios'
import { EventSource, request as undiciRequest } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rest, setupMocks, sse, stream } from '../../src/entries/index.ts'
import { onBoth } from './oracle.ts'

type Headers = Record<string, string | string[]>

async function* silent() {
  await new Promise(() => {})
  yield 'never'
}

describe('the head of a streamed response waits for its first chunk', () => {
  const clients: Readonly<Record<string, (origin: string) => Promise<unknown>>> = {
    async http(origin) {
      const request = http.get(`${origin}/silent`)
      const [response] = await once(request, 'response')
      request.destroy()
      return response.statusCode
    },
    async undici(origin) {
      const { statusCode, body } = await undiciRequest(`${origin}/silent`)
      body.on('error', () => {}).destroy()
      return statusCode
    },
    async axios(origin) {
      const { status, data } = await axios.get(`${origin}/silent`, { responseType: 'stream', adapter: 'http' })
      data.on('error', () => {}).destroy()
      return status
    },
    async EventSource(origin) {
      const source = new EventSource(`${origin}/silent`)
      await new Promise((resolve) => source.addEventListener('open', resolve))
      source.close()
      return source.readyState
    },
    async fetch(origin) {
      const response = await fetch(`${origin}/silent`)
      await response.body?.cancel()
      return response.status
    },
  }

  test.for(Object.entries(clients))('%s', async ([, client]) => {
    const { real, mocked } = await onBoth({
      server: (_request, response) => response.setHeader('content-type', 'text/event-stream').flushHeaders(),
      routes: [rest.get('/silent', () => sse(silent()))],
      client,
    })
    expect(mocked).toEqual(real)
  })
})

test('an assertion that fails in an http response callback becomes a RESPONSE error of the request', async () => {
  const failed = new Error('expected 200 to be 404')
  const { real, mocked } = await onBoth({
    server: (_request, response) => response.end('[]'),
    routes: [rest.get('/users', [])],
    async client(origin) {
      const before = process.listeners('uncaughtException')
      process.removeAllListeners('uncaughtException')
      const seen: string[] = []
      const request = http.get(`${origin}/users`, { agent: false }, () => {
        throw failed
      })
      request.on('error', (error) => seen.push(`error event: ${error.message}`))
      const [error, origin_] = await once(process, 'uncaughtException')
      for (const listener of before) process.on('uncaughtException', listener)
      request.destroy()
      return [error === failed, origin_, seen]
    },
  })
  expect(mocked).toEqual(real)
  expect(mocked).toEqual([true, 'uncaughtException', []])
})

describe('the end of the mocks', () => {
  test('fails a `node:http` request with a `DOMException`, whose read-only `code` axios 1.6 to 1.13 assign', async () => {
    const byServer = new AbortController()
    const request = http.get({ port: 1, signal: byServer.signal })
    byServer.abort()
    const [real] = await once(request, 'error')

    const mocks = setupMocks([rest.get('/slow', [], { delay: Number.POSITIVE_INFINITY })])
    mocks.start()
    onTestFinished(() => mocks.stop())
    const pending = http.get('http://api.test/slow')
    const failing = once(pending, 'error')
    await once(pending, 'socket')
    await expect.poll(() => mocks.calls({ path: '/slow' }).length + 1).toBeGreaterThan(0)
    mocks.stop()
    const [mocked] = await failing
    const shape = (error: NodeJS.ErrnoException) => [
      Object.prototype.toString.call(error),
      error.name,
      error.code,
      Object.getOwnPropertyDescriptor(error, 'code')?.writable,
    ]
    expect(shape(mocked)).toEqual(shape(real))
    expect(mocked.message).toMatch(/^The mocks ended before the request was answered/)
  })
})

describe('headers over http', () => {
  test('a doubled request header is joined, though Node keeps the first of some', async () => {
    const headers = {
      'user-agent': ['a', 'b'],
      authorization: ['Basic 1', 'Basic 2'],
      'content-type': ['text/a', 'text/b'],
      'x-list': ['1', '2'],
      cookie: ['a=1', 'b=2'],
      from: ['x', 'y'],
    }
    const { real, mocked } = await onBoth({
      server: (request, response) => response.end(JSON.stringify({ ...request.headers, host: undefined })),
      routes: [rest.get('/users', ({ request }) => ({ ...request.headers, host: undefined }))],
      client: async (origin) => {
        const [response] = await once(
          http.get(`${origin}/users`, { headers: headers as unknown as string[] }),
          'response',
        )
        return JSON.parse(String(await once(response, 'data')))
      },
    })
    expect(mocked).toEqual(real)
  })

  test.for([
    { made: 'by its settings', stub: (headers: Headers) => rest.get('/users', [], { headers }) },
    {
      made: 'by a resolver',
      stub: (headers: Headers) =>
        rest.get('/users', ({ setHeader }) => {
          for (const [name, value] of Object.entries(headers)) setHeader(name, value)
          return []
        }),
    },
    {
      made: 'by a stream',
      stub: (headers: Headers) => rest.get('/users', () => stream(['[]']), { headers }),
    },
  ])(
    'rawHeaders of a response made $made lose the case of their names, their order and repeated lines',
    async ({ stub }) => {
      const headers: Headers = {
        'X-Zulu': '1',
        'WWW-Authenticate': ['Basic', 'Bearer realm="a, b"'],
        'Content-Type': 'application/json',
        Age: ['1', '2'],
        'Retry-After': ['3', '4'],
        Server: ['a', 'b'],
        'Set-Cookie': ['a=1', 'b=2'],
        'x-Alpha': ['1', '2'],
        'Content-Length': '2',
      }
      const { real, mocked } = await onBoth({
        server(_request, response) {
          response.sendDate = false
          response.shouldKeepAlive = true
          response.removeHeader('connection')
          for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
          response.end('[]')
        },
        routes: [stub(headers)],
        async client(origin) {
          const [response] = await once(http.get(`${origin}/users`), 'response')
          response.resume()
          return { raw: response.rawHeaders, headers: response.headers }
        },
      })
      expect(mocked).toEqual(real)
    },
  )
})

test('a request that is destroyed in its response listener closes twice', async () => {
  const { real, mocked } = await onBoth({
    server: (_request, response) => response.end('[]'),
    routes: [rest.get('/users', [])],
    async client(origin) {
      const events: string[] = []
      const request = http.get(`${origin}/users`)
      for (const name of ['close', 'error', 'abort']) request.on(name, () => events.push(name))
      request.on('response', (response) => {
        for (const name of ['close', 'error', 'end', 'aborted'])
          response.on(name, () => events.push(`response ${name}`))
        request.destroy()
      })
      await once(request, 'close')
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
      return events
    },
  })
  expect(mocked).toEqual(real)
})

test('the answer to a body comes before a client that has written all of it has called end()', async () => {
  const { real, mocked } = await onBoth({
    server: (request, response) => request.resume().on('end', () => response.end('[]')),
    routes: [rest.post('/users', [])],
    async client(origin) {
      const events: string[] = []
      const request = http.request(`${origin}/users`, { method: 'POST', headers: { 'content-length': 4 } })
      for (const name of ['finish', 'response']) request.on(name, () => events.push(name))
      // As jsdom 26 does for an XMLHttpRequest.
      request.write('body')
      setImmediate(() => request.end())
      const [response] = await once(request, 'response')
      response.resume()
      return events
    },
  })
  expect(mocked).toEqual(real)
})

describe('a mocked https connection', () => {
  const exchange = {
    protocol: 'https:' as const,
    server: (_request: http.IncomingMessage, response: http.ServerResponse) => response.end('[]'),
    routes: [rest.get('/users', [])],
  }

  test('is thrown away by a keep-alive agent after each request', async () => {
    const { real, mocked } = await onBoth({
      ...exchange,
      async client(origin) {
        const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false })
        onTestFinished(() => agent.destroy())
        const reused: boolean[] = []
        for (let turn = 0; turn < 3; turn++) {
          const request = https.get(`${origin}/users`, { agent })
          const [response] = await once(request, 'response')
          response.resume()
          await once(response, 'end')
          await new Promise(setImmediate)
          reused.push(request.reusedSocket)
        }
        return reused
      },
    })
    expect(mocked).toEqual(real)
    expect(mocked).toEqual([false, true, true])
  })

  test('has no certificate and no cipher: getCipher().name throws', async () => {
    const { real, mocked } = await onBoth({
      ...exchange,
      async client(origin) {
        const request = https.get(`${origin}/users`, { agent: false, rejectUnauthorized: false })
        const [response] = await once(request, 'response')
        const socket = response.socket as TLSSocket
        const { subject, valid_to } = socket.getPeerCertificate()
        response.resume()
        const { name, version } = socket.getCipher()
        return [typeof subject.CN, Date.parse(valid_to) > Date.now(), typeof name, version, socket.getProtocol()]
      },
    })
    expect(mocked).toEqual(real)
  })
})
