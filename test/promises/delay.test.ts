import http from 'node:http'
import { text } from 'node:stream/consumers'
import * as undici from 'undici'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rest, setupMocks } from '../../src/entries/index.ts'
import { rejectionOf, start } from './support.ts'

const ask = async (path: string, init?: RequestInit) => (await fetch(`http://api.test${path}`, init)).json()

/** Taken before the mocks start: its requests come through sockets. */
const captured = globalThis.fetch

/** Resolves when a request has come as far as it can without anybody's doing. */
const settled = () => vi.advanceTimersByTimeAsync(0)

describe('under fake timers', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('a stub without a delay answers without advancing, also a resolver, and a hundred in a row', async () => {
    start([
      rest.get('/users', []),
      rest.get('/made', async () => 'made'),
      rest.post('/users', ({ request }) => request.body),
    ])
    for (let turn = 0; turn < 100; turn++) expect(await ask('/users')).toEqual([])
    expect(await ask('/made')).toBe('made')
    expect(
      await ask('/users', { method: 'POST', body: '[1]', headers: { 'content-type': 'application/json' } }),
    ).toEqual([1])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('next() does not wait for the delay of its stub', async () => {
    const next = rest.get('/users', (context) => context.next(), { delay: 1000 })
    start([next, rest.get('/users', [])])
    expect(await ask('/users')).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  test.for([
    {
      name: 'http',
      send: () =>
        new Promise((resolve, reject) => {
          http.get('http://api.test/users', (response) => text(response).then(resolve, reject)).on('error', reject)
        }),
    },
    { name: 'undici', send: async () => (await undici.request('http://api.test/users')).body.text() },
    { name: 'a fetch taken before start', send: async () => (await captured('http://api.test/users')).text() },
  ])('a stub without a delay answers $name without advancing', async ({ send }) => {
    start([rest.get('/users', [])])
    expect(await send()).toBe('[]')
  })

  test.for([
    { name: 'a setting', stub: rest.get('/slow', 'slow', { delay: 1000 }) },
    {
      name: 'setDelay()',
      stub: rest.get('/slow', ({ setDelay }) => {
        setDelay(1000)
        return 'slow'
      }),
    },
  ])('a delay by $name answers when the time is over, and not before', async ({ stub }) => {
    const mocks = start([stub])
    const answer = ask('/slow')
    await vi.advanceTimersByTimeAsync(999)
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual([undefined])
    await vi.advanceTimersByTimeAsync(1)
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['answered'])
    expect(await answer).toBe('slow')
  })

  test('a delay began after the tick of its fetch, so that fake timers that are advanced in that tick never ended it', async () => {
    start([rest.get('/slow', 'slow', { delay: 1000 })])
    const answer = ask('/slow')
    vi.advanceTimersByTime(1000)
    expect(await answer).toBe('slow')
  })

  test('setDelay() wins over the setting', async () => {
    start([
      rest.get(
        '/slow',
        ({ setDelay }) => {
          setDelay(0)
          return 'fast'
        },
        { delay: 1000 },
      ),
    ])
    expect(await ask('/slow')).toBe('fast')
  })

  test('an aborted delay leaves no timer', async () => {
    start([rest.get('/slow', 'slow', { delay: 1000 })])
    const abort = new AbortController()
    const rejection = rejectionOf(ask('/slow', { signal: abort.signal }))
    await settled()
    expect(vi.getTimerCount()).toBe(1)
    abort.abort(new Error('enough'))
    expect(await rejection).toEqual(new Error('enough'))
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('Infinity never answers', () => {
  const never = { delay: Number.POSITIVE_INFINITY }

  test('until the client aborts', async () => {
    const mocks = start([rest.get('/slow', {}, never)])
    const abort = new AbortController()
    mocks.on('request', () => queueMicrotask(() => abort.abort(new Error('enough'))))
    expect(await rejectionOf(ask('/slow', { signal: abort.signal }))).toEqual(new Error('enough'))
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['aborted'])
  })

  test('until the client’s time-out, with the error of the signal', async () => {
    start([rest.get('/slow', {}, never)])
    expect(await rejectionOf(ask('/slow', { signal: AbortSignal.timeout(1) }))).toMatchObject({ name: 'TimeoutError' })
  })

  test('until the mocks end', async () => {
    const mocks = setupMocks([rest.get('/slow', {}, never)])
    mocks.start()
    mocks.on('request', () => queueMicrotask(() => mocks.stop()))
    expect(await rejectionOf(ask('/slow'))).toMatchObject({ name: 'AbortError' })
  })

  test('and a time that is too long for a timer never ends', async () => {
    const mocks = start([rest.get('/slow', {}, { delay: 2 ** 31 })])
    const abort = new AbortController()
    const answer = rejectionOf(ask('/slow', { signal: abort.signal }))
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual([undefined])
    abort.abort()
    expect(await answer).toMatchObject({ name: 'AbortError' })
  })
})
