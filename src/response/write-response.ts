import { byteLength } from '#platform'
import { isBodiless, STATUS_TEXTS, sendablePhrase } from '../core/http-rules.ts'
import type { Content, HeaderList, NativeBody } from '../core/reply/reply.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { AbortSignals } from '../runtime/abort.ts'
import { fittingHeaders } from './content-encoding.ts'
import { type Making, makeResponse } from './make-response.ts'
import { bodyOf, nativeBody } from './native-body.ts'
import { abortableStream, replay, streamBody } from './stream-body.ts'
import type { ResponseHead, Verdict } from './verdict.ts'

/** The characters of a head that fetch looks at, names and values: far below what it refuses, and above most heads. */
const LONG_HEAD = 2 ** 10

type Text = Extract<Content['body'], { kind: 'text' }>

type ResponseVerdict = Extract<Verdict, { kind: 'response' }>

/** Whoever gets a response, and what it depends on. */
export interface Receiver {
  readonly request: Pick<IncomingRequest, 'method' | 'takesKnownBody'>
  /** Whether the reply was made for this one request: its source is then cancelled when the client aborts. */
  readonly isOnce: boolean
  /** A streamed body ends with these. */
  readonly endings: AbortSignals
}

/**
 * Makes the `Response` of a reply: a new one for each request, without a body for a HEAD request. If the request takes a known
 * body, a text is not in the response's `body`: `knownBodyOf` returns it.
 */
export function writeResponse(content: Content, to: Receiver): ResponseVerdict {
  const { method, takesKnownBody } = to.request
  const { status, statusText, headers, body } = content
  const bodiless = () => method === 'HEAD' || isBodiless(status)
  switch (body.kind) {
    case 'empty':
      return written(null, {
        status,
        statusText,
        headers: withDefaults(headers, undefined, emptyLength(status, method)),
      })
    case 'text': {
      const { head, making } = headOf(content, body, to.isOnce)
      if (method === 'HEAD') return written(null, head, { ...making, known: undefined })
      // A stream that nobody reads would take a tenth of an answer by http.
      return written(takesKnownBody ? null : (making.known ?? null), head, making)
    }
    case 'native': {
      const { open, type, size } = nativeBody(body.value)
      return written(bodiless() ? null : open(), { status, statusText, headers: withDefaults(headers, type, size) })
    }
    case 'stream':
      return streamed(bodiless() ? null : streamBody(body, to.isOnce), to, {
        status,
        statusText,
        headers: withDefaults(headers, body.type, body.size),
      })
    case 'replay': {
      const stream = bodiless() ? null : replay(body.stream, () => body.stream, to.isOnce)
      return streamed(stream, to, { status, statusText, headers: withDefaults(headers, undefined, undefined) })
    }
    case 'response':
      return copyResponse(body.response, to)
  }
}

function written(body: NativeBody | null, head: ResponseHead, making = makingOf(head, true)): ResponseVerdict {
  const { status, headers } = head
  const statusText = head.statusText ?? STATUS_TEXTS[status] ?? ''
  const response = makeResponse(body, { status, statusText, headers }, making)
  return { kind: 'response', response, head }
}

function makingOf({ headers }: ResponseHead, isWhole: boolean): Making {
  const lines = Array.isArray(headers) ? headers : undefined
  return { kind: 'response', lines, isUnchanged: isWhole && isUnchangedHead(headers), known: undefined }
}

/** Whether fetch takes a head as it is: it undoes an encoding, and may refuse a long head. */
function isUnchangedHead(headers: Iterable<readonly [string, string]>): boolean {
  let length = 0
  for (const [name, value] of headers) {
    if (name.toLowerCase() === 'content-encoding') return false
    length += name.length + value.length
  }
  return length < LONG_HEAD
}

/** Makes a response whose body may still be arriving when its mocks end. */
function streamed(body: ReadableStream<Uint8Array> | null, { endings }: Receiver, head: ResponseHead): ResponseVerdict {
  return written(body && abortableStream(body, endings), head, makingOf(head, body === null))
}

/** The head of a text, and what is known of it. */
interface TextHead {
  readonly head: ResponseHead
  readonly making: Making
}

/** The heads of static stubs, made for their first answers. */
const heads = new WeakMap<Content, TextHead>()

/** `isOnce`: the text of a resolver, whose head is not kept. */
function headOf(content: Content, { text, type }: Text, isOnce: boolean): TextHead {
  const earlier = isOnce ? undefined : heads.get(content)
  if (earlier) return earlier
  const { status, statusText, headers } = content
  const length = byteLength(text)
  const { lines, isUnchanged, ...fields } =
    headers.length === 0 ? commonFields(type, length) : fieldsOf(headers, type, length, !isOnce)
  const made: TextHead = {
    head: { status, statusText, headers: fields.headers },
    making: { kind: 'response', lines, isUnchanged, known: isBodiless(status) ? undefined : text },
  }
  if (!isOnce) heads.set(content, made)
  return made
}

/** The header fields of a text. */
interface Fields extends Pick<Making, 'lines' | 'isUnchanged'> {
  readonly type: string
  readonly headers: ResponseHead['headers']
}

/** The header fields of texts that have only a type and a length, as most texts do, by the length. */
const fieldsByLength = new Map<number, Fields>()

const MOST_FIELDS = 1000

function commonFields(type: string, length: number): Fields {
  const earlier = fieldsByLength.get(length)
  if (earlier?.type === type) return earlier
  if (fieldsByLength.size >= MOST_FIELDS) fieldsByLength.clear()
  const made = fieldsOf([], type, length, true)
  fieldsByLength.set(length, made)
  return made
}

/** Fields that are kept are sent several times: `Response` copies `Headers` faster than it reads a list. */
function fieldsOf(headers: HeaderList, type: string, length: number, isKept: boolean): Fields {
  const lines = withDefaults(headers, type, length)
  const isUnchanged = isUnchangedHead(lines)
  if (!isKept) return { type, headers: lines, lines, isUnchanged }
  return { type, headers: new Headers(lines), lines: headers.length > 0 ? lines : undefined, isUnchanged }
}

/** A 205 has `content-length: 0` (RFC 9110, section 15.3.6); a 204 and a 304 have no length. */
function emptyLength(status: number, method: string): number | undefined {
  return method === 'HEAD' || status === 204 || status === 304 ? undefined : 0
}

/** Copies a `Response`, which can be read only once, for one request; without a body for a HEAD request. */
export function copyResponse(response: Response, to: Receiver): ResponseVerdict {
  const { status } = response
  const body = bodyOf(response)
  const headers = fittingHeaders(response)
  const bodiless = body === null || to.request.method === 'HEAD' || isBodiless(status)
  // A `Response` that was made without a phrase has an empty one.
  const head = { status, statusText: sendablePhrase(response.statusText) || undefined, headers }
  return streamed(bodiless ? null : replay(response, () => body, to.isOnce), to, head)
}

/** Adds a type and a length, if the stub's own headers have none. A list is cheaper than `Headers` that are used once. */
function withDefaults(headers: HeaderList, type: string | undefined, length: number | undefined): [string, string][] {
  const result = headers.map(([name, value]): [string, string] => [name, value])
  const has = (wanted: string) => headers.some(([name]) => name.toLowerCase() === wanted)
  if (type !== undefined && !has('content-type')) result.push(['content-type', type])
  if (length !== undefined && !has('content-length') && !has('transfer-encoding')) {
    result.push(['content-length', String(length)])
  }
  return result
}
