import { setImmediate as task } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Frame, Request, Route } from '@playwright/test'
import { expect, onTestFinished, test, vi } from 'vitest'
import { brandOf } from '../../src/core/brand.ts'
import {
  cut,
  type Mocks,
  networkError,
  passthrough,
  rest,
  type Stub,
  setupMocks,
  stream,
  text,
} from '../../src/entries/index.ts'
import type { MocksBrand } from '../../src/mocks/mocks.ts'
import { answerRoute, isAnsweringOwn } from '../../src/playwright/answer-route.ts'
import type { StreamPort } from '../../src/playwright/stream-port.ts'
import type { Answer } from '../../src/response/verdict.ts'

/* What the browser does with an answer is tested in `test/consumers/playwright`. */

interface Sent {
  readonly url: string
  readonly method?: string
  readonly type?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

const PAGE = 'http://localhost:3000'

function mocksOf(...routes: Stub[]): Mocks {
  const mocks = setupMocks(routes, { patch: false, passthrough: ['https://cdn.test', isAnsweringOwn] })
  onTestFinished(() => {
    mocks.reset({ failures: true })
    mocks.stop()
  })
  return mocks
}

/** Answers a request, and returns what Playwright is told. */
async function told(
  mocks: Mocks,
  { url, method = 'GET', type = 'fetch', headers = {}, body }: Sent,
  port?: StreamPort,
  signal = new AbortController().signal,
): Promise<unknown> {
  const acts: unknown[] = []
  const request = {
    url: () => new URL(url, PAGE).href,
    method: () => method,
    resourceType: () => type,
    headers: () => headers,
    isNavigationRequest: () => type === 'document',
    frame: () => ({ url: () => `${PAGE}/` }) as Frame,
    postDataBuffer: () => (body === undefined ? null : Buffer.from(body)),
  } satisfies Partial<Request>
  const route = {
    request: () => request as Request,
    abort: async (reason) => void acts.push({ abort: reason }),
    continue: async (options) => void acts.push({ continue: options }),
    fallback: async () => void acts.push('fallback'),
    fulfill: async ({ status, headers, body } = {}) => void acts.push({ status, headers, body: String(body) }),
  } satisfies Partial<Route>
  const takes = async (asked: globalThis.Request) => (await mocks.explain(asked)).stub !== undefined
  const pageMocks = {
    answer: (brandOf(mocks, 'mocks') as MocksBrand).answer,
    takes,
    port,
    beforeNetwork: async () => {},
  }
  await answerRoute(route as unknown as Route, pageMocks, signal)
  expect(acts).toHaveLength(1)
  return acts[0]
}

const gzipped = () =>
  new Response(gzipSync('plain'), { headers: { 'content-encoding': 'gzip', 'content-type': 'text/plain' } })
const twoCookies = new Headers([
  ['set-cookie', 'a=1; Path=/'],
  ['set-cookie', 'b=2'],
])
const html = { 'content-type': 'text/html' }

test.each<[title: string, stub: Stub, sent: Sent, told: unknown]>([
  [
    'an answer with its status and body',
    rest.get('/users', [{ id: 1 }], { status: 201 }),
    { url: '/users' },
    { status: 201, headers: { 'content-type': 'application/json', 'content-length': '10' }, body: '[{"id":1}]' },
  ],
  [
    'all cookies, in lines',
    rest.get('/users', () => new Response(null, { headers: twoCookies })),
    { url: '/users' },
    { status: 200, headers: { 'set-cookie': 'a=1; Path=/\nb=2' }, body: '' },
  ],
  [
    'a body that is encoded, decoded',
    rest.get('/users', gzipped),
    { url: '/users' },
    { status: 200, headers: { 'content-type': 'text/plain' }, body: 'plain' },
  ],
  ['a network error', rest.get('/users', networkError('ECONNRESET')), { url: '/users' }, { abort: 'connectionreset' }],
  ['a body that breaks off', rest.get('/users', cut('ab', 1)), { url: '/users' }, { abort: 'connectionclosed' }],
  ['passthrough()', rest.get('/users', passthrough()), { url: '/users' }, 'fallback'],
  ['the option passthrough', rest.get('/users', []), { url: 'https://cdn.test/x' }, 'fallback'],
  ['a miss', rest.get('/users', []), { url: '/user' }, { abort: 'failed' }],
  ['a document that no stub takes', rest.get('/users', []), { url: '/', type: 'document' }, 'fallback'],
  [
    'a document that a stub takes',
    rest.get('/', text('hello'), { headers: html }),
    { url: '/', type: 'document' },
    { status: 200, headers: { ...html, 'content-length': '5' }, body: 'hello' },
  ],
  [
    'a redirect of a document to the network',
    rest.get('/old', () => new Response(null, { status: 302, headers: { location: '/new' } })),
    { url: '/old', type: 'document' },
    { status: 302, headers: { location: '/new' }, body: '' },
  ],
])('%s', async (_, stub, sent, expected) => {
  expect(await told(mocksOf(stub), sent)).toEqual(expected)
})

test('a script that no stub takes is not in the journal', async () => {
  const mocks = mocksOf(rest.get('/users', []))
  expect(await told(mocks, { url: '/main.js', type: 'script' })).toBe('fallback')
  expect(mocks.calls()).toEqual([])
})

test('a miss fails the test', async () => {
  const mocks = mocksOf(rest.get('/users', []))
  await told(mocks, { url: '/user' })
  expect(() => mocks.verify()).toThrow(/^No stub answers GET http:\/\/localhost:3000\/user\n/)
  expect(mocks.calls()).toMatchObject([{ outcome: 'unmatched', from: 'page' }])
})

test('stubs see the body and the cookies, but not the cookie of the test', async () => {
  const mocks = mocksOf(rest.post('/users', ({ request }) => ({ body: request.body, cookies: request.cookies })))
  const headers = { 'content-type': 'application/json', cookie: 'mynah-test=1.a.b; session=abc' }
  const answer = await told(mocks, { url: '/users', method: 'POST', headers, body: '{"name":"Ada"}' })
  expect(answer).toMatchObject({ body: '{"body":{"name":"Ada"},"cookies":{"session":"abc"}}' })
})

const login = rest.post(
  '/login',
  () => new Response(null, { status: 303, headers: { location: '/me', 'set-cookie': 'session=new; Path=/' } }),
)

test('a redirect is followed among the stubs, with the cookies that it sets', async () => {
  const mocks = mocksOf(
    login,
    rest.get('/me', ({ request }) => request.cookies),
  )
  const sent = { url: '/login', method: 'POST', headers: { cookie: 'session=old; theme=dark' }, body: 'a=1' }
  expect(await told(mocks, sent)).toMatchObject({
    status: 200,
    headers: { 'set-cookie': 'session=new; Path=/' },
    body: '{"session":"new","theme":"dark"}',
  })
  expect(mocks.calls().map(({ request, from }) => [request.method, new URL(request.url).pathname, from])).toEqual([
    ['POST', '/login', 'page'],
    ['GET', '/me', 'page'],
  ])
})

test('a redirect that no stub takes is a miss', async () => {
  const mocks = mocksOf(login)
  expect(await told(mocks, { url: '/login', method: 'POST' })).toEqual({ abort: 'failed' })
  expect(() => mocks.verify()).toThrow(/^No stub answers GET http:\/\/localhost:3000\/me\n/)
})

test.each([
  { title: 'a link', sent: { url: '/form', type: 'document' } },
  { title: 'a link, with a body that no page can send', sent: { url: '/form', type: 'document', body: 'a=1' } },
  { title: 'a form', sent: { url: '/form', method: 'POST', type: 'document', body: 'a=1' } },
  { title: 'an empty form', sent: { url: '/form', method: 'POST', type: 'document' } },
])('a document that a stub takes is answered: $title', async ({ sent }) => {
  const mocks = mocksOf(rest.all('/form', text('Hello')))
  expect(await told(mocks, sent)).toMatchObject({ status: 200, body: 'Hello' })
})

async function* later() {
  yield 'a'
  await task()
  yield 'b'
}

/** Keeps what it is offered. */
function fakePort() {
  const offered: Answer[] = []
  const offer: StreamPort['offer'] = async (answer) => {
    offered.push(answer)
    return { url: 'http://127.0.0.1:1/stream', ended: Promise.resolve() }
  }
  return { offered, offer, close: () => {} }
}

const API = 'http://api.test'
const logged = { 'set-cookie': 'a=1' }

test.each<[title: string, sent: Sent, headers: Record<string, string>, told: unknown]>([
  ['over http', { url: '/chunks' }, {}, { continue: { url: 'http://127.0.0.1:1/stream' } }],
  ['over https', { url: 'https://api.test/chunks' }, {}, { status: 200, headers: {}, body: 'ab' }],
  ['as a document', { url: '/chunks', type: 'document' }, {}, { status: 200, headers: {}, body: 'ab' }],
  ['with a cookie', { url: '/chunks' }, logged, { status: 200, headers: logged, body: 'ab' }],
])('a stream is sent chunk by chunk if a port can carry it: %s', async (_, sent, headers, expected) => {
  const port = fakePort()
  const mocks = mocksOf(rest.get('/chunks', () => stream(later()), { headers }))
  expect(await told(mocks, sent, port)).toEqual(expected)
  const texts = await Promise.all(port.offered.map(({ body }) => new Response(body).text()))
  expect(texts).toEqual('continue' in (expected as object) ? ['ab'] : [])
})

test('another origin may read a stream', async () => {
  const port = fakePort()
  const mocks = mocksOf(rest.get('/chunks', () => stream(later())))
  await told(mocks, { url: `${API}/chunks`, headers: { origin: PAGE } }, port)
  await told(mocks, { url: '/chunks', headers: { origin: PAGE } }, port)
  expect(port.offered.map(({ headers }) => Object.fromEntries(headers))).toEqual([
    { 'access-control-allow-credentials': 'true', 'access-control-allow-origin': PAGE, vary: 'Origin' },
    {},
  ])
})

test('a whole body needs no port', async () => {
  const port = fakePort()
  const mocks = mocksOf(rest.get('/users', () => Response.json([])))
  expect(await told(mocks, { url: '/users' }, port)).toMatchObject({ status: 200, body: '[]' })
  expect(port.offered).toEqual([])
})

test('a stream that has not ended when its page gives up is warned of', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const controller = new AbortController()
  const mocks = mocksOf(rest.get('/chunks', () => stream(endless(controller))))
  await expect(told(mocks, { url: '/chunks' }, undefined, controller.signal)).rejects.toThrow('length')
  expect(warn.mock.calls).toEqual([
    [
      'The stream that answers GET http://localhost:3000/chunks had not ended when its page gave up, and the page saw nothing of it. ' +
        'A stream arrives chunk by chunk in Chromium only, over http, at a page of localhost, without set-cookie',
    ],
  ])
})

async function* endless(controller: AbortController) {
  yield 'a'
  await task()
  setImmediate(() => controller.abort())
  await new Promise(() => {})
}

test('the GET after a POST has no origin, as a browser sends it', async () => {
  const mocks = mocksOf(
    login,
    rest.get('/me', ({ request }) => request.headers),
  )
  const sent = { url: '/login', method: 'POST', headers: { origin: PAGE, accept: '*/*' } }
  expect(JSON.parse(((await told(mocks, sent)) as { body: string }).body)).not.toHaveProperty('origin')
})
