import http from 'node:http'
import { request } from 'undici'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createResolver, cut, networkError, rest, sequence, stream, text, throttle } from '../../src/entries/index.ts'
import { messageOf, rejectionOf, start, startForgiving, thrownBy } from './support.ts'

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
    { title: 'a Response', response: () => cut(new Response('Hello'), 3), text: 'Hel' },
    { title: 'stream()', response: () => cut(stream(['He', 'llo']), 3), text: 'Hel' },
    { title: 'a form', response: () => cut(new URLSearchParams({ a: '12345' }), 3), text: 'a=1' },
    { title: 'a resolver', response: () => cut(() => text('Hello'), 3), text: 'Hel' },
    { title: 'an async resolver', response: () => cut(async () => text('Hello'), 3), text: 'Hel' },
    { title: 'the result of a resolver', response: () => () => cut(text('Hello'), 3), text: 'Hel' },
    {
      title: 'a thrown Response',
      response: () =>
        cut(() => {
          throw new Response('Hello')
        }, 3),
      text: 'Hel',
    },
    { title: 'a turn of a sequence', response: () => sequence(cut(text('Hello'), 3)), text: 'Hel' },
    { title: 'a sequence', response: () => cut(sequence(text('Hello'), text('World')), 3), text: 'Hel' },
    { title: 'a cut of an earlier cut', response: () => cut(cut(text('Hello'), 4), 3), text: 'Hel' },
    { title: 'a cut of a later cut', response: () => cut(cut(text('Hello'), 3), 4), text: 'Hel' },
  ])('$title breaks after so many bytes', async ({ response, text: arrived }) => {
    const mocks = start([rest.get('/users', response())])
    expect(await read(await send())).toEqual({ text: arrived, error: TERMINATED })
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['answered'])
  })

  test('a stream that ends before the cut, and has a length of its own, arrives whole', async () => {
    start([rest.get('/users', cut(stream(['He', 'llo']), 9), { headers: { 'content-length': '5' } })])
    expect(await read(await send())).toEqual({ text: 'Hello' })
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

  test('a resolver may hand the request on, or fail it', async () => {
    const responses = [() => networkError('ENOTFOUND'), ({ next }: { next(): unknown }) => next()]
    start([rest.get('/users', cut(sequence(...responses), 3), { times: 2 }), rest.get('/users', ['whole'])])
    expect(await rejectionOf(send())).toMatchObject({ cause: { code: 'ENOTFOUND' } })
    expect(await (await send()).json()).toEqual(['whole'])
  })

  test('a source that a resolver made is cancelled', async () => {
    let isCancelled = false
    const source = async function* () {
      try {
        for (;;) yield 'Hello'
      } finally {
        isCancelled = true
      }
    }
    start([rest.get('/users', () => cut(stream(source()), 7))])
    expect(await read(await send())).toEqual({ text: 'HelloHe', error: TERMINATED })
    await vi.waitFor(() => expect(isCancelled).toBe(true))
  })

  test('the resolver of mynah/core cuts too', async () => {
    const resolver = createResolver([rest.get('/users', cut(text('Hello'), 3))])
    expect(await read(await resolver.fetch(new Request(URL)))).toMatchObject({
      text: 'Hel',
      error: { message: 'other side closed' },
    })
  })

  test.each([
    {
      title: 'more bytes than it has',
      response: () => text('Hello'),
      problem: 'its body has 5 bytes and would arrive whole',
    },
    { title: 'no body', response: () => undefined, problem: 'the response has no body' },
  ])('a resolver whose response has $title fails the request and the test', async ({ response, problem }) => {
    const mocks = startForgiving([rest.get('/users', cut(response, 5))])
    const error = await rejectionOf(send())
    expect(messageOf(error)).toMatch(
      `A resolver returned what cannot be cut or throttled: ${problem}\n\n  rest.get('/users')`,
    )
    expect(error).toHaveProperty('code', 'RESOLVER')
    expect(thrownBy(() => mocks.verify())).toBe(error)
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
      { title: 'a stream', response: () => throttle(stream(['Hello', ', wide', ' world!!!']), 10) },
      { title: 'a resolver', response: () => throttle(() => text('Hello, wide world!!!'), 10) },
      { title: 'the slower one of two', response: () => throttle(throttle(text('Hello, wide world!!!'), 10), 20) },
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

    test('many small chunks take the time of all their bytes', async () => {
      start([rest.get('/users', throttle(stream(Array.from({ length: 1000 }, () => 'x')), 10_000))])
      const reading = send().then((response) => response.text())
      await vi.advanceTimersByTimeAsync(80)
      let length: number | undefined
      const done = reading.then((body) => {
        length = body.length
      })
      await vi.advanceTimersByTimeAsync(0)
      expect(length).toBeUndefined()
      await vi.advanceTimersByTimeAsync(30)
      await done
      expect(length).toBe(1000)
    })

    test('cut() and throttle() nest, in both orders', async () => {
      start([rest.get('/users', sequence(cut(throttle(text('Hello'), 10), 3), throttle(cut(text('Hello'), 3), 10)))])
      for (let turn = 0; turn < 2; turn++) {
        const reading = send().then(read)
        await vi.advanceTimersByTimeAsync(500)
        expect(await reading).toEqual({ text: 'Hel', error: TERMINATED })
      }
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
      expect(vi.getTimerCount()).toBe(0)
    })

    test('a source that fails does so after its bytes', async () => {
      const source = async function* () {
        yield 'Hello'
        throw new Error('the source broke')
      }
      start([rest.get('/users', () => throttle(stream(source()), 10))])
      const reading = send().then(read)
      await vi.advanceTimersByTimeAsync(1000)
      expect(await reading).toMatchObject({ text: 'Hello', error: { cause: new Error('the source broke') } })
    })

    test('a client that does not read holds the source back', async () => {
      let chunks = 0
      const source = function* () {
        for (;;) {
          chunks++
          yield new Uint8Array(2 ** 16)
        }
      }
      const mocks = startForgiving([rest.get('/users', () => throttle(stream(source()), 1e9))])
      await send()
      await vi.advanceTimersByTimeAsync(10_000)
      expect(chunks).toBeLessThan(40)
      expect(vi.getTimerCount()).toBe(0)
      mocks.stop()
    })
  })

  test('with real timers the body arrives whole', async () => {
    start([rest.get('/users', throttle(text('Hello'), 1000))])
    expect(await outcomeOf()).toBe('Hello')
  })
})
