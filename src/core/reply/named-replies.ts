import { REDIRECTS } from '../http-rules.ts'
import { assertArgument, refuseCall } from '../refusal.ts'
import { type Chunk, type Chunks, type NamedReply, named, type Reply } from '../reply.ts'
import { quote } from '../show.ts'
import { isError, isObject } from '../type-guards.ts'
import { eventText, type ServerSentEvent } from './server-sent-event.ts'
import { payloadProblem, toDeclaredReply } from './to-reply.ts'

/** Sends a text unchanged, with `content-type: text/plain;charset=utf-8`: `text('Hello')`. */
export function text(value: string): NamedReply {
  assertArgument(typeof value === 'string', 'text', value, 'a string', "'Hello'")
  return named('text', [value], {
    kind: 'content',
    body: { kind: 'text', text: value, type: 'text/plain;charset=utf-8' },
  })
}

/** Sends a text as HTML, with `content-type: text/html;charset=utf-8`: `html('<p>Hello</p>')`. */
export function html(value: string): NamedReply {
  assertArgument(typeof value === 'string', 'html', value, 'a string', "'<p>Hello</p>'")
  return named('html', [value], {
    kind: 'content',
    body: { kind: 'text', text: value, type: 'text/html;charset=utf-8' },
  })
}

/**
 * Sends the chunks of a sync or async iterable, strings or bytes, one by one. The content type comes from the settings.
 * An iterable that can be iterated only once, such as a generator or a stream, is iterated once; its chunks are replayed
 * for each further request.
 * @example
 * rest.get('/export', stream(['id,name\n', '1,John\n']), { headers: { 'content-type': 'text/csv' } })
 */
export function stream(chunks: Chunks): NamedReply {
  assertArgument(isIterable(chunks), 'stream', chunks, 'an iterable of chunks', "['one', 'two']")
  const toChunk = (item: unknown) => item as Chunk
  return named('stream', [chunks], {
    kind: 'content',
    body: { kind: 'stream', items: chunks, toChunk, type: undefined },
  })
}

/**
 * Sends server-sent events one by one (HTML Standard, section 9.2). Data other than a string is sent as JSON.
 * @example
 * rest.get('/events', sse(['hello', { event: 'user', data: { id: 1 } }]))
 */
export function sse(events: object & (Iterable<ServerSentEvent> | AsyncIterable<ServerSentEvent>)): NamedReply {
  assertArgument(isIterable(events), 'sse', events, 'an iterable of events', '[{ data: { id: 1 } }]')
  return named('sse', [events], {
    kind: 'content',
    body: { kind: 'stream', items: events, toChunk: eventText, type: 'text/event-stream' },
  })
}

/** Excludes a string, which is iterable too: its characters are not meant as chunks. */
function isIterable(value: unknown): boolean {
  return isObject(value) && (Symbol.asyncIterator in value || Symbol.iterator in value)
}

/** Redirects to a URL, absolute or relative to the URL of the request: `redirect('/login', 303)`. */
export function redirect(url: string, status: 301 | 302 | 303 | 307 | 308 = 302): NamedReply {
  assertArgument(typeof url === 'string', 'redirect', url, 'a URL as a string', "'/login'")
  if (!REDIRECTS.includes(status)) {
    const problem = 'a redirect has the status 301, 302, 303, 307 or 308'
    refuseCall(`redirect(${quote(url)}, ${status})`, problem, `redirect(${quote(url)}, 302)`)
  }
  return named('redirect', [url, status], {
    kind: 'content',
    body: { kind: 'empty' },
    status,
    headers: [['location', asHeader(url)]],
  })
}

/** Escapes what a header cannot hold; existing escapes stay. */
function asHeader(url: string): string {
  return url.replace(/[^\x21-\x7e]+/g, encodeURIComponent)
}

/**
 * Fails the request as a broken connection does: fetch rejects with a `TypeError` whose `cause.code` is the code, http emits
 * an error with that `code`, XMLHttpRequest fires `error`. If the argument is an error, it is the `cause` of fetch's error, and
 * http emits that very error.
 * @example
 * rest.get('/users', networkError('ECONNRESET'))
 */
export function networkError(reason: string | Error = 'ECONNREFUSED'): NamedReply {
  const isRight = typeof reason === 'string' || isError(reason)
  assertArgument(isRight, 'networkError', reason, 'the code of an error, or an error', "'ECONNRESET'")
  if (typeof reason === 'string') return named('networkError', [reason], { kind: 'networkError', code: reason })
  const code = 'code' in reason ? String(reason.code) : 'ECONNREFUSED'
  return named('networkError', [reason], { kind: 'networkError', code, error: reason })
}

/** Makes the real request: `rest.get('https://cdn.test/*path', passthrough())`. */
export const passthrough = (): NamedReply => named('passthrough', [], { kind: 'passthrough' })

const RIGHT_SEQUENCE = 'sequence({ id: 1 }, { id: 2 })'

/**
 * Answers with one response after the other; the last one stays. Each is anything that `rest` takes as a response.
 * @throws {RouteDefinitionError} if there is no response, or one that cannot be sent.
 * @example
 * rest.get('/jobs/7', sequence({ state: 'queued' }, { state: 'done' }))
 */
export function sequence(...responses: readonly unknown[]): NamedReply {
  if (responses.length === 0) {
    refuseCall('sequence()', 'it needs at least one response', RIGHT_SEQUENCE)
  }
  const replies = responses.map(toReplyInSequence)
  return named('sequence', responses, {
    kind: 'sequence',
    replies: replies.flatMap((reply) => (reply.kind === 'sequence' ? reply.replies : [reply])),
  })
}

function toReplyInSequence(response: unknown): Reply {
  try {
    return toDeclaredReply(response)
  } catch (error) {
    return refuseCall('sequence(…)', `a ${payloadProblem(response, error)}`, RIGHT_SEQUENCE, { cause: error })
  }
}
