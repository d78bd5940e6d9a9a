import http from 'node:http'
import { BatchInterceptor, Interceptor, InterceptorError, RequestController } from '@mswjs/interceptors'
import { request } from 'undici'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSources } from '#intercept'
import { rest } from '../../src/entries/index.ts'
import { type RequestListener, Source, Sources } from '../../src/intercept/interceptor.ts'
import type { RequestEvent } from '../../src/intercept/request-event.ts'
import { absoluteUrl } from '../../src/request/absolute-url.ts'
import { IncomingRequest } from '../../src/request/incoming-request.ts'
import type { Verdict } from '../../src/response/verdict.ts'
import { isBypassed } from '../../src/runtime/bypass.ts'
import { loopback } from '../clients/loopback.ts'
import { deferred, rejectionOf, startForgiving, thrownBy } from '../promises/support.ts'

const URL = 'http://api.test/users'

/** Applies new sources for the length of a test. */
function applySources(listener?: RequestListener): Sources {
  const sources = createSources({
    resolveUrl: (url) => absoluteUrl(url, undefined),
    isBypassed,
    isPassthroughByHead: () => false,
    fault: (_request, thrown) => thrown as Error,
  })
  const owner = {}
  sources.apply(owner)
  if (listener) sources.listen(listener)
  onTestFinished(() => sources.dispose(owner))
  return sources
}

type Client = (url: string) => Promise<{ status: number | undefined; text: string }>

const byFetch: Client = async (url) => {
  const response = await fetch(url)
  return { status: response.status, text: await response.text() }
}

const byHttp: Client = (url) =>
  new Promise((resolve, reject) => {
    http
      .get(url, { agent: false }, async (response) => {
        let text = ''
        for await (const chunk of response.setEncoding('utf8')) text += chunk
        resolve({ status: response.statusCode, text })
      })
      .on('error', reject)
  })

const byUndici: Client = async (url) => {
  const { statusCode, body } = await request(url)
  return { status: statusCode, text: await body.text() }
}

describe.each([
  { client: 'fetch', get: byFetch },
  { client: 'http', get: byHttp },
])('$client', ({ get }) => {
  test('a listener answers with the event’s controller', async () => {
    const events: RequestEvent[] = []
    applySources((event) => {
      events.push(event)
      event.controller.respondWith(new Response('hello', { status: 201 }))
    })
    expect(await get(URL)).toEqual({ status: 201, text: 'hello' })
    const [event, ...others] = events as [RequestEvent]
    expect(others).toEqual([])
    expect([event.type, event.request.method, event.request.url]).toEqual(['request', 'GET', URL])
    expect(event.requestId).toMatch(/^[\da-f]+$/)
    expect(event.requestId).toBe(event.requestId)
    expect(event.request).toBe(event.request)
    expect(event.controller).toBeInstanceOf(RequestController)
    expect(event.controller.readyState).toBe(RequestController.RESPONSE)
  })

  test('a listener of the package, added to the batch, answers too', async () => {
    applySources().on('request', async ({ request, controller }) => {
      await undefined
      controller.respondWith(Response.json({ asked: request.url }))
    })
    expect((await get(URL)).text).toBe(`{"asked":"${URL}"}`)
  })

  test('a request that no listener handles passes through', async () => {
    const origin = await loopback()
    const asked: string[] = []
    applySources(({ request }) => {
      asked.push(request.url)
    })
    expect(JSON.parse((await get(`${origin}/a`)).text)).toMatchObject({ method: 'GET', url: '/a' })
    expect(asked).toEqual([`${origin}/a`])
  })

  test('a request that a listener passes through reaches the server', async () => {
    const origin = await loopback()
    applySources(async ({ controller }) => {
      await undefined
      await controller.passthrough()
    })
    expect((await get(`${origin}/a`)).status).toBe(200)
  })

  test('a second answer is refused with the request that has one', async () => {
    let second: unknown
    applySources(({ controller }) => {
      controller.respondWith(new Response('first'))
      second = thrownBy(() => controller.respondWith(new Response('second')))
    })
    expect((await get(URL)).text).toBe('first')
    expect(second).toBeInstanceOf(InterceptorError)
    expect((second as Error).message).toBe(
      `Failed to respond to the "GET ${URL}" request with "200 OK": the request has already been handled (2)`,
    )
  })

  test('the error of the controller is the error of the client', async () => {
    const error = new RangeError('mine')
    applySources(({ controller }) => controller.errorWith(error))
    expect(await rejectionOf(get(URL))).toBe(error)
  })

  test.each([
    [
      'throws',
      (error: Error) => {
        throw error
      },
    ],
    ['rejects', (error: Error) => Promise.reject(error)],
  ] as const)('a listener that %s fails the request with its error', async (_how, fail) => {
    const error = new RangeError('mine')
    applySources(() => fail(error))
    expect(await rejectionOf(get(URL))).toBe(error)
  })

  test('Response.error() is a broken connection', async () => {
    applySources(({ controller }) => controller.respondWith(Response.error()))
    const error = (await rejectionOf(get(URL))) as Error & { code?: string; cause?: { code: string } }
    expect(error.code ?? error.cause?.code).toBe('ECONNREFUSED')
  })

  test('a network error fails with its cause', async () => {
    const cause = Object.assign(new Error('reset'), { code: 'ECONNRESET' })
    applySources(({ controller }) => controller.breakOff(cause))
    const error = (await rejectionOf(get(URL))) as Error
    expect(error === cause || error.cause === cause).toBe(true)
  })
})

test.each([['a text'], [undefined], [null], [Object.create(null)], [{ toString: 1 }]])(
  'a fetch fails with a reason that is not an Error: %o',
  async (reason) => {
    applySources(({ controller }) => controller.errorWith(reason))
    const rejection = await fetch(URL).then(
      () => 'resolved',
      (error: unknown) => ({ error }),
    )
    expect(rejection).toEqual({ error: reason })
  },
)

test('an http request fails with an Error for a reason that is not an Error', async () => {
  applySources(({ controller }) => controller.errorWith(Object.create(null)))
  const error = await rejectionOf(byHttp(URL))
  expect(error).toBeInstanceOf(Error)
})

test('the Request of an event is made when a listener reads it', async () => {
  const made = vi.spyOn(globalThis, 'Request')
  const events: RequestEvent[] = []
  applySources((event) => {
    events.push(event)
    event.controller.respondWith(new Response('hello'))
  })
  await fetch(URL, { headers: { 'x-a': '1' } })
  const before = made.mock.calls.filter(([url]) => url === URL)
  expect(before).toEqual([])
  expect(events[0]?.request.headers.get('x-a')).toBe('1')
  expect(made.mock.calls.filter(([url]) => url === URL)).toHaveLength(1)
})

test('no event is made while only the mocks listen', async () => {
  const sources = applySources()
  onTestFinished(sources.answerBy(() => ({ kind: 'error', error: new Error('mine') })))
  const emitted = vi.spyOn(Object.getPrototypeOf(Reflect.get(new Fixed(), 'emitter')), 'emitAsGenerator')
  expect(await rejectionOf(fetch(URL))).toEqual(new Error('mine'))
  expect(emitted).not.toHaveBeenCalled()
  onTestFinished(sources.listen(() => {}))
  expect(await rejectionOf(fetch(URL))).toEqual(new Error('mine'))
  expect(emitted).toHaveBeenCalledOnce()
})

test('the initiator of a fetch is its request, of an http request its socket', async () => {
  const initiators: unknown[] = []
  applySources(({ initiator, controller }) => {
    initiators.push(initiator)
    controller.respondWith(new Response())
  })
  await byFetch(URL)
  await byHttp(URL)
  expect(initiators.map((one) => (one as object).constructor.name)).toEqual(['Request', 'Socket'])
})

test('the sources are one batch of the package, and a source is an interceptor', () => {
  const sources = applySources()
  expect(sources).toBeInstanceOf(BatchInterceptor)
  expect(new Fixed()).toBeInstanceOf(Interceptor)
})

describe('owners', () => {
  test('a remaining owner keeps the patches on', () => {
    const { fetch: original } = globalThis
    const sources = createSources({
      resolveUrl: (url) => url,
      isBypassed,
      isPassthroughByHead: () => false,
      fault: (_request, thrown) => thrown as Error,
    })
    const [first, second] = [{}, {}]
    sources.apply(first)
    const patched = globalThis.fetch
    sources.apply(second)
    sources.apply(second)
    sources.dispose(first)
    expect(globalThis.fetch).toBe(patched)
    sources.dispose(second)
    expect(globalThis.fetch).toBe(original)
    expect(patched).not.toBe(original)
  })

  test('while an owner remains, ended mocks answer nothing', async () => {
    const origin = await loopback()
    const mocks = startForgiving([rest.get('/users', 'mocked')])
    const sources = sharedSources()
    const owner = {}
    sources.apply(owner)
    onTestFinished(() => sources.dispose(owner))
    expect(await (await fetch(`${origin}/users`)).json()).toBe('mocked')
    mocks.stop()
    for (const get of [byFetch, byHttp, byUndici])
      expect(JSON.parse((await get(`${origin}/users`)).text).url).toBe('/users')
    mocks.start()
    expect(await (await fetch(`${origin}/users`)).json()).toBe('mocked')
  })

  test('a setup that throws leaves nothing patched, and the next one may succeed', () => {
    const { fetch: original } = globalThis
    const { get } = http
    const first = new Fixed()
    const broken = new Fixed(new RangeError('cannot be patched'))
    const sources = new Sources([first, broken])
    const owner = {}
    expect(thrownBy(() => sources.apply(owner))).toBe(broken.failure)
    expect([first.patches, broken.patches]).toEqual([0, 0])
    expect([globalThis.fetch, http.get]).toEqual([original, get])
    broken.failure = undefined
    sources.apply(owner)
    expect([first.patches, broken.patches]).toEqual([1, 1])
    sources.dispose(owner)
    expect([first.patches, broken.patches]).toEqual([0, 0])
  })
})

describe("somebody else's listener", () => {
  test('that answers before the mocks keeps the request from them', async () => {
    const sources = startedSources((event) => {
      if (event.request.url.endsWith('/theirs')) event.controller.respondWith(new Response('theirs'))
    })
    const mocks = sources.mocks
    expect(await (await fetch('http://api.test/theirs')).text()).toBe('theirs')
    expect(await (await fetch('http://api.test/users')).json()).toBe('mocked')
    expect(mocks.calls().map(({ request }) => request.url)).toEqual(['http://api.test/users'])
  })

  test('that answers while a resolver waits wins, and the late answer is dropped', async () => {
    const events: RequestEvent[] = []
    const { mocks } = startedSources((event) => void events.push(event))
    const asked = deferred()
    const late = deferred()
    mocks.use(
      rest.get('/users', async () => {
        asked.resolve()
        await late.promise
        return 'late'
      }),
    )
    const answered = fetch('http://api.test/users')
    await asked.promise
    events[0]?.controller.respondWith(new Response('theirs'))
    expect(await (await answered).text()).toBe('theirs')
    const known = mocks.waitFor('/users')
    late.resolve()
    expect(await known).toMatchObject([{ outcome: 'answered' }])
  })

  test('that waits while the mocks end keeps the request from the network', async () => {
    const asked = deferred()
    const going = deferred()
    const { mocks } = startedSources(() => {
      asked.resolve()
      return going.promise
    })
    const rejection = rejectionOf(fetch('http://api.test/users'))
    await asked.promise
    mocks.stop()
    going.resolve()
    expect(await rejection).toMatchObject({ message: 'The mocks ended before the request was answered' })
  })

  test('that goes on after its answer does not hold the answer back', async () => {
    applySources(({ controller }) => {
      controller.respondWith(new Response('hello'))
      return new Promise<void>(() => {})
    })
    expect(await (await fetch(URL)).text()).toBe('hello')
  })

  test('that is asked after the mocks cannot change their answer', async () => {
    const { mocks, sources } = startedSources(() => {})
    mocks.use(rest.get('/users', async () => 'late'))
    const unlisten = sources.listen(({ controller }) => {
      if (controller.readyState === RequestController.PENDING) controller.respondWith(new Response('theirs'))
    })
    onTestFinished(unlisten)
    // A listener is asked after the promise of the one before: the mocks have answered by then.
    expect(await (await fetch('http://api.test/users')).json()).toBe('late')
  })
})

/** Returns the sources that all copies of mynah share. */
function sharedSources(): Sources {
  return Reflect.get(globalThis, Symbol.for('mynah.shared.2')).share.sources
}

/** Starts mocks whose sources have a listener of somebody else's, which is asked first. */
function startedSources(listener: RequestListener) {
  const warmUp = startForgiving([])
  const sources = sharedSources()
  const owner = {}
  sources.apply(owner)
  warmUp.stop()
  const unlisten = sources.listen(listener)
  onTestFinished(() => {
    unlisten()
    sources.dispose(owner)
  })
  return { sources, mocks: startForgiving([rest.get('/users', 'mocked')]) }
}

test('a request that arrives after the end fails, and no listener is called', async () => {
  const source = new Fixed()
  const owner = {}
  source.apply(owner)
  source.dispose(owner)
  expect(source.ask()).toMatchObject({
    kind: 'error',
    error: { name: 'AbortError', message: 'The mocks ended before the request was answered' },
  })
})

test('a listener that throws after the answer does not change it: the error is an unhandled rejection', async () => {
  const error = new RangeError('too late')
  const runners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  onTestFinished(() => {
    for (const listener of runners) process.on('unhandledRejection', listener)
  })
  const unhandled = new Promise((resolve) => process.once('unhandledRejection', resolve))
  applySources(({ controller }) => {
    controller.respondWith(new Response('hello'))
    throw error
  })
  expect((await byFetch(URL)).text).toBe('hello')
  expect(await unhandled).toBe(error)
})

/** A source that counts its patches, and whose patch may throw. */
class Fixed extends Source {
  patches = 0
  failure: Error | undefined

  constructor(failure?: Error) {
    super()
    this.failure = failure
  }

  protected override patch(): () => void {
    if (this.failure) throw this.failure
    this.patches++
    return () => {
      this.patches--
    }
  }

  ask(): Verdict | Promise<Verdict> {
    return this.handle(new IncomingRequest({ method: 'GET', url: URL, headers: [] }))
  }
}
