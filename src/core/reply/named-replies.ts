import { defineMaker, SETTINGS_NOTE } from '../define-maker.ts'
import { isBodiless, isStatus, REDIRECTS, wellFormed } from '../http-rules.ts'
import { asCode, assertArgument, reasonOf, refuseCall } from '../refusal.ts'
import { quote, show, showWritten } from '../show.ts'
import { isError, isItems } from '../type-guards.ts'
import {
  breaksConnection,
  type Chunk,
  type Chunks,
  chunkOf,
  type Items,
  type NamedReply,
  named,
  type Reply,
} from './reply.ts'
import { eventText, type ServerSentEvent } from './server-sent-event.ts'
import { payloadProblem, toDeclaredReply } from './to-reply.ts'

/**
 * Sends text unchanged, with `content-type: text/plain;charset=utf-8`: `text('Hello')`.
 * @param value The text.
 * @function
 */
export const text: (value: string) => NamedReply = textMaker('text', 'text/plain;charset=utf-8')

/**
 * Sends HTML, with `content-type: text/html;charset=utf-8`: `html('<p>Hello</p>')`.
 * @param value The HTML.
 * @function
 */
export const html: (value: string) => NamedReply = textMaker('html', 'text/html;charset=utf-8')

/**
 * Sends the chunks of a sync or async iterable, strings or bytes, one by one. The content type comes from the settings. A
 * `networkError()` among them breaks the connection there.
 * An iterable that can be iterated only once, such as a generator or a stream, is iterated once; its chunks are replayed
 * for each further request.
 * @param chunks Strings or bytes, in an array, a generator, or any other iterable.
 * @function
 * @example
 * rest.get('/export', stream(['id,name\n', '1,John\n']), { headers: { 'content-type': 'text/csv' } })
 */
export const stream: (chunks: Chunks) => NamedReply = streamMaker('stream', 'chunks', {
  toChunk: chunkOf,
  type: undefined,
})

/**
 * Sends server-sent events one by one (HTML Standard, section 9.2). Data other than a string is sent as JSON.
 * @param events Strings, or `{ data, event?, id?, retry? }`, in an array, a generator, or any other iterable.
 * @function
 * @example
 * rest.get('/events', sse(['hello', { event: 'user', data: { id: 1 } }]))
 */
export const sse: (
  events: object & (Iterable<ServerSentEvent | NamedReply> | AsyncIterable<ServerSentEvent | NamedReply>),
) => NamedReply = streamMaker('sse', 'events', { toChunk: eventText, type: 'text/event-stream' })

function textMaker(name: string, type: string): (value: string) => NamedReply {
  return defineMaker(name, { makes: 'reply', takes: 1, note: SETTINGS_NOTE }, (value: string) => {
    assertArgument(typeof value === 'string', name, value, 'a string')
    return named(name, [value], { kind: 'content', body: { kind: 'text', text: value, type } })
  })
}

function streamMaker(
  name: string,
  what: string,
  body: { readonly toChunk: (item: unknown) => Chunk; readonly type: string | undefined },
): (items: object & Items) => NamedReply {
  return defineMaker(name, { makes: 'reply', takes: 1, note: SETTINGS_NOTE }, (items: object & Items) => {
    assertArgument(isItems(items), name, items, `an iterable of ${what}`)
    if (Array.isArray(items) || ArrayBuffer.isView(items)) checkItems(name, items as Iterable<unknown>, body.toChunk)
    return named(name, [items], { kind: 'content', body: { kind: 'stream', items, ...body } })
  })
}

/** Other iterables are read when a request comes. */
function checkItems(name: string, items: Iterable<unknown>, toChunk: (item: unknown) => Chunk): void {
  try {
    for (const item of items) if (!breaksConnection(item)) toChunk(item)
  } catch (error) {
    refuseCall(`${name}(${showWritten(items)})`, reasonOf(error), undefined, { cause: error })
  }
}

/**
 * Redirects to a URL, absolute or relative to the URL of the request: `redirect('/login', 303)`.
 * @param url Absolute, or relative to the URL of the request.
 * @param status 301, 302 (the default), 303, 307 or 308.
 * @function
 */
export const redirect: (url: string, status?: 301 | 302 | 303 | 307 | 308) => NamedReply = defineMaker(
  'redirect',
  { makes: 'reply', takes: [1, 2] },
  (url: string, status: 301 | 302 | 303 | 307 | 308 = 302) => {
    assertArgument(typeof url === 'string', 'redirect', url, 'a URL as a string')
    if (!REDIRECTS.includes(status)) {
      const problem = 'a redirect has the status 301, 302, 303, 307 or 308'
      refuseCall(`redirect(${quote(url)}, ${showWritten(status)})`, problem)
    }
    return named('redirect', [url, status], {
      kind: 'content',
      body: { kind: 'empty' },
      status,
      headers: [['location', asHeader(url)]],
    })
  },
)

/** Escapes what a header cannot hold; existing escapes stay. */
function asHeader(url: string): string {
  return wellFormed(url).replace(/[^\x21-\x7e]+/g, encodeURIComponent)
}

/**
 * Sends a payload with a status: `status(404, { error: 'Not Found' })`. Without a payload it sends no body. Returned by a
 * resolver, it wins over the stub's own status.
 * @param code An integer from 200 to 599.
 * @param payload Anything that is sent as a body; by default there is none.
 * @throws {RouteDefinitionError} if the status is no integer from 200 to 599, and for a payload that cannot be sent with it.
 * @function
 * @example
 * rest.get('/users/:id', ({ request }) => (request.params.id === '0' ? status(404) : { id: request.params.id }))
 */
export const status: (code: number, payload?: unknown) => NamedReply = defineMaker(
  'status',
  { makes: 'reply', takes: [1, 2] },
  (code: number, payload?: unknown) => {
    const written = `status(${[code, ...(payload === undefined ? [] : [payload])].map(asCode).join(', ')})`
    if (!isStatus(code)) refuseCall(written, `a status is an integer from 200 to 599, not ${show(code)}`)
    const reply = replyOf(written, payload)
    if (reply.kind !== 'content' || reply.status !== undefined || reply.body.kind === 'response') {
      return refuseCall(written, 'its payload is what a body is made of, not a reply with a status of its own, or none')
    }
    if (isBodiless(code) && reply.body.kind !== 'empty') {
      refuseCall(written, `a response with status ${code} has no body`, `status(${code})`)
    }
    return named('status', payload === undefined ? [code] : [code, payload], { ...reply, status: code })
  },
)

/**
 * Fails the request as a broken connection does: fetch rejects with a `TypeError` whose `cause.code` is the code, http emits
 * an error with that `code`, XMLHttpRequest fires `error`. If the argument is an error, it is the `cause` of fetch's error, and
 * http emits that very error.
 * @param reason The code of the client's error, `'ECONNREFUSED'` by default, or the error itself.
 * @function
 * @example
 * rest.get('/users', networkError('ECONNRESET'))
 */
export const networkError: (reason?: string | Error) => NamedReply = defineMaker(
  'networkError',
  { makes: 'reply', takes: [0, 1] },
  (reason: string | Error = 'ECONNREFUSED') => {
    const isRight = typeof reason === 'string' ? /^\w+$/.test(reason) : isError(reason)
    assertArgument(isRight, 'networkError', reason, 'the code of an error, which is one word, or an error')
    if (typeof reason === 'string') return named('networkError', [reason], { kind: 'networkError', code: reason })
    const code = 'code' in reason ? String(reason.code) : 'ECONNREFUSED'
    return named('networkError', [reason], { kind: 'networkError', code, error: reason })
  },
)

/** Makes the real request: `rest.get('https://cdn.test/*path', passthrough())`. @function */
export const passthrough: () => NamedReply = defineMaker('passthrough', { makes: 'reply', takes: 0 }, () =>
  named('passthrough', [], { kind: 'passthrough' }),
)

/**
 * Answers with one response after another; the last one repeats. Each can be any response of `rest`.
 * @param responses One for each request; the last one repeats.
 * @throws {RouteDefinitionError} if there is no response, or one that cannot be sent.
 * @function
 * @example
 * rest.get('/jobs/7', sequence({ state: 'queued' }, { state: 'done' }))
 */
export const sequence: (...responses: unknown[]) => NamedReply = defineMaker(
  'sequence',
  { makes: 'reply', takes: [1, Number.POSITIVE_INFINITY] },
  (...responses: readonly unknown[]) => {
    const replies = responses.map((response) => replyOf('sequence(…)', response))
    return named('sequence', responses, {
      kind: 'sequence',
      replies: replies.flatMap((reply) => (reply.kind === 'sequence' ? reply.replies : [reply])),
    })
  },
)

/** Returns the reply of a response that stands within another reply. */
function replyOf(written: string, payload: unknown): Reply {
  try {
    return toDeclaredReply(payload)
  } catch (error) {
    return refuseCall(written, `a ${payloadProblem(payload, error)}`, undefined, { cause: error })
  }
}
