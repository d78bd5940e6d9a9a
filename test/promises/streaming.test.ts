import { Readable } from 'node:stream'
import { EventSource } from 'undici'
import { expect, test } from 'vitest'
import { rest, sequence, sse, stream } from '../../src/entries/index.ts'
import { start } from './support.ts'

const URL = 'https://api.test/events'

test('an EventSource client reads server-sent events', async () => {
  start([rest.get('/events', sse(['one', { data: { n: 2 }, event: 'count', id: '7' }]))])
  const source = new EventSource(URL)
  const heard = await new Promise<unknown[]>((resolve) => {
    const events: unknown[] = []
    source.onmessage = ({ data }) => events.push(['message', data])
    source.addEventListener('count', (event) => {
      const { data, lastEventId } = event as MessageEvent
      resolve([...events, ['count', data, lastEventId]])
    })
  })
  // It would connect again when the stream ends.
  source.close()
  expect(heard).toEqual([
    ['message', 'one'],
    ['count', '{"n":2}', '7'],
  ])
})

test('a fetch reader reads the events that answer a POST, as clients of language models do', async () => {
  async function* tokens(words: readonly string[]) {
    for (const word of words) yield { data: { word } }
  }
  start([rest.post('/events', ({ request }) => sse(tokens((request.body as { prompt: string }).prompt.split(' '))))])
  const response = await fetch(URL, {
    method: 'POST',
    body: JSON.stringify({ prompt: 'to be' }),
    headers: { 'content-type': 'application/json' },
  })
  const read: string[] = []
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) read.push(next.value)
  expect(read).toEqual(['data: {"word":"to"}\n\n', 'data: {"word":"be"}\n\n'])
})

test('a generator, which can be iterated only once, answered the second request with nothing', async () => {
  function* chunks() {
    yield 'a'
    yield 'b'
  }
  async function* events() {
    yield 'one'
    yield 'two'
  }
  start([rest.get('/chunks', stream(chunks())), rest.get('/events', sse(events()))])
  const texts = async (path: string) =>
    Promise.all([1, 2, 3].map(async () => (await fetch(`https://api.test${path}`)).text()))
  expect(await texts('/chunks')).toEqual(['ab', 'ab', 'ab'])
  expect(await texts('/events')).toEqual(Array(3).fill('data: one\n\ndata: two\n\n'))
})

test.for([
  { title: 'a ReadableStream', make: () => new Blob(['ab']).stream() },
  { title: "a stream of Node's", make: () => Readable.from(['a', 'b']) },
])('$title in stream() answered the second request with nothing', async ({ make }) => {
  start([rest.get('/chunks', stream(make()))])
  const text = async () => (await fetch('https://api.test/chunks')).text()
  expect([await text(), await text()]).toEqual(['ab', 'ab'])
})

test('a client that aborts a generator leaves it to later clients', async () => {
  function* chunks() {
    yield 'a'
    yield 'b'
  }
  start([rest.get('/chunks', stream(chunks()))])
  const reader = (await fetch('https://api.test/chunks')).body?.getReader()
  await reader?.read()
  await reader?.cancel()
  expect(await (await fetch('https://api.test/chunks')).text()).toBe('ab')
})

test('a client that has a signal, and cancels a body without the signal, ends the stream of a resolver', async () => {
  let isOver = false
  function* chunks() {
    try {
      for (;;) yield 'a'
    } finally {
      isOver = true
    }
  }
  start([rest.get('/chunks', () => stream(chunks()))])
  const { body } = await fetch('https://api.test/chunks', { signal: new AbortController().signal })
  await body?.cancel()
  expect(isOver).toBe(true)
})

test('an array is iterated again for each request', async () => {
  const chunks = ['a']
  start([rest.get('/chunks', stream(chunks))])
  expect(await (await fetch('https://api.test/chunks')).text()).toBe('a')
  expect(await (await fetch('https://api.test/chunks')).text()).toBe('a')
})

test("a client's abort never reached the generator of a resolver", async () => {
  let finished = () => {}
  const end = new Promise<void>((resolve) => {
    finished = resolve
  })
  async function* endless() {
    try {
      for (;;) yield 'a'
    } finally {
      finished()
    }
  }
  start([rest.get('/endless', () => stream(endless()))])
  const abort = new AbortController()
  const response = await fetch('https://api.test/endless', { signal: abort.signal })
  const reader = response.body?.getReader()
  await reader?.read()
  abort.abort()
  await end
})

test("a client's abort never reached the ReadableStream of a resolver", async () => {
  let cancelled: (reason: unknown) => void = () => {}
  const end = new Promise<unknown>((resolve) => {
    cancelled = resolve
  })
  start([
    rest.get('/endless', () => {
      return new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1)),
        cancel: (reason) => cancelled(reason),
      })
    }),
  ])
  const response = await fetch('https://api.test/endless')
  await response.body?.cancel('enough')
  expect(await end).toBe('enough')
})

test('a Response that was read or changed after its declaration was no longer sent', async () => {
  const response = new Response('a', { headers: { 'x-total': '1' } })
  start([rest.get('/read', response), rest.get('/again', sequence(response))])
  response.headers.set('x-total', '2')
  expect(await response.text()).toBe('a')
  for (const path of ['/read', '/again', '/read']) {
    const answer = await fetch(`https://api.test${path}`)
    expect([await answer.text(), answer.headers.get('x-total')]).toEqual(['a', '1'])
  }
})

test('a sent Response could not be read by the test that declared it', async () => {
  const response = new Response('a')
  start([rest.get('/read', response)])
  expect(await (await fetch('https://api.test/read')).text()).toBe('a')
  expect(await response.text()).toBe('a')
})

test('the end of the mocks cancels a ReadableStream, although its next chunk may never come', async () => {
  let cancelled = () => {}
  const cancelling = new Promise<void>((resolve) => {
    cancelled = resolve
  })
  const body = () =>
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('one')),
      cancel: () => cancelled(),
    })
  const mocks = start([rest.get('/events', body)])
  const reader = (await fetch(URL)).body?.getReader()
  await reader?.read()
  const next = reader?.read().catch((error: unknown) => error)
  mocks.stop()
  await cancelling
  expect(await next).toMatchObject({ name: 'AbortError' })
})
