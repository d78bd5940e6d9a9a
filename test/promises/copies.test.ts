import { once } from 'node:events'
import http from 'node:http'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { StartedMocks } from '../../src/exchange/started.ts'
import type { Sources } from '../../src/intercept/interceptor.ts'

const SHARED = Symbol.for('mynah.shared.2')

type Mynah = typeof import('../../src/entries/index.ts')

function shared() {
  return Reflect.get(globalThis, SHARED) as { share: ((joining?: StartedMocks) => unknown) & { sources: Sources } }
}

/** Two copies of the library, as after a runner has reset its modules. */
async function twoCopies(): Promise<[Mynah, Mynah]> {
  vi.resetModules()
  const first = await import('../../src/entries/index.ts')
  vi.resetModules()
  return [first, await import('../../src/entries/index.ts')]
}

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

const fetchText = async (url: string, sent: Sent = {}) => (await fetch(url, sent)).text()

function httpText(url: string, { body, ...options }: Sent = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, options, async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      resolve(text)
    })
    request.on('error', reject).end(body)
  })
}

afterEach(() => {
  vi.resetModules()
})

test('two copies share one interception, and a request is one entry of one journal', async () => {
  const original = globalThis.fetch
  const [first, second] = await twoCopies()
  expect(second.setupMocks).not.toBe(first.setupMocks)
  const older = first.setupMocks([first.rest.get('/older', 'older'), first.rest.get('/both', 'older')])
  const newer = second.setupMocks([second.rest.get('/newer', 'newer'), second.rest.get('/both', 'newer')])
  older.start()
  const patched = globalThis.fetch
  const { sources } = shared().share
  const asked: string[] = []
  const unlisten = sources.listen(({ request }) => {
    asked.push(request.url)
  })
  newer.start()
  expect(globalThis.fetch).toBe(patched)

  for (const [path, answer] of [
    ['/older', 'older'],
    ['/newer', 'newer'],
    ['/both', 'newer'],
  ]) {
    expect(await (await fetch(`http://api.test${path}`)).json()).toBe(answer)
    expect(await httpText(`http://api.test${path}`)).toBe(`"${answer}"`)
  }
  expect(older.calls().map(({ request }) => request.url)).toEqual(Array(2).fill('http://api.test/older'))
  expect(newer.calls()).toHaveLength(4)
  expect(asked).toHaveLength(6)
  unlisten()

  const error: unknown = await fetch('http://api.test/nope').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(second.UnmatchedRequestError)
  expect(older.unmatched()).toEqual([])
  expect(newer.unmatched()).toHaveLength(1)

  newer.reset({ failures: true })
  older.stop()
  expect(await (await fetch('http://api.test/newer')).json()).toBe('newer')
  newer.stop()
  expect(globalThis.fetch).toBe(original)
})

test('stubs, matchers and replies of one copy work in the other copy', async () => {
  const [first, second] = await twoCopies()
  const mocks = second.setupMocks([
    first.rest.get('/query', 1, { match: { queries: { a: second.exists() } } }),
    second.rest.get('/text', first.text('hello')),
    first.rest.get('/next', ({ next }) => next()),
    first.rest.get('/next', 'after'),
  ])
  mocks.start()
  expect(await (await fetch('http://api.test/query?a=')).json()).toBe(1)
  expect(await (await fetch('http://api.test/text')).text()).toBe('hello')
  expect(await (await fetch('http://api.test/next')).json()).toBe('after')
  mocks.stop()
})

test('GraphQL of one copy answers over a WebSocket that another copy has caught', async () => {
  const [first] = await twoCopies()
  const { graphql } = await import('../../src/entries/graphql.ts')
  const { websocket } = await import('../../src/entries/websocket.ts')
  const second = await import('../../src/entries/index.ts')
  const catching = first.setupMocks([])
  const api = graphql('/graphql', { websocket })
  const answering = second.setupMocks([api.query('User', ({ variables }) => ({ data: { user: variables.id } }))])
  catching.start()
  answering.start()
  const client = new WebSocket('ws://api.test/graphql', 'graphql-transport-ws')
  const next = async () => JSON.parse(String((await once(client, 'message'))[0]))
  await once(client, 'open')
  client.send('{"type":"connection_init"}')
  expect(await next()).toEqual({ type: 'connection_ack' })
  const payload = { query: 'query User($id: ID) { user(id: $id) }', variables: { id: '7' } }
  client.send(JSON.stringify({ id: '1', type: 'subscribe', payload }))
  expect(await next()).toEqual({ id: '1', type: 'next', payload: { data: { user: '7' } } })
  expect(answering.calls('/graphql').map(({ request }) => [request.method, request.body])).toEqual([
    ['GET', undefined],
    ['POST', payload],
  ])
  expect(catching.calls()).toEqual([])
  client.close()
  await once(client, 'close')
  answering.stop()
  catching.stop()
})

test('an answer of one copy arrives by http, if another copy has made the sources: content-length without a body', async () => {
  const [first, second] = await twoCopies()
  Reflect.deleteProperty(shared(), 'share')
  const stop = first.setupMocks([]).start()
  stop()
  const mocks = second.setupMocks([
    second.rest.get('/text', second.text('hello')),
    second.rest.get('/resolved', () => second.text('resolved')),
  ])
  mocks.start()
  expect(await httpText('http://api.test/text')).toBe('hello')
  expect(await httpText('http://api.test/resolved')).toBe('resolved')
  mocks.stop()
})

test('mocks that a file of Jest never stopped answered the http requests of the next file, whose misses failed no test', async () => {
  const [first, second] = await twoCopies()
  const { get } = http
  const left = first.setupMocks([first.rest.get('/users', 'left')])
  left.start()
  // The next file has a global object of its own, and the same sockets.
  Reflect.deleteProperty(shared(), 'share')
  const mocks = second.setupMocks([second.rest.get('/users', 'own')])
  mocks.start()
  expect(await httpText('http://api.test/users')).toBe('"own"')
  expect(await httpText('http://api.test/nope').catch((error: unknown) => error)).toBeInstanceOf(
    second.UnmatchedRequestError,
  )
  expect([left.calls().length, mocks.calls().length]).toEqual([0, 2])
  mocks.reset({ failures: true })
  mocks.stop()
  left.stop()
  expect(http.get).toBe(get)
})

test.for(['fetch', 'http'] as const)(
  'a body that is sent by %s is not known to the resolver of the second copy',
  async (client) => {
    const [first, second] = await twoCopies()
    const older = first.setupMocks([first.rest.post('/older', ({ request }) => request.body)])
    const newer = second.setupMocks([
      second.rest.post('/newer', ({ request }) => request.body, { match: { body: { id: 1 } } }),
      second.rest.post('/older', 'never', { match: { body: { id: 2 } } }),
    ])
    older.start()
    newer.start()
    const body = JSON.stringify({ id: 1 })
    const headers = { 'content-type': 'application/json' }
    const send = { fetch: fetchText, http: httpText }[client]
    for (const path of ['/newer', '/older']) {
      expect(await send(`http://api.test${path}`, { method: 'POST', headers, body })).toBe(body)
    }
    const [missed] = await Promise.allSettled([send('http://api.test/newer', { method: 'POST', headers, body: '{}' })])
    expect(missed).toMatchObject({ reason: expect.any(second.UnmatchedRequestError) })
    expect([older, newer].map((mocks) => mocks.calls().map(({ request }) => [request.url, request.body]))).toEqual([
      [['http://api.test/older', { id: 1 }]],
      [
        ['http://api.test/newer', { id: 1 }],
        ['http://api.test/newer', {}],
      ],
    ])
    newer.reset({ failures: true })
    newer.stop()
    older.stop()
  },
)

test("mocks of another version, of which nothing but the contract's data is known, cannot answer", async () => {
  const [first] = await twoCopies()
  const mocks = first.setupMocks([first.rest.get('/own', 'own')])
  mocks.start()
  const asked: unknown[] = []
  const others: StartedMocks = {
    baseUrl: undefined,
    place: () => 'other.test.ts:1',
    mocks: () => undefined,
    beginTest() {},
    ending: () => new AbortController().signal,
    passesByHead: () => undefined,
    isAllowedByHead: () => false,
    ask({ source: { method, url } }) {
      asked.push({ method, url })
      const isTaken = url.endsWith('/other')
      return isTaken
        ? { kind: 'response', status: 201, statusText: 'Created', headers: [], body: 'other' }
        : { kind: 'untaken' }
    },
    decide: (_request, { source: { url } }, { length }) => ({
      kind: 'networkError',
      error: new Error(`${url} of ${length}`),
    }),
    fail() {},
    takeFailure: () => undefined,
  }
  const { leave } = shared().share(others) as { leave(): void }
  expect(await fetchText('http://api.test/other')).toBe('other')
  expect(await httpText('http://api.test/other')).toBe('other')
  expect(await fetchText('http://api.test/own')).toBe('"own"')
  await expect(fetch('http://api.test/nope')).rejects.toMatchObject({ cause: { message: 'http://api.test/nope of 2' } })
  expect(asked[0]).toEqual({ method: 'GET', url: 'http://api.test/other' })
  expect(mocks.calls().map(({ request }) => request.url)).toEqual(['http://api.test/own'])
  leave()
  mocks.stop()
})

test('mocks ran in the copy that had patched the clients, which may be of another version', async () => {
  const [first] = await twoCopies()
  const joined: StartedMocks[] = []
  const before = Reflect.get(globalThis, SHARED)
  const share = (joining: StartedMocks) => {
    joined.push(joining)
    return { started: joined, leave() {} }
  }
  Reflect.set(globalThis, SHARED, { ...before, share })
  onTestFinished(() => void Reflect.set(globalThis, SHARED, before))
  const mocks = first.setupMocks([
    first.rest.post('/users', ({ request }) => request.body, { match: { body: { id: 1 } } }),
  ])
  mocks.start()
  const request = (body: string) => {
    let sentBody: ArrayBuffer | undefined
    return {
      source: {
        method: 'POST',
        url: 'http://api.test/users',
        headers: [['content-type', 'application/json']] as [string, string][],
        readBody: () => Promise.reject(new Error('read twice')),
      },
      sender: undefined,
      credentials: undefined,
      isRevocable: false,
      realHead: undefined,
      get unread() {
        return sentBody === undefined
      },
      get sentBody() {
        return sentBody
      },
      async readBody() {
        sentBody = new TextEncoder().encode(body).buffer
      },
    }
  }
  const [self] = joined as [StartedMocks]
  const taken = request('{"id":1}')
  const missed = request('{"id":2}')
  expect(await self.ask(taken)).toMatchObject({ kind: 'response', status: 200, body: '{"id":1}' })
  expect(await self.ask(missed)).toEqual({ kind: 'untaken' })
  expect(await self.decide(missed, missed, joined)).toMatchObject({
    kind: 'error',
    error: { name: 'UnmatchedRequestError', message: expect.stringContaining('body.id  expected 1') },
  })
  expect(mocks.calls().map(({ request, outcome }) => [request.body, outcome])).toEqual([
    [{ id: 1 }, 'answered'],
    [{ id: 2 }, 'unmatched'],
  ])
  expect(self.takeFailure()).toMatchObject({ name: 'UnmatchedRequestError' })
  mocks.stop()
})
