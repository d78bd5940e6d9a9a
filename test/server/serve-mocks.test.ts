import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { cut, networkError, rest, setupMocks, stream, text } from '../../src/entries/index.ts'
import { serveMocks } from '../../src/server/serve-mocks.ts'
import { listen } from '../clients/listen.ts'
import { deferred, messageOf, rejectionOf } from '../promises/support.ts'
import { cookieOf, serve, startApp } from './support.ts'

/*
 * What an application's server observes when a test answers it, compared with a real server. The server is a process of its own.
 */

const CLIENTS = ['fetch', 'captured fetch', 'http', 'kept http', 'axios', 'undici']

async function startServer(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}`
}

const running = startApp({ end: afterAll })

/** Returns a report without the numbers of its lines. */
function withoutLines(report: string): string {
  return report.replace(/(\.m?[jt]s):\d+/g, '$1')
}

const HEADERS: [string, string][] = [
  ['content-type', 'application/json'],
  ['set-cookie', 'a=1; Path=/'],
  ['set-cookie', 'b=2; HttpOnly'],
  ['content-length', '10'],
]

describe.each(CLIENTS)('%s', (client) => {
  test('observes what a real server sends: an answer, an echo of a body, a redirect, a reset connection', async () => {
    const origin = await startServer(async (incoming, outgoing) => {
      if (incoming.url === '/users') return outgoing.writeHead(203, 'Told', HEADERS.flat()).end('{"id": 17}')
      if (incoming.url === '/gone') return incoming.socket.resetAndDestroy()
      if (incoming.url === '/empty') return outgoing.writeHead(204).end()
      const chunks = await incoming.toArray()
      return outgoing
        .writeHead(200, { 'content-type': 'text/plain' })
        .end(`${incoming.method} ${Buffer.concat(chunks)}`)
    })
    const headers = new Headers(HEADERS)
    const served = await serve([
      rest.get(`${origin}/users`, () => new Response('{"id": 17}', { status: 203, statusText: 'Told', headers })),
      rest.post(`${origin}/echo`, ({ request }) => stream([`POST ${request.text}`]), {
        headers: { 'content-type': 'text/plain' },
      }),
      rest.get(`${origin}/empty`, undefined, { status: 204 }),
      rest.get(`${origin}/gone`, networkError('ECONNRESET')),
    ])
    const app = await running
    const asked = [
      { client, to: `${origin}/users` },
      { client, to: `${origin}/echo`, body: 'Grüße' },
      { client, to: `${origin}/empty` },
    ]
    for (const one of asked) {
      const real = await app.ask(one)
      expect(real).toHaveProperty('status')
      expect(await app.ask(one, served)).toEqual(real)
    }
    const reset = JSON.stringify(await app.ask({ client, to: `${origin}/gone` }, served))
    expect(reset).toContain('ECONNRESET')
    expect(served.mocks.calls().map(({ from, outcome }) => `${from} ${outcome}`)).toEqual(
      Array(4).fill('server answered'),
    )
  })

  test('fails with the whole report on a miss, and so does the test', async () => {
    const { mocks, ...served } = await serve([rest.get('http://api.test/users', [])])
    const app = await running
    const observed = JSON.stringify(await app.ask({ client, to: 'http://api.test/user' }, served))
    const failure = withoutLines(messageOf(await rejectionOf(Promise.resolve().then(() => mocks.verify()))))
    expect(failure).toMatchInlineSnapshot(`
      "No stub answers GET http://api.test/user

      Nearest: rest.get('http://api.test/users')  test/server/serve-mocks.test.ts
        path segment 1  expected 'users'
                        received 'user'

      To answer it: rest.get('/user', {})
      The application's server sent this request, at test/server/app.mjs
      To let it reach the network: setupMocks(routes, { passthrough: ['http://api.test'] })"
    `)
    expect(withoutLines(observed)).toContain(JSON.stringify(failure).slice(1, -1))
  })
})

describe('a stream through the application', () => {
  /** Asks the application for the body of `to`, chunk by chunk. */
  async function pipe(to: string, served: Parameters<typeof cookieOf>[0]): Promise<IncomingMessage> {
    const { pipe: port } = await running
    const sent = get({ port, host: '127.0.0.1', path: `/?to=${encodeURIComponent(to)}`, headers: cookieOf(served) })
    const [response] = await once(sent, 'response')
    return response
  }

  test('arrives chunk by chunk', async () => {
    const read = deferred()
    async function* lines() {
      yield 'one\n'
      await read.promise
      yield 'two\n'
    }
    const served = await serve([rest.get('http://api.test/lines', () => stream(lines()))])
    const response = await pipe('http://api.test/lines', served)
    const chunks: AsyncIterator<Buffer> = response[Symbol.asyncIterator]()
    expect(String((await chunks.next()).value)).toBe('one\n')
    read.resolve()
    expect(String((await chunks.next()).value)).toBe('two\n')
    expect((await chunks.next()).done).toBe(true)
  })

  test('ends in the test when the client hangs up', async () => {
    const ended = deferred()
    async function* lines() {
      try {
        yield 'one\n'
        await new Promise(() => {})
      } finally {
        ended.resolve()
      }
    }
    const { mocks, ...served } = await serve([
      rest.get('http://api.test/lines', ({ request }) => {
        request.signal.addEventListener('abort', () => ended.resolve())
        return stream(lines())
      }),
    ])
    const response = await pipe('http://api.test/lines', served)
    await once(response, 'data')
    response.destroy()
    await ended.promise
    expect(mocks.calls()).toHaveLength(1)
  })

  test('breaks off for the client as the test says', async () => {
    const served = await serve([rest.get('http://api.test/export', cut(text('a,b\n1,2\n'), 4))])
    const response = await pipe('http://api.test/export', served)
    const broken = once(response, 'error')
    const [first] = await once(response, 'data')
    expect(String(first)).toBe('a,b\n')
    const [error] = await broken
    expect(error).toMatchObject({ code: 'ECONNRESET' })
  })
})

test.each<[what: string, given: unknown[], message: string]>([
  ['no mocks', [undefined], 'serveMocks(undefined): it takes the mocks of setupMocks'],
  ['no options', [setupMocks([], { patch: false })], 'serveMocks: the options must be an object, got nothing'],
  ['no title', [setupMocks([], { patch: false }), {}], 'serveMocks: title is a string, not nothing'],
])('%s are refused by serveMocks, and no port is taken', async (_what, given, message) => {
  const error = await rejectionOf(serveMocks(...(given as Parameters<typeof serveMocks>)))
  expect([(error as Error).name, messageOf(error)]).toEqual(['RouteDefinitionError', message])
})
