import http from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import type { Sources } from '../../src/intercept/interceptor.ts'

const SHARED = Symbol.for('mynah.shared.1')

type Mynah = typeof import('../../src/entries/index.ts')

function shared() {
  return Reflect.get(globalThis, SHARED) as { interception: { sources: Sources } }
}

/** Two copies of the library, as after a runner has reset its modules. */
async function twoCopies(): Promise<[Mynah, Mynah]> {
  vi.resetModules()
  const first = await import('../../src/entries/index.ts')
  vi.resetModules()
  return [first, await import('../../src/entries/index.ts')]
}

function httpText(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      resolve(text)
    })
    request.on('error', reject)
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
  const { sources } = shared().interception
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

test('an answer of one copy arrives by http, if another copy has made the sources: content-length without a body', async () => {
  const [first, second] = await twoCopies()
  Reflect.deleteProperty(shared(), 'interception')
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
  Reflect.deleteProperty(shared(), 'interception')
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
