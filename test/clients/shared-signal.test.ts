import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { networkError, redirect, rest, setupMocks, stream } from '../../src/entries/index.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Returns how many listeners a signal has, once the garbage that held them is collected. */
async function listenersOf(signal: AbortSignal, least: number): Promise<number> {
  for (let round = 0; round < 20 && getEventListeners(signal, 'abort').length > least; round++) {
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
  }
  return getEventListeners(signal, 'abort').length
}

const routes = [
  rest.get('/text', 'x'),
  rest.post('/text', 'x'),
  rest.get('/empty', undefined, { status: 204 }),
  rest.get('/stream', () => stream(['a', 'b'])),
  rest.get('/signal', ({ request }) => [request.signal.aborted, request.raw.url]),
  rest.get('/redirected', redirect('/text')),
  rest.get('/broken', networkError()),
]

describe('a signal that is shared keeps a listener of each answered request', () => {
  test.each<[what: string, path: string, init?: RequestInit]>([
    ['a text', '/text'],
    ['a request with a body', '/text', { method: 'POST', body: new URLSearchParams({ a: '1' }) }],
    ['no body', '/empty'],
    ['a stream', '/stream'],
    ['a resolver that reads the signal', '/signal'],
    ['a redirect', '/redirected'],
    ['a network error', '/broken'],
  ])('%s', async (_what, path, init) => {
    const mocks = setupMocks(routes, { baseUrl: 'https://api.test' })
    const { signal } = new AbortController()
    for (let sent = 0; sent < 20; sent++) {
      await mocks.fetch(path, { ...init, signal }).then(
        (response) => response.text(),
        () => {},
      )
    }
    expect(mocks.calls().length).toBeGreaterThanOrEqual(20)
    expect(await listenersOf(signal, 0)).toBe(0)
  })
})

test('a body that is still read is not ended by the signal of its request after reset()', async () => {
  const mocks = setupMocks([rest.get('/a', () => stream(endless()))], { baseUrl: 'https://api.test' })
  const controller = new AbortController()
  const response = await mocks.fetch('/a', { signal: controller.signal })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  mocks.reset()
  await listenersOf(controller.signal, 0)
  controller.abort(new Error('given up'))
  await expect(reader.read().then(() => reader.read())).rejects.toThrow('given up')
})

async function* endless(): AsyncGenerator<string> {
  for (;;) {
    yield 'x'
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('the call of an answered request has lost its request', async () => {
  const mocks = setupMocks(routes, { baseUrl: 'https://api.test' })
  const { signal } = new AbortController()
  const headers = { 'content-type': 'application/json', 'x-a': '1' }
  await mocks.fetch('/text', { method: 'POST', body: '{"a":1}', headers, signal }).then((sent) => sent.text())
  const [call] = mocks.calls()
  expect(call?.request).toMatchObject({ method: 'POST', body: { a: 1 }, text: '{"a":1}' })
  expect(call?.request.signal.aborted).toBe(false)
  expect(await call?.request.raw.json()).toEqual({ a: 1 })
  expect(call?.request.raw.headers.get('x-a')).toBe('1')
})
