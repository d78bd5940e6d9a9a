import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type MocksOptions, passthrough, redirect, rest, type Stub, setupMocks } from '../src/entries/index.ts'
import { rejectionOf, start, thrownBy } from './promises/support.ts'

const API = 'http://api.test'

/** Mocks that are not started, and end with the test. */
function injected(routes: readonly Stub[], options?: MocksOptions) {
  const mocks = setupMocks(routes, options)
  onTestFinished(() => {
    mocks.reset({ failures: true })
    mocks.stop()
  })
  return mocks
}

test('mocks.fetch answers without a start, and patches nothing', async () => {
  const original = globalThis.fetch
  const mocks = injected([rest.get('/users/:id', ({ request }) => request.params.id)])
  const response = await mocks.fetch(`${API}/users/7`)
  expect([response.status, response.url, await response.json()]).toEqual([200, `${API}/users/7`, '7'])
  expect(globalThis.fetch).toBe(original)
})

test('it takes the arguments of fetch: a URL, a Request, an init', async () => {
  const mocks = injected([rest.post('/users', ({ request }) => [request.body, request.headers['x-team']])])
  const init = { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json', 'x-team': 'Red' } }
  expect(await (await mocks.fetch(new URL(`${API}/users`), init)).json()).toEqual([{ a: 1 }, 'Red'])
  expect(await (await mocks.fetch(new Request(`${API}/users`, init))).json()).toEqual([{ a: 1 }, 'Red'])
})

test('a form of a page, whose class the platform does not know, is read before it is asked about', async () => {
  class PageForm {
    get [Symbol.toStringTag](): string {
      return 'FormData'
    }
    *values(): Iterable<string> {
      yield 'Ada'
    }
    *[Symbol.iterator](): Iterator<[string, string]> {
      yield ['name', 'Ada']
    }
  }
  const mocks = setupMocks([rest.post('http://api.test/users', ({ request }) => request.body)])
  vi.stubGlobal('document', { baseURI: 'http://page.test/' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const response = await mocks.fetch('http://api.test/users', { method: 'POST', body: new PageForm() as never })
  expect(await response.json()).toEqual({ name: 'Ada' })
})

test('a relative URL resolves against the baseUrl', async () => {
  const mocks = injected([rest.get('/users', [])], { baseUrl: API })
  expect((await mocks.fetch('/users')).url).toBe(`${API}/users`)
})

test('redirects are followed, and stubs answer each hop', async () => {
  const mocks = injected([rest.get('/old', redirect('/new')), rest.get('/new', 'new')])
  const response = await mocks.fetch(`${API}/old`)
  expect([response.redirected, await response.json()]).toEqual([true, 'new'])
})

test('journal, overrides, expectations and waitFor of the mocks apply', async () => {
  const mocks = injected([rest.get('/users', 'route')])
  await mocks.fetch(`${API}/users`)
  mocks.use(rest.get('/users', 'override'))
  mocks.expect(rest.get('/users', 'expected'))
  expect(await (await mocks.fetch(`${API}/users`)).json()).toBe('expected')
  expect(await (await mocks.fetch(`${API}/users`)).json()).toBe('override')
  expect(mocks.calls('GET /users')).toHaveLength(3)
  expect(await mocks.waitFor('/users', { times: 3 })).toHaveLength(3)
  mocks.verify()
})

test('an unmatched request rejects, and stop() throws it', async () => {
  const mocks = setupMocks([])
  const error = await rejectionOf(mocks.fetch(`${API}/nope`))
  expect(error).toMatchObject({ code: 'UNMATCHED_REQUEST' })
  expect(thrownBy(() => mocks.stop())).toBe(error)
})

test('an abort of the client ends it', async () => {
  const mocks = injected([rest.get('/users', [], { delay: Infinity })])
  const controller = new AbortController()
  const rejection = rejectionOf(mocks.fetch(`${API}/users`, { signal: controller.signal }))
  controller.abort()
  expect(await rejection).toMatchObject({ name: 'AbortError' })
})

test('stop() aborts what is pending', async () => {
  const mocks = injected([rest.get('/users', [], { delay: Infinity })])
  const rejection = rejectionOf(mocks.fetch(`${API}/users`))
  mocks.stop()
  expect(await rejection).toMatchObject({ name: 'AbortError' })
})

test('other started mocks are not asked', async () => {
  const other = start([rest.get('/users', 'other')])
  const mocks = injected([rest.get('/users', 'own')])
  expect(await (await mocks.fetch(`${API}/users`)).json()).toBe('own')
  expect(other.calls()).toEqual([])
})

test('two mocks each answer their own requests at the same time', async () => {
  const all = Array.from({ length: 10 }, (_, index) => injected([rest.get('/users', index)]))
  const answers = await Promise.all(all.map(async (mocks) => (await mocks.fetch(`${API}/users`)).json()))
  expect(answers).toEqual(all.map((_, index) => index))
  expect(all.map((mocks) => mocks.calls().length)).toEqual(all.map(() => 1))
})

test.each([
  ['before any start', false],
  ['while mocks are started that would answer', true],
])('a passthrough request reaches the network, %s', async (_title, isStarted) => {
  const server = createServer((_request, response) => response.end('"real"'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/`
  const other = isStarted ? start([rest.get('/', 'mocked')]) : undefined
  const mocks = injected([rest.get('/', passthrough())])
  expect(await (await mocks.fetch(url)).json()).toBe('real')
  expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['passed'])
  expect(other?.calls() ?? []).toEqual([])
})

test('a redirect of a real answer reached the network, although its target has a stub', async () => {
  const reached: (string | undefined)[] = []
  const server = createServer(({ url }, response) => {
    reached.push(url)
    response.writeHead(302, { location: '/b' }).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const mocks = injected([rest.all(`${origin}/a`, passthrough()), rest.get(`${origin}/b`, 'stub')], { patch: false })
  const init: RequestInit = { method: 'POST', body: 'x' }
  for (const response of [await mocks.fetch(`${origin}/a`), await mocks.fetch(`${origin}/a`, init)]) {
    expect([response.url, response.redirected, await response.json()]).toEqual([`${origin}/b`, true, 'stub'])
  }
  const manual = await mocks.fetch(`${origin}/a`, { redirect: 'manual' })
  expect([manual.status, manual.headers.get('location')]).toEqual([302, '/b'])
  expect(reached).toEqual(['/a', '/a', '/a'])
  expect(mocks.calls().map(({ outcome }) => outcome)).toEqual([
    ...['passed', 'answered', 'passed', 'answered', 'passed'],
  ])
})
