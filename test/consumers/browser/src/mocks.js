import { networkError, rest, setupMocks, stream, text } from 'mynah'
import { ANSWERS, bytesOf, headersOf } from './answers.js'
import { chunksOf, STREAMS, streamAnswers } from './event-streams.js'

export const API = 'https://api.test'
const { fetch, XMLHttpRequest, EventSource, WebSocket } = globalThis
export const originals = { fetch, XMLHttpRequest, EventSource, WebSocket, sendBeacon: navigator.sendBeacon }
const answerTo = streamAnswers()

export const mocks = setupMocks(
  [
    rest.get('/users', [{ id: 1, name: 'John' }]),
    rest.get(`${API}/users/:id`, ({ request }) => ({ id: request.params.id, from: request.url })),
    rest.get('/greeting', text('hello'), { status: 418, headers: { 'x-mood': 'good' } }),
    rest.get('/chunks', ({ setHeader }) => {
      setHeader('x-mood', 'good')
      return stream(chunks())
    }),
    rest.get('/never', undefined, { delay: Number.POSITIVE_INFINITY }),
    rest.post('/login', ({ setCookie }) => setCookie('session', 'abc', { httpOnly: true })),
    rest.post('/logout', ({ setCookie }) => setCookie('session', '', { maxAge: 0 })),
    rest.get('/me', { name: 'Ada' }, { match: { cookies: { session: 'abc' } } }),
    rest.get('/me', { error: 'Unauthorized' }, { status: 401 }),
    rest.get('/down', networkError()),
    rest.get('/broken', () => {
      throw 'no error'
    }),
    rest.post('/files', async ({ request }) => {
      const { file, title } = request.body
      return { title, name: file.name, type: file.type, text: await file.text() }
    }),
    rest.post('/text', ({ request }) => ({ got: request.body })),
    ...Object.entries(ANSWERS).map(([path, answer]) => {
      const { status = 200, chunks } = answer
      const payload = chunks
        ? () => stream(later(chunks))
        : status === 200 || status >= 400
          ? bytesOf(answer)
          : undefined
      return rest.all(`/mocked${path}`, payload, { status, headers: headersOf(answer) })
    }),
    rest.get('/compressed', () => new Response('squeezed').body.pipeThrough(new CompressionStream('gzip')), {
      headers: { 'content-encoding': 'gzip' },
    }),
    ...Object.keys(STREAMS).map((path) => rest.get(`/mocked/events${path}`, (context) => answerStream(path, context))),
    rest.post('/mocked/beacon', undefined),
    rest.all('/mocked/never', undefined, { delay: Number.POSITIVE_INFINITY }),
    rest.all('/mocked/down', networkError()),
  ],
  { passthrough: [({ url }) => url.includes('/real/')] },
)

async function* later(chunks) {
  for (const chunk of chunks) {
    yield typeof chunk === 'string' ? chunk : new Uint8Array(chunk)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Answers a connection of an EventSource as the server does. */
function answerStream(path, { request, setStatusCode, setHeader }) {
  const answer = answerTo(path, request.url)
  if (answer.down) return networkError('ECONNRESET')
  setStatusCode(answer.status)
  for (const [name, value] of Object.entries({ 'content-type': answer.type, ...answer.headers })) setHeader(name, value)
  if (answer.status === 204) return undefined
  return stream(untilClosed(answer, request))
}

async function* untilClosed(answer, { headers, signal }) {
  yield* chunksOf(answer, headers)
  if (answer.stays) await new Promise((resolve) => signal.addEventListener('abort', resolve))
  if (answer.cut) yield networkError()
}

let goOn

/** Lets the second chunk of `/chunks` come: one that is sent as a whole would never end. */
export const firstIsRead = () => goOn()

async function* chunks() {
  const read = new Promise((resolve) => {
    goOn = resolve
  })
  yield 'one '
  await read
  yield 'two'
}
