import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import tls from 'node:tls'
import * as undici from 'undici'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { passthrough, rest, setupMocks, sse, stream } from '../../src/entries/index.ts'
import { loopback } from '../clients/loopback.ts'
import { deferred, rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'

const ask = async (path: string, init?: RequestInit) => (await fetch(`http://api.test${path}`, init)).json()

/** All that interception could leave a patch on. */
const patchable: Record<string, object> = {
  globalThis,
  http,
  https,
  net,
  tls,
  'http.Agent': http.Agent.prototype,
  'http.ClientRequest': http.ClientRequest.prototype,
  'net.Socket': net.Socket.prototype,
  'tls.TLSSocket': tls.TLSSocket.prototype,
  Headers: Headers.prototype,
  Request: Request.prototype,
  Response: Response.prototype,
}

function everyProperty(): Map<string, unknown> {
  const properties = Object.entries(patchable).flatMap(([owner, object]) =>
    // Not the symbols: test runners and copies of this library keep their own state under them.
    Object.getOwnPropertyNames(object).map((key) => {
      const { value, get } = Object.getOwnPropertyDescriptor(object, key) ?? {}
      return [`${owner}.${key}`, object === globalThis && get ? Reflect.get(object, key) : (value ?? get)] as const
    }),
  )
  return new Map(properties)
}

function changedSince(before: Map<string, unknown>): string[] {
  const after = everyProperty()
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !Object.is(before.get(name), after.get(name)),
  )
}

const untouched = everyProperty()

/** The files of a worker share the globals. */
afterAll(() => {
  vi.restoreAllMocks()
  expect(changedSince(untouched)).toEqual([])
})

describe('the patched globals', () => {
  test('is restored by stop, with the same identity', () => {
    const before = everyProperty()
    const { fetch } = globalThis
    const mocks = setupMocks([])
    mocks.start()
    expect(globalThis.fetch).not.toBe(fetch)
    mocks.stop()
    expect(changedSince(before)).toEqual([])
    expect(globalThis.fetch).toBe(fetch)
  })

  test('are not classes: Headers, Request and Response stay the platform’s own', () => {
    const { Headers, Request, Response } = globalThis
    start([])
    expect([globalThis.Headers, globalThis.Request, globalThis.Response]).toEqual([Headers, Request, Response])
    expect(globalThis.Response).toBe(Response)
  })

  test('keeps its name: fetch', () => {
    start([])
    expect(fetch.name).toBe('fetch')
  })

  test.for([
    { order: [0, 1, 2] },
    { order: [0, 2, 1] },
    { order: [1, 0, 2] },
    { order: [1, 2, 0] },
    { order: [2, 0, 1] },
    { order: [2, 1, 0] },
  ])('is restored by several mocks that end in the order $order', async ({ order }) => {
    const before = everyProperty()
    const many = ['a', 'b', 'c'].map((name) => setupMocks([rest.get('/who', name), rest.get(`/${name}`, name)]))
    for (const mocks of many) mocks.start()
    const left = new Set([0, 1, 2])
    for (const index of order) {
      expect(await ask('/who')).toBe(['a', 'b', 'c'][Math.max(...left)])
      for (const one of left) expect(await ask(`/${'abc'[one]}`)).toBe('abc'[one])
      many[index]?.stop()
      left.delete(index)
    }
    expect(changedSince(before)).toEqual([])
  })
})

describe('starting and ending', () => {
  test('a second start changes nothing, and start returns stop', async () => {
    const { fetch } = globalThis
    const mocks = setupMocks([rest.get('/users', [])])
    const [first, second, third] = [mocks(), mocks.start(), mocks()]
    expect(await ask('/users')).toEqual([])
    expect(mocks.calls()).toHaveLength(1)
    expect([second, third]).toEqual([first, first])
    first()
    expect(globalThis.fetch).toBe(fetch)
  })

  test('a second stop does nothing, and a stop without a start does nothing', () => {
    const mocks = setupMocks([])
    expect([mocks.stop(), mocks.start()(), mocks.stop()]).toEqual([undefined, undefined, undefined])
  })

  test('stop first restores, and then throws the error of verify(), once', async () => {
    const { fetch } = globalThis
    const mocks = setupMocks([])
    mocks.start()
    const error = await rejectionOf(ask('/users'))
    expect(thrownBy(() => mocks.verify())).toBe(error)
    expect(thrownBy(() => mocks.stop())).toBe(error)
    expect(globalThis.fetch).toBe(fetch)
    expect(mocks.stop()).toBeUndefined()
  })

  test('`using` stops at the end of the block', async () => {
    const { fetch } = globalThis
    {
      using mocks = setupMocks([rest.get('/users', [])])
      mocks.start()
      expect(await ask('/users')).toEqual([])
    }
    expect(globalThis.fetch).toBe(fetch)
  })

  test('what arrived can be read after stop, until the next start', async () => {
    const mocks = setupMocks([rest.get('/users', 'mocked'), rest.get('/posts', [])])
    mocks.start()
    await ask('/users')
    mocks.stop()
    const read = () => [mocks.calls().map(({ request }) => request.url), mocks.unused().map(String).length]
    expect(read()).toEqual([['http://api.test/users'], 1])
    mocks.verify()
    onTestFinished(mocks.start())
    expect(read()).toEqual([[], 2])
  })

  test('another start begins without calls, overrides and counts', async () => {
    const once = rest.get('/job', 'once', { times: 1 })
    const mocks = setupMocks([once, rest.get('/job', 'after')])
    for (let round = 0; round < 2; round++) {
      const stop = mocks()
      expect([mocks.calls(), mocks.unused()]).toMatchObject([[], [{ times: 1 }, {}]])
      expect([await ask('/job'), await ask('/job')]).toEqual(['once', 'after'])
      mocks.use(rest.get('/job', 'override'))
      expect(await ask('/job')).toBe('override')
      expect(mocks.calls()).toHaveLength(3)
      stop()
    }
  })

  test('reset clears overrides, counts, the journal and failures, and the mocks stay started', async () => {
    const mocks = start([rest.get('/job', 'once', { times: 1 }), rest.get('/job', 'after')])
    mocks.use(rest.get('/other', 1))
    await Promise.all([ask('/job'), ask('/other'), rejectionOf(ask('/nowhere'))])
    mocks.reset({ failures: true })
    expect([mocks.calls(), mocks.unmatched(), mocks.unused().length, mocks.verify()]).toEqual([[], [], 2, undefined])
    expect([await ask('/job'), await ask('/job')]).toEqual(['once', 'after'])
    expect(await rejectionOf(ask('/other'))).toMatchObject({ code: 'UNMATCHED_REQUEST' })
    mocks.reset({ failures: true })
  })
})

describe('stop aborts pending requests', () => {
  const never = { delay: Number.POSITIVE_INFINITY }

  test('a delayed answer, over fetch and http', async () => {
    const mocks = setupMocks([rest.get('/slow', {}, never)])
    mocks.start()
    const arrived = deferred()
    mocks.on('request', () => mocks.calls().length === 2 && arrived.resolve())
    const rejections = [
      rejectionOf(ask('/slow')),
      rejectionOf(new Promise((resolve, reject) => http.get('http://api.test/slow', resolve).on('error', reject))),
    ]
    await arrived.promise
    mocks.stop()
    const message =
      'The mocks ended before the request was answered: GET http://api.test/slow, ' +
      "taken by rest.get('/slow')  test/mocks/lifecycle.test.ts:182"
    expect(await Promise.all(rejections)).toMatchObject([{ name: 'AbortError', message }, { name: 'AbortError' }])
  })

  test('a resolver that waits', async () => {
    const asked = deferred()
    const mocks = setupMocks([
      rest.get('/slow', () => {
        asked.resolve()
        return new Promise(() => {})
      }),
    ])
    mocks.start()
    const rejection = rejectionOf(ask('/slow'))
    await asked.promise
    mocks.stop()
    expect(await rejection).toMatchObject({ name: 'AbortError' })
  })

  test('a request whose body has not arrived yet', async () => {
    const mocks = setupMocks([rest.post('/upload', {})])
    mocks.start()
    const body = new ReadableStream({})
    const rejection = rejectionOf(ask('/upload', { method: 'POST', body, duplex: 'half' } as RequestInit))
    mocks.stop()
    expect(await rejection).toMatchObject({ name: 'AbortError' })
  })

  test('and a late result does not belong to the next start', async () => {
    const gate = deferred()
    const mocks = setupMocks([
      rest.get('/slow', async () => {
        await gate.promise
        throw new Error('too late')
      }),
    ])
    mocks.start()
    const rejection = rejectionOf(ask('/slow'))
    await Promise.resolve()
    mocks.stop()
    mocks.start()
    gate.resolve()
    expect(await rejection).toMatchObject({ name: 'AbortError' })
    expect(mocks.calls()).toEqual([])
    mocks.stop()
  })

  test.for([
    { name: 'fetch', read: async () => (await fetch('http://api.test/events')).text() },
    {
      name: 'http',
      read: () =>
        new Promise((resolve, reject) => {
          const asked = http.get('http://api.test/events', (answer) =>
            answer.on('error', reject).on('end', resolve).resume(),
          )
          asked.on('error', reject)
        }),
    },
    { name: 'undici', read: async () => (await undici.request('http://api.test/events')).body.text() },
  ])('a stream that was still being sent over $name, whose reader hung for ever', async ({ read }) => {
    const asked = deferred()
    const left = deferred()
    async function* events() {
      try {
        yield { data: 'first' }
        asked.resolve()
        for (let tick = 0; ; tick++) {
          await new Promise((resolve) => setTimeout(resolve, 5))
          yield { data: tick }
        }
      } finally {
        left.resolve()
      }
    }
    const mocks = setupMocks([rest.get('/events', () => sse(events()))])
    mocks.start()
    const rejection = rejectionOf(read())
    await asked.promise
    mocks.stop()
    expect(await rejection).toMatchObject({ name: 'AbortError' })
    await left.promise
  })

  test('a stream from onUnmatched, whose reader hung for ever', async () => {
    const mocks = start([], { onUnmatched: () => new Response(new ReadableStream({})) })
    const response = await fetch('http://api.test/events')
    mocks.stop()
    expect(await rejectionOf(response.text())).toMatchObject({ name: 'AbortError' })
  })

  test('a stream of an override that is undone', async () => {
    const mocks = start([rest.get('/events', [])])
    const override = mocks.use(rest.get('/events', stream(new ReadableStream({}))))
    const response = await fetch('http://api.test/events')
    override()
    expect(await rejectionOf(response.text())).toMatchObject({ name: 'AbortError' })
  })

  test.for([
    { name: 'a stream', response: stream(['a', 'b']) },
    { name: 'a Response', response: new Response('ab') },
    { name: 'a generator', response: () => stream(['a', 'b'].values()) },
  ])('but an answer that has arrived can be read to its end: $name', async ({ response: given }) => {
    const mocks = setupMocks([rest.get('/stream', given)])
    mocks.start()
    const response = await fetch('http://api.test/stream')
    mocks.stop()
    expect(await response.text()).toBe('ab')
  })
})

describe('two mocks at once', () => {
  test('the newer mocks are asked first, and a request that they do not take goes to the older ones', async () => {
    const older = start([rest.get('/both', 'older'), rest.get('/older', 'older')])
    const newer = start([rest.get('/both', 'newer')])
    expect([await ask('/both'), await ask('/older')]).toEqual(['newer', 'older'])
    expect([older, newer].map((mocks) => mocks.calls().map(({ request }) => request.url))).toEqual([
      ['http://api.test/older'],
      ['http://api.test/both'],
    ])
  })

  test('the policy of the newest decides on a request that none takes, and the report names the stubs of all', async () => {
    const older = start([rest.get('/users', [])], { onUnmatched: () => Response.json('older') })
    const newer = startForgiving([rest.post('/users', [])])
    expect(await rejectionOf(ask('/user'))).toMatchObject({
      message: expect.stringMatching(
        /^No stub answers GET http:\/\/api\.test\/user\n\nNearest: rest\.get\('\/users'\)/,
      ),
    })
    expect([older.unmatched().length, newer.unmatched().length]).toEqual([0, 1])
    newer.reset({ failures: true })
    newer.stop()
    expect(await ask('/user')).toBe('older')
  })

  test('next() in the newer mocks passes the request to the older ones', async () => {
    start([rest.get('/users', 'older')])
    const newer = start([rest.get('/users', ({ next }) => next())])
    expect(await ask('/users')).toBe('older')
    expect(newer.calls()).toEqual([])
    newer.use(rest.get('/users', async ({ next }) => next()))
    expect(await ask('/users')).toBe('older')
    expect(newer.calls()).toEqual([])
  })
})

describe('with another patch of fetch', () => {
  test('a spy over our patch sees the calls, and they are answered', async () => {
    start([rest.get('/users', ['mocked'])])
    const patched = globalThis.fetch
    // By hand: Vitest would put our patch back once more before the next test.
    const spy = vi.fn(patched)
    globalThis.fetch = spy
    expect(await ask('/users')).toEqual(['mocked'])
    expect(spy).toHaveBeenCalledTimes(1)
    globalThis.fetch = patched
    expect(await ask('/users')).toEqual(['mocked'])
  })

  test('a spy over our patch survives our end, and reaches the network through our patch', async () => {
    const server = await loopback()
    const { fetch } = globalThis
    onTestFinished(() => {
      globalThis.fetch = fetch
    })
    const mocks = setupMocks([rest.get('/users', ['mocked'])])
    mocks.start()
    const patched = globalThis.fetch
    const spy = vi.fn(patched)
    globalThis.fetch = spy
    mocks.stop()
    expect(globalThis.fetch).toBe(spy)
    expect(await (await globalThis.fetch(`${server}/users`)).json()).toMatchObject({ url: '/users' })
    globalThis.fetch = patched
    expect(await (await globalThis.fetch(`${server}/users`)).json()).toMatchObject({ url: '/users' })
  })

  test('a spy over our socket methods survives our end, and reaches the network through them', async () => {
    const server = await loopback()
    const { connect } = net.Socket.prototype
    onTestFinished(() => {
      net.Socket.prototype.connect = connect
    })
    const mocks = setupMocks([rest.get('/users', ['mocked'])])
    mocks.start()
    const spy = vi.fn(net.Socket.prototype.connect)
    net.Socket.prototype.connect = spy as unknown as typeof connect
    mocks.stop()
    expect(net.Socket.prototype.connect).toBe(spy)
    const [response] = await once(http.get(`${server}/users`, { agent: new http.Agent() }), 'response')
    expect([response.resume().statusCode, spy.mock.calls.length]).toEqual([200, 1])
  })

  test('an earlier spy only sees passthrough requests, and is back in place after our end', async () => {
    const server = await loopback()
    const spy = vi.spyOn(globalThis, 'fetch')
    const mocks = setupMocks([rest.get('/users', ['mocked']), rest.get('/real', passthrough())])
    mocks.start()
    expect(await ask('/users')).toEqual(['mocked'])
    expect(spy).not.toHaveBeenCalled()
    expect(await (await globalThis.fetch(`${server}/real`)).json()).toMatchObject({ url: '/real' })
    expect(spy).toHaveBeenCalledTimes(1)
    mocks.stop()
    expect(globalThis.fetch).toBe(spy)
  })

  test('an earlier mocked fetch answers passthrough requests', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('"spied"'))
    start([rest.get('/real', passthrough())])
    expect(await ask('/real')).toBe('spied')
  })

  test('a reference to our fetch reaches the network after the end, and is mocked again after the next start', async () => {
    const server = await loopback()
    const mocks = setupMocks([rest.get('/users', ['mocked'])])
    mocks.start()
    const { fetch } = globalThis
    mocks.stop()
    expect(await (await fetch(`${server}/users`)).json()).toMatchObject({ url: '/users' })
    mocks.start()
    expect(await (await fetch(`${server}/users`)).json()).toEqual(['mocked'])
    mocks.stop()
  })
})
