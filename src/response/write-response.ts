import { byteLength } from '#platform'
import { isBodiless, STATUS_TEXTS, sendablePhrase } from '../core/http-rules.ts'
import type { Content, HeaderList } from '../core/reply/reply.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { AbortSignals } from '../runtime/abort.ts'
import { fittingHeaders } from './content-encoding.ts'
import { bodyOf, nativeBody } from './native-body.ts'
import { abortableStream, replay, streamBody } from './stream-body.ts'
import type { Answer } from './verdict.ts'

/** Whoever gets an answer, and what it depends on. */
export interface Receiver {
  readonly request: Pick<IncomingRequest, 'method'>
  /** A streamed body ends with these. */
  readonly endings: AbortSignals
}

/**
 * Makes the answer of a reply, for one request; without a body for a HEAD request. `isOnce` means that the reply was made for this
 * request: its source is then cancelled when the client aborts.
 */
export function writeResponse(content: Content, to: Receiver, isOnce: boolean): Answer {
  const { status, headers, body } = content
  const isBodyless = to.request.method === 'HEAD' || isBodiless(status)
  switch (body.kind) {
    case 'empty':
      return writtenAnswer(content, withDefaults(headers, undefined, emptyLength(status, to.request.method)), null)
    case 'text': {
      const answer = writeText(content, body, isOnce)
      return isBodyless ? { ...answer, body: null } : answer
    }
    case 'native': {
      const { open, type, size } = nativeBody(body.value)
      return writtenAnswer(content, withDefaults(headers, type, size), isBodyless ? null : open())
    }
    case 'stream': {
      const stream = isBodyless ? null : abortableStream(streamBody(body, isOnce), to.endings)
      return writtenAnswer(content, withDefaults(headers, body.type, body.size), stream)
    }
    case 'replay': {
      const open = () =>
        abortableStream(
          replay(body.stream, () => body.stream, isOnce),
          to.endings,
        )
      return writtenAnswer(content, withDefaults(headers, undefined, undefined), isBodyless ? null : open())
    }
    case 'response':
      return copyResponse(body.response, to, isOnce)
  }
}

function writtenAnswer(
  { status, statusText }: Omit<Content, 'headers' | 'body'>,
  headers: HeaderList,
  body: Answer['body'],
): Answer {
  return { kind: 'response', status, statusText: statusText ?? STATUS_TEXTS[status] ?? '', headers, body }
}

/** The answers of static stubs, made for their first requests. */
const staticAnswers = new WeakMap<Content, Answer>()

/** `isOnce`: the text of a resolver, whose answer is not kept. */
function writeText(
  content: Content,
  { text, type }: Extract<Content['body'], { kind: 'text' }>,
  isOnce: boolean,
): Answer {
  const earlier = isOnce ? undefined : staticAnswers.get(content)
  if (earlier) return earlier
  const { headers } = content
  const length = byteLength(text)
  const isCommon = headers.length === 0
  const lines = isCommon ? commonHeaders(type, length) : withDefaults(headers, type, length)
  const answer = writtenAnswer(content, isOnce ? lines : Object.freeze(lines), text)
  if (!isOnce) staticAnswers.set(content, answer)
  return answer
}

/** The headers of texts that have only a type and a length, as most texts do, by the length. */
const headersByLength = new Map<number, HeaderList>()

const MOST_LENGTHS = 1000

function commonHeaders(type: string, length: number): HeaderList {
  const earlier = headersByLength.get(length)
  if (earlier?.[0]?.[1] === type) return earlier
  if (headersByLength.size >= MOST_LENGTHS) headersByLength.clear()
  const made = Object.freeze(withDefaults([], type, length))
  headersByLength.set(length, made)
  return made
}

/** A 205 has `content-length: 0` (RFC 9110, section 15.3.6); a 204 and a 304 have no length. */
function emptyLength(status: number, method: string): number | undefined {
  return method === 'HEAD' || status === 204 || status === 304 ? undefined : 0
}

/** Copies a `Response`, which can be read only once, for one request; without a body for a HEAD request. */
export function copyResponse(response: Response, to: Receiver, isOnce: boolean): Answer {
  const { status } = response
  const body = bodyOf(response)
  const headers = [...fittingHeaders(response)]
  const isBodyless = body === null || to.request.method === 'HEAD' || isBodiless(status)
  const open = () =>
    abortableStream(
      replay(response, () => body as ReadableStream<Uint8Array>, isOnce),
      to.endings,
    )
  // A `Response` that was made without a phrase has an empty one.
  const statusText = sendablePhrase(response.statusText) || undefined
  return writtenAnswer({ kind: 'content', status, statusText }, headers, isBodyless ? null : open())
}

/** Adds a type and a length, if the stub's own headers have none. */
function withDefaults(headers: HeaderList, type: string | undefined, length: number | undefined): HeaderList {
  const result = [...headers]
  const has = (wanted: string) => headers.some(([name]) => name.toLowerCase() === wanted)
  if (type !== undefined && !has('content-type')) result.push(['content-type', type])
  if (length !== undefined && !has('content-length') && !has('transfer-encoding')) {
    result.push(['content-length', String(length)])
  }
  return result
}
