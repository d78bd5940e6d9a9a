import http from 'node:http'
import { request } from 'undici'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createResolver,
  cut,
  networkError,
  passthrough,
  rest,
  sequence,
  sse,
  stream,
  text,
  throttle,
} from '../../src/entries/index.ts'
import { rejectionOf, start, startForgiving } from './support.ts'

const URL = 'http://api.test/users'
const send = async (init?: RequestInit) => fetch(URL, init)
const outcomeOf = async () => (await send()).text().catch((error: unknown) => error)

/** Reads a body until it ends or fails. */
async function read(response: Response): Promise<{ text: string; error?: unknown }> {
  let arrived = ''
  try {
    for await (const chunk of response.body ?? []) arrived += new TextDecoder().decode(chunk)
    return { text: arrived }
  } catch (error) {
    return { text: arrived, error }
  }
}

const TERMINATED = expect.objectContaining({ name: 'TypeError', message: 'terminated' })

describe('cut()', () => {
  test.each([
    { title: 'JSON', response: () => cut({ id: 1 }, 3), text: '{"i' },
    { title: 'text()', response: () => cut(text('Hello'), 3), text: 'Hel' },
    { title: 'bytes', response: () => cut(new Uint8Array([72, 101, 108, 108]), 3), text: 'Hel' },
    { title: 'a Blob', response: () => cut(new Blob(['Hello']), 3), text: 'Hel' },
    { title: 'a form', response: () => cut(new URLSearchParams({ a: '12345' }), 3), text: 'a=1' },
    { title: 'the result of a resolver', response: () => () => cut(text('Hello'), 3), text: 'Hel' },
    { title: 'a turn of a sequence', response: () => sequence(cut(text('Hello'), 3)), text: 'Hel' },
  ])('$title breaks after so many bytes', async ({ response, text: arrived }) => {
    const mocks = start([rest.get('/users', response())])
    expect(await read(await send())).toEqual({ text: arrived, error: TERMINATED })
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['answered'])
  })

  test('its head is the head of the whole response', async () => {
    start([rest.get('/users', cut({ id: 1 }, 3), { status: 201, headers: { 'X-Total': '1' } })])
    const response = await send()
    expect(response.status).toBe(201)
    expect([...response.headers]).toEqual([
      ['content-length', '8'],
      ['content-type', 'application/json'],
      ['x-total', '1'],
    ])
    const head = await send({ method: 'HEAD' })
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['8', ''])
    const names = await new Promise((resolve) =>
      http.get(URL, ({ rawHeaders }) => resolve(rawHeaders)).on('error', () => {}),
    )
    expect(names).toEqual(['X-Total', '1', 'content-type', 'application/json', 'content-length', '8'])
  })

  test('the resolver of mynah/core cuts too', async () => {
    const resolver = createResolver([rest.get('/users', cut(text('Hello'), 3))])
    expect(await read(await resolver.fetch(new Request(URL)))).toMatchObject({
      text: 'Hel',
      error: { message: 'other side closed' },
    })
  })
})

describe('throttle()', () => {
  describe('under fake timers', () => {
    beforeEach(() => {
      vi.useFakeTimers()
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    test.each([
      { title: 'a text', response: () => throttle(text('Hello, wide world!!!'), 10) },
      { title: 'bytes', response: () => throttle(new TextEncoder().encode('Hello, wide world!!!'), 10) },
      { title: 'a Blob', response: () => throttle(new Blob(['Hello, wide world!!!']), 10) },
      { title: 'the result of a resolver', response: () => () => throttle(text('Hello, wide world!!!'), 10) },
    ])('$title comes at its speed', async ({ response }) => {
      start([rest.get('/users', response())])
      const reader = (await send()).body?.getReader()
      let arrived = ''
      const reading = (async () => {
        for (let one = await reader?.read(); one?.value; one = await reader?.read()) {
          arrived += new TextDecoder().decode(one.value)
        }
      })()
      const seen: string[] = []
      for (let second = 0; second < 4; second++) {
        await vi.advanceTimersByTimeAsync(500)
        seen.push(arrived)
      }
      expect(seen).toEqual(['Hello', 'Hello, wid', 'Hello, wide wor', 'Hello, wide world!!!'])
      await reading
      expect(vi.getTimerCount()).toBe(0)
    })

    test('the whole body has been sent once its time has passed at one go', async () => {
      start([rest.get('/users', throttle(text('Hello, wide world!!!'), 10))])
      const response = await send()
      await vi.advanceTimersByTimeAsync(0)
      vi.advanceTimersByTime(2000)
      expect(await response.text()).toBe('Hello, wide world!!!')
    })

    test.each([
      {
        name: 'http',
        ask: () =>
          new Promise<void>((resolve, reject) => {
            http.get(URL, (response) => response.resume().on('end', resolve).on('error', reject)).on('error', reject)
          }),
      },
      {
        name: 'undici',
        ask: async () => {
          await (await request(URL)).body.text()
        },
      },
    ])('$name waits for it too', async ({ ask }) => {
      start([rest.get('/users', throttle(text('12345'), 5))])
      let isOver = false
      const asking = ask().then(() => {
        isOver = true
      })
      await vi.advanceTimersByTimeAsync(900)
      expect(isOver).toBe(false)
      await vi.advanceTimersByTimeAsync(200)
      await asking
    })

    test('it ends with the abort of the client', async () => {
      start([rest.get('/users', throttle(text('Hello'), 1))])
      const controller = new AbortController()
      const response = await send({ signal: controller.signal })
      const reading = rejectionOf(response.text())
      await vi.advanceTimersByTimeAsync(1000)
      controller.abort()
      expect(await reading).toMatchObject({ name: 'AbortError' })
      await vi.advanceTimersByTimeAsync(0)
      expect(vi.getTimerCount()).toBe(0)
    })

    test('it ends with the client that hangs up', async () => {
      start([rest.get('/users', throttle(text('Hello'), 1))])
      const closed = new Promise((resolve) => {
        http.get(URL, (response) => {
          response.destroy()
          response.on('close', resolve)
        })
      })
      await vi.advanceTimersByTimeAsync(0)
      await closed
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
    })

    test.each([
      { title: 'read', isRead: true },
      { title: 'not read', isRead: false },
    ])('it ends with the mocks where it is $title', async ({ isRead }) => {
      const mocks = startForgiving([rest.get('/users', throttle(text('Hello'), 1))])
      const response = await send()
      const reading = isRead ? rejectionOf(response.text()) : undefined
      await vi.advanceTimersByTimeAsync(1000)
      mocks.stop()
      if (reading) expect(await reading).toMatchObject({ name: 'AbortError' })
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
    })
  })

  test('with real timers the body arrives whole', async () => {
    start([rest.get('/users', throttle(text('Hello'), 1000))])
    expect(await outcomeOf()).toBe('Hello')
  })
})

describe('networkError() in a stream', () => {
  const events = (items: Parameters<typeof sse>[0]) => sse(items)

  test.each([
    { title: 'among the chunks', response: () => stream(['Hel', networkError(), 'lo']), text: 'Hel' },
    { title: 'of any code', response: () => stream(['Hel', networkError('EPIPE')]), text: 'Hel' },
    {
      title: 'of a generator',
      response: () =>
        stream(
          (async function* () {
            yield 'Hel'
            yield networkError()
          })(),
        ),
      text: 'Hel',
    },
    { title: 'in the stream of a resolver', response: () => () => stream(['Hel', networkError()]), text: 'Hel' },
    { title: 'among events', response: () => events(['Hello', networkError()]), text: 'data: Hello\n\n' },
  ])('$title breaks the connection there, and fails no test', async ({ response, text: arrived }) => {
    const mocks = start([rest.get('/users', response())])
    for (let request = 0; request < 2; request++) {
      expect(await read(await send())).toEqual({ text: arrived, error: TERMINATED })
    }
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['answered', 'answered'])
    mocks.verify()
  })
})

describe('what is refused', () => {
  const bytes = new Blob(['Hello'])
  const UNKNOWN = 'it takes a payload whose bytes are known, such as JSON, text(), bytes or a Blob'
  const BREAK = `${UNKNOWN}; break a stream by its last item: stream(['Hel', networkError()])`
  const WAIT = `${UNKNOWN}; write a stream that waits between its chunks`

  test.each([
    {
      title: 'a part of a byte',
      make: () => cut('Hello', 1.5),
      message: "cut('Hello', 1.5): it takes a number of bytes, an integer of 0 or more",
    },
    {
      title: 'fewer bytes than none',
      make: () => cut('Hello', -1),
      message: "cut('Hello', -1): it takes a number of bytes, an integer of 0 or more",
    },
    {
      title: 'no speed',
      make: () => throttle('Hello', 0),
      message: "throttle('Hello', 0): it takes a number of bytes per second, more than 0",
    },
    {
      title: 'any speed',
      make: () => throttle('Hello', Infinity),
      message: "throttle('Hello', Infinity): it takes a number of bytes per second, more than 0",
    },
    {
      title: 'a reply without a body of its own',
      make: () => cut(passthrough(), 1),
      message: 'cut(passthrough(), 1): passthrough() has no body of its own',
    },
    {
      title: 'a broken connection',
      make: () => throttle(networkError('ECONNRESET'), 1),
      message: "throttle(networkError('ECONNRESET'), 1): networkError() has no body of its own",
    },
    {
      title: 'a payload that cannot be sent',
      make: () => cut(new Map(), 1),
      message: 'cut([Map], 1): the payload cannot be sent as JSON: a Map would become {}',
    },
    { title: 'no body', make: () => cut(undefined, 1), message: 'cut(undefined, 1): the response has no body' },
    {
      title: 'JSON that would arrive whole',
      make: () => cut(1, 1),
      message: 'cut(1, 1): its body has 1 byte and would arrive whole',
    },
    {
      title: 'a Blob that would arrive whole',
      make: () => cut(bytes, 5),
      message: 'cut([Blob of 5 bytes], 5): its body has 5 bytes and would arrive whole',
    },
    {
      title: 'bytes that would arrive whole',
      make: () => cut(new Uint8Array(2), 3),
      message: 'cut([Uint8Array of 2 bytes], 3): its body has 2 bytes and would arrive whole',
    },
    { title: 'a stream', make: () => cut(stream(['a']), 1), message: `cut(stream(['a']), 1): ${BREAK}` },
    { title: 'a resolver', make: () => cut(() => 1, 1), message: `cut([function], 1): ${BREAK}` },
    { title: 'a Response', make: () => cut(new Response('a'), 1), message: `cut([Response], 1): ${BREAK}` },
    { title: 'a form', make: () => cut(new FormData(), 1), message: `cut([FormData], 1): ${BREAK}` },
    { title: 'a sequence', make: () => cut(sequence(1), 1), message: `cut(sequence(1), 1): ${BREAK}` },
    { title: 'a slow reply', make: () => cut(throttle('a', 1), 1), message: `cut(throttle('a', 1), 1): ${BREAK}` },
    { title: 'a slow stream', make: () => throttle(stream(['a']), 1), message: `throttle(stream(['a']), 1): ${WAIT}` },
  ])('$title', ({ make, message }) => {
    expect(make).toThrow(expect.objectContaining({ code: 'ROUTE_DEFINITION', message }))
  })
})
