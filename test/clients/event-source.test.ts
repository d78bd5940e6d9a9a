import { createServer } from 'node:http'
import { EventSource as UndiciEventSource } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { networkError, type ResolverContext, rest, sequence, sse, status, stream } from '../../src/entries/index.ts'
import { start, startForgiving } from '../promises/support.ts'
import { listen } from './listen.ts'

/*
 * The EventSource of Node, compared with the same class against a real server. It sends its requests by undici, so nothing
 * is patched for it. test/consumers/browser compares that of pages with Chromium's.
 */

type Class = typeof UndiciEventSource

/** One answer to an EventSource. Its stream ends after the chunks, unless it `stays`, or is `cut`. */
interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A function gets the id that the EventSource asks from. */
  readonly chunks?: readonly (string | ((lastEventId: string | undefined) => string))[]
  readonly stays?: boolean
  readonly isCut?: boolean
  /** Whether the connection is closed without an answer. */
  readonly isDown?: boolean
}

/** The answers to the connections of an EventSource; the last one is repeated. */
interface Scenario {
  readonly title: string
  readonly answers: readonly Answer[]
  /** How many events are waited for. */
  readonly events: number
  readonly withCredentials?: boolean
  readonly onEvent?: (event: Event, source: EventSource) => void
}

const askedFrom =
  (lines = '') =>
  (lastEventId: string | undefined) =>
    `${lines}data: asked from ${lastEventId}\n\n`

const SCENARIOS: readonly Scenario[] = [
  {
    title: 'events, named or not, in pieces',
    answers: [
      {
        stays: true,
        chunks: [': hi\n\ndata: one\n\neve', 'nt: user\ndata: {"id":\ndata: 1}\nid: 7\n\n', 'data:two\r\n\r\ndata\n\n'],
      },
    ],
    events: 5,
  },
  {
    title: 'the next connection is asked from the last id, after the time of retry',
    answers: [
      { chunks: ['retry: 20\nid: 1\ndata: a\n\n'] },
      { chunks: [askedFrom()] },
      { chunks: [askedFrom('id: two\n')] },
      { stays: true, chunks: [askedFrom()] },
    ],
    events: 11,
  },
  { title: 'status 204 ends it', answers: [{ chunks: ['retry: 10\ndata: a\n\n'] }, { status: 204 }], events: 4 },
  { title: 'status 500', answers: [{ status: 500, chunks: ['data: a\n\n'] }], events: 1 },
  { title: 'another content type', answers: [{ headers: { 'content-type': 'text/plain' } }], events: 1 },
  {
    title: 'a connection that breaks in the middle of an event',
    answers: [
      { isCut: true, chunks: ['retry: 10\nid: 1\ndata: a\n\nid: 2\ndata: b'] },
      { stays: true, chunks: [askedFrom()] },
    ],
    events: 5,
  },
  { title: 'no connection', answers: [{ isDown: true }], events: 1 },
  {
    title: 'a redirect',
    answers: [
      { status: 307, headers: { location: '/events?moved' } },
      { stays: true, chunks: ['data: a\n\n'] },
    ],
    events: 2,
  },
  {
    title: 'a close between two events',
    answers: [{ stays: true, chunks: ['data: a\n\ndata: b\n\n'] }],
    events: 2,
    onEvent: ({ type }, source) => {
      if (type === 'message') source.close()
    },
  },
  {
    title: 'a close when it would connect again',
    answers: [{ chunks: ['retry: 10\ndata: a\n\n'] }, { stays: true, chunks: ['data: b\n\n'] }],
    events: 3,
    onEvent: ({ type }, source) => {
      if (type === 'error') source.close()
    },
  },
  { title: 'credentials', withCredentials: true, answers: [{ stays: true, chunks: ['data: a\n\n'] }], events: 2 },
]

/** Returns what can be seen of an EventSource, until so many events have come, and a little longer. */
async function trace(Source: Class, url: string, { events, withCredentials = false, onEvent }: Scenario) {
  const source = new Source(url, { withCredentials }) as unknown as EventSource
  onTestFinished(() => source.close())
  const seen: unknown[] = [[source.url, source.readyState, source.withCredentials]]
  await new Promise<void>((resolve) => {
    for (const type of ['open', 'message', 'user', 'error']) {
      source.addEventListener(type, (event: Event) => {
        const { data, lastEventId, origin } = event as MessageEvent
        seen.push([type, source.readyState, data, lastEventId, origin])
        onEvent?.(event, source)
        if (seen.length === events + 1) setTimeout(resolve, 100)
      })
    }
  })
  source.close()
  return [...seen, source.readyState]
}

function answersOf({ answers }: Scenario): () => Answer {
  let connections = 0
  return () => answers[Math.min(connections++, answers.length - 1)] as Answer
}

async function* chunksOf({ chunks = [] }: Answer, lastEventId: string | undefined) {
  for (const chunk of chunks) {
    yield typeof chunk === 'string' ? chunk : chunk(lastEventId)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function serve(scenario: Scenario): Promise<string> {
  const next = answersOf(scenario)
  const server = createServer(async ({ headers, socket }, response) => {
    const answer = next()
    if (answer.isDown) return void socket.destroy()
    response.writeHead(answer.status ?? 200, { 'content-type': 'text/event-stream', ...answer.headers })
    response.flushHeaders()
    for await (const chunk of chunksOf(answer, String(headers['last-event-id']))) response.write(chunk)
    if (answer.isCut) socket.destroy()
    else if (!answer.stays) response.end()
  })
  return `http://127.0.0.1:${await listen(server)}/events`
}

function mock(scenario: Scenario) {
  const next = answersOf(scenario)
  return ({ request, setStatusCode, setHeader }: ResolverContext) => {
    const answer = next()
    if (answer.isDown) return networkError('ECONNRESET')
    setStatusCode(answer.status ?? 200)
    for (const [name, value] of Object.entries({ 'content-type': 'text/event-stream', ...answer.headers })) {
      setHeader(name, value)
    }
    if (answer.status === 204) return undefined
    return stream(untilClosed(answer, request.headers['last-event-id'], request.signal))
  }
}

async function* untilClosed(answer: Answer, lastEventId: string | undefined, signal: AbortSignal) {
  yield* chunksOf(answer, String(lastEventId))
  if (answer.isCut) yield networkError()
  if (answer.stays) await new Promise((resolve) => signal.addEventListener('abort', resolve))
}

const CLASSES = [
  ["undici's class", UndiciEventSource],
  ["Node's class", globalThis.EventSource as unknown as Class],
] as const

test.for(CLASSES.flatMap(([name, Source]) => SCENARIOS.map((scenario) => ({ name, Source, ...scenario }))))(
  '$name is as over a real server: $title',
  async ({ Source, ...scenario }) => {
    const url = await serve(scenario)
    const real = await trace(Source, url, scenario)
    start([rest.get('/events', mock(scenario))])
    expect(await trace(Source, url, scenario)).toEqual(real)
  },
)

test.for(CLASSES)('%s gets the events of sse(), and asks the stubs again after its end', async ([, Source]) => {
  const mocks = start([
    rest.get(
      '/events',
      sequence(
        sse(['hello', { event: 'user', data: { id: 1 }, id: '7', retry: 10 }]),
        sse([{ event: 'user', data: { id: 2 } }]),
        status(204),
      ),
    ),
  ])
  const { length } = ['open', 'message', 'user', 'error', 'open', 'user', 'error', 'error']
  const seen = await trace(Source, 'https://api.test/events', { title: '', answers: [], events: length })
  expect(seen.slice(1, -1)).toEqual([
    ['open', 1, undefined, undefined, undefined],
    ['message', 1, 'hello', '', 'https://api.test'],
    ['user', 1, '{"id":1}', '7', 'https://api.test'],
    ['error', 0, undefined, undefined, undefined],
    ['open', 1, undefined, undefined, undefined],
    ['user', 1, '{"id":2}', '7', 'https://api.test'],
    ['error', 0, undefined, undefined, undefined],
    ['error', 2, undefined, undefined, undefined],
  ])
  expect(mocks.calls().map(({ request }) => request.headers['last-event-id'])).toEqual([undefined, '7', '7'])
})

test.for(CLASSES)('%s gets an error if no stub answers, and the test fails', async ([, Source]) => {
  const mocks = startForgiving([rest.get('/events', sse([]))])
  await trace(Source, 'https://api.test/event', { title: '', answers: [], events: 1 })
  expect(() => mocks.verify()).toThrow('No stub answers GET https://api.test/event\n')
})
