import { get, request } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { rest, sse, stream } from '../../src/entries/index.ts'
import { rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'

/* Bodies that fail half-way, on their way to a stub and on their way from one. */

const URL = 'http://api.test/items'
const boom = new Error('boom')
const FETCH_FAILED = { name: 'TypeError', message: 'fetch failed', cause: boom }

function half(): ReadableStream<Uint8Array> {
  let pulls = 0
  return new ReadableStream({
    pull(controller) {
      if (pulls++ > 0) controller.error(boom)
      else controller.enqueue(new TextEncoder().encode('half'))
    },
  })
}

describe('the body of a request', () => {
  test.each<[title: string, send: () => Promise<unknown>, error: object]>([
    ['of fetch fails', () => fetch(URL, { method: 'POST', body: half(), duplex: 'half' } as RequestInit), FETCH_FAILED],
    [
      'of a Request fails',
      () => fetch(new Request(URL, { method: 'POST', body: half(), duplex: 'half' } as RequestInit)),
      FETCH_FAILED,
    ],
    [
      'has a wrong chunk',
      () => {
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(5)
            controller.close()
          },
        })
        return fetch(URL, { method: 'POST', body, duplex: 'half' } as RequestInit)
      },
      {
        message: 'fetch failed',
        cause: expect.objectContaining({ message: 'The chunks of a body must be strings or bytes, not number' }),
      },
    ],
    [
      'of http fails',
      () =>
        new Promise((done, fail) => {
          const source = Readable.from(
            (function* () {
              yield 'half'
              throw boom
            })(),
          )
          pipeline(source, request(URL, { method: 'POST' }, done), (error) => error && fail(error))
        }),
      { message: 'boom' },
    ],
    [
      'of http is aborted',
      () =>
        new Promise((done, fail) => {
          const sent = request(URL, { method: 'POST', headers: { 'content-length': 100 } }, done).on('error', fail)
          sent.write('half', () => sent.destroy(boom))
        }),
      { message: 'boom' },
    ],
  ])('%s: the client has its own error, and no stub is asked', async (_title, send, error) => {
    const mocks = start([rest.post('/items', () => 'asked')])
    expect(await rejectionOf(send())).toMatchObject(error)
    expect(mocks.calls({ path: '/items' }).filter(({ stub }) => stub)).toEqual([])
    // And it goes on.
    expect(await (await fetch(URL, { method: 'POST', body: 'whole' })).json()).toBe('asked')
  })

  test('has been read before: fetch itself fails', async () => {
    start([rest.post('/items', 'asked')])
    const used = new Request(URL, { method: 'POST', body: 'x' })
    await used.text()
    expect(await rejectionOf(fetch(used))).toBeInstanceOf(TypeError)
  })
})

describe('the body of a response', () => {
  function* generator() {
    yield 'half'
    throw boom
  }
  async function* asyncGenerator() {
    yield 'half'
    throw boom
  }
  const BODIES: readonly [title: string, make: () => unknown][] = [
    ['a stream', half],
    ['a Response', () => new Response(half())],
    ['a generator', () => stream(generator())],
    ['an async generator', () => stream(asyncGenerator())],
    ['a generator of events', () => sse(generator())],
  ]

  /** The reason of the error with which fetch fails on a body that breaks off. */
  const causeOf = (error: unknown) => {
    expect(error).toMatchObject({ name: 'TypeError', message: 'terminated' })
    return (error as Error).cause
  }

  const byHttp = () =>
    new Promise<string>((done, fail) => {
      get(URL, async (response) => {
        let text = ''
        try {
          for await (const chunk of response) text += chunk
          done(text)
        } catch (error) {
          fail(error)
        }
      }).on('error', fail)
    })

  test.each(BODIES)('%s fails half-way: the client gets the error while it reads', async (_title, make) => {
    start([rest.get('/items', make() as Response)])
    // A body that can be read only once is recorded, and so is its end.
    for (const _time of [1, 2]) {
      const response = await fetch(URL)
      expect(response.status).toBe(200)
      expect(causeOf(await rejectionOf(response.text()))).toBe(boom)
      expect(await rejectionOf(byHttp())).toBe(boom)
    }
  })

  test.each(BODIES)('%s of a resolver fails half-way', async (_title, make) => {
    start([rest.get('/items', make)])
    expect(causeOf(await rejectionOf((await fetch(URL)).text()))).toBe(boom)
    expect(await rejectionOf(byHttp())).toBe(boom)
  })

  const fail = () => {
    throw boom
  }
  test.each<[title: string, items: unknown]>([
    ['cannot be started', { [Symbol.iterator]: fail }],
    ['cannot be started later', { [Symbol.asyncIterator]: fail }],
    ['fails at once', { [Symbol.iterator]: () => ({ next: fail }) }],
  ])('an iterable %s: the client has its error while it reads', async (_title, items) => {
    start([rest.get('/items', stream(items as string[]))])
    expect(causeOf(await rejectionOf((await fetch(URL)).text()))).toBe(boom)
    expect(await rejectionOf(byHttp())).toBe(boom)
  })

  const CHUNK = 'A stream chunk must be a string or bytes, not'
  const EVENT = 'An event of sse() must be a string or an object with data, got'
  test.each<[title: string, make: () => unknown, message: string]>([
    ['chunk', () => stream(new Set([1]) as never), `${CHUNK} number`],
    ['chunk of a resolver', () => () => stream(new Set([undefined]) as never), `${CHUNK} undefined`],
    ['end', () => stream({ [Symbol.iterator]: () => ({ next: () => 5 }) } as never), `${CHUNK} undefined`],
    ['event', () => sse(new Set([1]) as never), `${EVENT} 1`],
    ['event of a resolver', () => () => sse(new Set([Symbol('x')]) as never), `${EVENT} Symbol(x)`],
    ['data', () => sse(new Set([{ data: [NaN] }])), 'the number NaN would become null, at [0]'],
  ])('a wrong %s of a stream, whose error the client swallowed, passed the test', async (_title, make, message) => {
    const mocks = startForgiving([rest.get('/items', make() as string)])
    await (await fetch(URL)).text().catch(() => {})
    expect(thrownBy(() => mocks.verify())).toMatchObject({ message })
    expect(await rejectionOf(byHttp())).toMatchObject({ message })
  })

  test('an iterable that throws in return(): only the client that cancels gets the error', async () => {
    const items = { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 'a' }), return: fail }) }
    start([rest.get('/items', stream(items as Iterable<string>))])
    expect(await rejectionOf(Promise.resolve((await fetch(URL)).body?.cancel()))).toBe(boom)
    await new Promise((done) => {
      get(URL, (response) => response.once('data', () => response.destroy()).once('close', done))
    })
  })

  test.each(['read', 'being read'])(
    'a Response that was %s is refused as the result of a resolver, with the corrected code',
    async (how) => {
      const response = new Response('x')
      if (how === 'read') await response.text()
      else response.body?.getReader()
      const mocks = startForgiving([rest.get('/items', () => response)])
      const error = await rejectionOf(fetch(URL))
      expect(error).toMatchObject({
        code: 'STREAM',
        message:
          'The body of this response is being read, or has been read\n\n' +
          'Write  rest.get(path, () => new Response(…)), which makes one for each request',
      })
      expect(() => mocks.verify()).toThrow(error as Error)
    },
  )
})
