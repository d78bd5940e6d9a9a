import http from 'node:http'
import { request as undiciRequest } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rest, setupMocks, UnmatchedRequestError } from '../../src/entries/index.ts'
import { loopback } from '../clients/loopback.ts'
import { deferred, messageOf, rejectionOf, startForgiving, thrownBy } from './support.ts'

const API = 'http://api.test'

function overHttp(url: string, method = 'GET'): Promise<unknown> {
  return new Promise((resolve, reject) => {
    http
      .request(url, { method }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end(method === 'POST' ? 'body' : undefined)
  })
}

const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve))

describe('an un-awaited request, and a stop() in the same tick', () => {
  test('makes stop() throw, and not the next start', async () => {
    const mocks = setupMocks([])
    mocks.start()
    fetch(`${API}/nope`).catch(() => {})
    expect(thrownBy(mocks.stop)).toBeInstanceOf(UnmatchedRequestError)
    mocks.start()
    await nextTick()
    expect(mocks.calls()).toEqual([])
    mocks.stop()
  })

  test('leaves nothing in the next journal, if its body was not read yet', async () => {
    const mocks = setupMocks([])
    mocks.start()
    const rejection = rejectionOf(fetch(`${API}/nope`, { method: 'POST', body: new URLSearchParams('a=1') }))
    mocks.stop()
    mocks.start()
    expect(await rejection).toMatchObject({ name: 'AbortError' })
    expect(mocks.calls()).toEqual([])
    mocks.stop()
  })

  test('leaves nothing in the next journal, while onUnmatched is still deciding', async () => {
    const gate = deferred<'passthrough'>()
    const mocks = setupMocks([], { onUnmatched: () => gate.promise })
    mocks.start()
    const rejection = rejectionOf(fetch(`${API}/nope`))
    expect(mocks.calls()).toHaveLength(1)
    mocks.stop()
    mocks.start()
    gate.resolve('passthrough')
    expect(await rejection).toMatchObject({ name: 'AbortError' })
    expect(mocks.calls()).toEqual([])
    mocks.stop()
  })
})

test('a request that its client aborts while writing the body is ’aborted’ in the journal', async () => {
  const mocks = startForgiving([rest.post('/users', {})])
  const controller = new AbortController()
  const body = new ReadableStream({ pull: () => controller.abort() })
  const init = { method: 'POST', body, duplex: 'half', signal: controller.signal } as RequestInit
  expect(await rejectionOf(fetch(`${API}/users`, init))).toMatchObject({ name: 'AbortError' })
  expect(mocks.calls()).toMatchObject([{ outcome: 'aborted', request: { url: `${API}/users` } }])
  mocks.verify()
})

describe('a stop() while requests are on their way to the mocks', () => {
  const clients = {
    'http GET': (url: string) => overHttp(url),
    'http POST': (url: string) => overHttp(url, 'POST'),
    undici: async (url: string) => (await undiciRequest(url)).statusCode,
  }
  const waits = {
    'in the same tick': () => {},
    'in a microtask': () => Promise.resolve(),
    'in the next tick': nextTick,
  }
  const cases = Object.keys(clients).flatMap((client) =>
    Object.keys(waits).map((wait) => ({ client, wait }) as { client: keyof typeof clients; wait: keyof typeof waits }),
  )

  test.for(cases)('$wait: $client reaches no network, and does not hang', async ({ client, wait }) => {
    const origin = await loopback()
    const mocks = setupMocks([rest.all('/*path', 'mocked', { delay: Number.POSITIVE_INFINITY })])
    mocks.start()
    const rejection = rejectionOf(clients[client](`${origin}/users`))
    await waits[wait]()
    mocks.stop()
    expect(await rejection).toMatchObject({ name: 'AbortError' })
  })

  test('a resolver that stops the mocks itself sends no answer', async () => {
    const mocks = setupMocks([rest.get('/users', () => mocks.stop())])
    mocks.start()
    expect(await rejectionOf(fetch('http://api.test/users'))).toMatchObject({ name: 'AbortError' })
  })

  test('a redirect that is being followed does not reach the network', async () => {
    const origin = await loopback()
    const mocks = setupMocks([rest.get('/old', undefined, { status: 302, headers: { location: '/new' } })])
    mocks.on('answered', () => mocks.stop())
    mocks.start()
    expect(await rejectionOf(fetch(`${origin}/old`))).toMatchObject({ name: 'AbortError' })
  })
})

test('a body without a length, which is not valid HTTP, does not end the process', async () => {
  const origin = await loopback()
  startForgiving([], { onUnmatched: 'passthrough' })
  const ended = new Promise((resolve) => {
    http
      .request(`${origin}/users`, { method: 'DELETE' }, (response) => resolve(response.resume().statusCode))
      .on('error', resolve)
      .end('body')
  })
  await ended
})

test('a DELETE whose body has no length reached the network although a stub matched it', async () => {
  const origin = await loopback()
  const slow = async () => {
    await new Promise(setImmediate)
    return 'slow'
  }
  const mocks = startForgiving([rest.delete('/users', { deleted: true }), rest.delete('/slow', slow)])
  const send = (path: string) =>
    new Promise((resolve) => {
      http
        .request(`${origin}${path}`, { method: 'DELETE' }, (response) => resolve(response.resume().statusCode))
        .on('error', (error) => resolve(error.name))
        .end('body')
    })
  expect([await send('/users'), await send('/users'), await send('/nope')]).toEqual([200, 200, 'UnmatchedRequestError'])
  expect(await send('/slow')).toBe(200)
  expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['answered', 'answered', 'unmatched', 'answered'])
})

test('a next() after a reset made a stub answer once too often', async () => {
  const gate = deferred()
  let asked = 0
  const mocks = startForgiving([
    rest.get(
      '/users',
      async ({ next }) => {
        if (asked++ > 0) return 'once'
        await gate.promise
        return next()
      },
      { times: 1 },
    ),
    rest.get('/users', 'after'),
  ])
  const ask = async () => (await fetch(`${API}/users`)).json()
  const early = ask()
  await nextTick()
  mocks.reset({ failures: true })
  expect(await ask()).toBe('once')
  gate.resolve()
  expect(await early).toBe('after')
  expect(await ask()).toBe('after')
})

test('a request that no stub took after next() and a reset removed another request from the journal', async () => {
  const gate = deferred()
  const mocks = startForgiving([
    rest.get('/users', []),
    rest.get('/slow', async ({ next }) => {
      await gate.promise
      return next()
    }),
  ])
  const early = rejectionOf(fetch(`${API}/slow`))
  await nextTick()
  mocks.reset({ failures: true })
  await fetch(`${API}/users`)
  gate.resolve()
  expect(await early).toBeInstanceOf(UnmatchedRequestError)
  expect(mocks.calls().map(({ request }) => request.url)).toEqual([`${API}/slow`, `${API}/users`])
})

test('waitFor read the whole journal again at each of many calls', async () => {
  const mocks = startForgiving([rest.get('/users', [])])
  let asked = 0
  const calls = mocks.waitFor(() => ++asked > 0, { times: 300, timeout: Number.POSITIVE_INFINITY })
  await Promise.all(Array.from({ length: 300 }, () => fetch(`${API}/users`)))
  expect(await calls).toHaveLength(300)
  // Once as each call is answered, and once in the journal at the end.
  expect(asked).toBe(600)
})

describe('waitFor()', () => {
  test('refuses a wrong filter, and does not affect requests', async () => {
    const mocks = startForgiving([rest.get('/users', [])])
    const rejection = rejectionOf(mocks.waitFor({ pth: '/users' } as never))
    expect((await fetch(`${API}/users`)).status).toBe(200)
    expect(await rejection).toMatchObject({ code: 'ROUTE_DEFINITION' })
    mocks.verify()
  })

  test('rejects with the error of its filter, and does not affect requests', async () => {
    const mocks = startForgiving([rest.get('/users', [])])
    const error = new RangeError('the filter is broken')
    const rejection = rejectionOf(
      mocks.waitFor(() => {
        throw error
      }),
    )
    expect((await fetch(`${API}/users`)).status).toBe(200)
    expect(await rejection).toBe(error)
    mocks.verify()
  })

  test('does not count calls from before a reset', async () => {
    const mocks = startForgiving([rest.get('/users', [])])
    const calls = mocks.waitFor({ path: '/users' }, { times: 2 })
    await fetch(`${API}/users?early`)
    mocks.reset({ failures: true })
    for (const query of ['second', 'third']) await fetch(`${API}/users?${query}`)
    expect((await calls).map(({ request }) => request.url)).toEqual([`${API}/users?second`, `${API}/users?third`])
  })

  test('lists pending requests at its time-out', async () => {
    const mocks = startForgiving([rest.get('/users', [], { delay: Number.POSITIVE_INFINITY })])
    fetch(`${API}/users`).catch(() => {})
    expect(await rejectionOf(mocks.waitFor({ path: '/users' }, { timeout: 0 }))).toMatchObject({
      message: `mocks.waitFor: waited 0 ms for 1 call of { path: '/users' }, but 0 arrived\n\nArrived:\n  GET ${API}/users  pending`,
    })
  })

  test('names a stub by its place at its time-out', async () => {
    const users = rest.get('/users', [])
    const mocks = startForgiving([users])
    expect(messageOf(await rejectionOf(mocks.waitFor(users, { timeout: 0 })))).toBe(
      "mocks.waitFor: waited 0 ms for 1 call of rest.get('/users')  test/promises/in-flight.test.ts, but 0 arrived\n\nNo requests arrived",
    )
  })

  test('ends with the mocks, and no timer keeps the process open', async () => {
    const mocks = setupMocks([])
    mocks.start()
    const rejection = rejectionOf(mocks.waitFor({ path: '/users' }, { timeout: 60_000 }))
    mocks.stop()
    expect(await rejection).toMatchObject({ name: 'AbortError' })
  })

  test('waits for ever with timeout: Infinity', async () => {
    const mocks = startForgiving([rest.get('/users', [], { delay: 20 })])
    const calls = mocks.waitFor({ path: '/users' }, { timeout: Number.POSITIVE_INFINITY })
    await fetch(`${API}/users`)
    expect(await calls).toHaveLength(1)
  })
})

test('isolate() rejects if an un-awaited http request goes unmatched', async () => {
  const mocks = startForgiving([])
  const rejection = rejectionOf(
    mocks.isolate(() => {
      http.get(`${API}/nope`).on('error', () => {})
    }),
  )
  expect(await rejection).toBeInstanceOf(UnmatchedRequestError)
})

describe('the signal of a request whose resolver is still running', () => {
  const clients: Record<string, (url: string) => Promise<unknown>> = {
    fetch: (url) => fetch(url),
    'fetch with a signal in hand': (url) => fetch(url, { signal: new AbortController().signal }),
    http: (url) => overHttp(url),
    undici: (url) => undiciRequest(url),
  }

  /** Sends a request to a resolver that only waits for its signal, and returns the signal's reason. */
  async function reasonAfter(send: (url: string) => Promise<unknown>, end: 'stop' | 'undo'): Promise<unknown> {
    const [arrived, aborted] = [deferred<void>(), deferred<unknown>()]
    const mocks = startForgiving([rest.get('/*path', [])])
    const undo = mocks.use(
      rest.get('/users', ({ request: { signal } }) => {
        signal.addEventListener('abort', () => aborted.resolve(signal.reason))
        arrived.resolve()
        return new Promise(() => {})
      }),
    )
    const rejection = rejectionOf(send(`${API}/users`))
    await arrived.promise
    if (end === 'stop') mocks.stop()
    else undo()
    expect(await rejection).toMatchObject({ name: 'AbortError' })
    return aborted.promise
  }

  test.for(Object.keys(clients))('%s: was not aborted when the mocks ended', async (name) => {
    const send = clients[name] as (url: string) => Promise<unknown>
    expect(await reasonAfter(send, 'stop')).toMatchObject({ name: 'AbortError' })
  })

  test('was not aborted when the override that took the request was undone', async () => {
    expect(messageOf(await reasonAfter((url) => fetch(url), 'undo'))).toMatch(
      'The override was undone before the request was answered',
    )
  })

  test('is aborted also if it is first read afterwards', async () => {
    const [arrived, gate, seen] = [deferred<void>(), deferred<void>(), deferred<AbortSignal>()]
    const mocks = startForgiving([
      rest.get('/users', async ({ request }) => {
        arrived.resolve()
        await gate.promise
        seen.resolve(request.signal)
      }),
    ])
    const rejection = rejectionOf(fetch(`${API}/users`))
    await arrived.promise
    mocks.stop()
    await rejection
    gate.resolve()
    expect(await seen.promise).toMatchObject({ aborted: true, reason: { name: 'AbortError' } })
  })
})

test('listeners hear once of a request that no stub takes after next()', async () => {
  const mocks = startForgiving([rest.get('/users', ({ next }) => next())])
  const told: string[] = []
  for (const name of ['request', 'answered', 'unmatched'] as const)
    onTestFinished(mocks.on(name, () => told.push(name)))
  await fetch(`${API}/users`).catch(() => {})
  expect(told).toEqual(['request', 'unmatched'])
})

describe('a connection of undici from before the start, kept alive', () => {
  const captured = globalThis.fetch

  test.for<[string, (url: string) => Promise<unknown>]>([
    ['undici.request', async (url) => (await undiciRequest(url)).body.json()],
    [
      'undici.request with a body',
      async (url) => (await undiciRequest(url, { method: 'POST', body: 'a' })).body.json(),
    ],
    ['fetch, captured before', async (url) => (await captured(url)).json()],
  ])('is not used for %s', async ([, ask]) => {
    const origin = await loopback()
    expect(await ask(`${origin}/users`)).toMatchObject({ url: '/users' })
    startForgiving([rest.all('/users', 'mocked')])
    expect(await ask(`${origin}/users`)).toBe('mocked')
  })

  test('is not used for a streamed body either', async () => {
    const origin = await loopback()
    const ask = () => captured(`${origin}/users`, { method: 'POST', body: 'a' })
    await (await ask()).text()
    // Until then the connection is not free again.
    await new Promise((resolve) => setTimeout(resolve, 20))
    startForgiving([rest.all('/users', 'mocked')])
    expect(await (await ask()).json()).toBe('mocked')
  })
})

test('a listener of the request that ended the mocks left that very request without an end', async () => {
  const mocks = startForgiving([rest.get('/slow', {}, { delay: Number.POSITIVE_INFINITY })])
  mocks.on('request', () => mocks.stop())
  expect(await rejectionOf(fetch(`${API}/slow`))).toMatchObject({ name: 'AbortError' })
})
