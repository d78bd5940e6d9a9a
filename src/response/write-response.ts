import { isBodiless } from '../core/http-rules.ts'
import type { Content } from '../core/reply/complete-reply.ts'
import type { HeaderList, NativeBody } from '../core/reply.ts'
import { bodyClassOf } from '../core/type-guards.ts'
import { readBlob } from '../request/bytes.ts'
import { writeForeignBody } from '../request/foreign-body.ts'
import type { AbortSignals } from '../runtime/abort.ts'
import { STATUS_TEXTS } from './status-texts.ts'
import { endWith, replay, streamBody } from './stream-body.ts'

/** What the journal keeps of a response. Not the response itself: it would keep its body. */
export interface Head {
  readonly status: number
  readonly headers: Headers | [string, string][]
}

interface Written {
  readonly response: Response
  readonly head: Head
}

/**
 * Makes the `Response` of a reply, a new one for each request; without its body for a HEAD request. `once` says that a
 * resolver made it for this one request: then its source ends where the client breaks off. A streamed one ends with `endings`.
 */
export function writeResponse(content: Content, method: string, once: boolean, endings: AbortSignals): Written {
  const { status, headers, body } = content
  const bodiless = method === 'HEAD' || isBodiless(status)
  switch (body.kind) {
    case 'empty':
      return written(null, { status, headers: withDefaults(headers, undefined, emptyLength(status, method)) })
    case 'text': {
      if (!once) return written(bodiless ? null : body.text, headOf(content, body.text, body.type))
      const bytes = new TextEncoder().encode(body.text)
      return written(bodiless ? null : bytes, { status, headers: withDefaults(headers, body.type, bytes.byteLength) })
    }
    case 'native':
      return writeNative(body.value, status, headers, bodiless)
    case 'stream':
      return streamed(bodiless ? null : streamBody(body, once), endings, {
        status,
        headers: withDefaults(headers, body.type, undefined),
      })
    case 'replay': {
      const stream = bodiless ? null : replay(body.stream, () => body.stream, once)
      return streamed(stream, endings, { status, headers: withDefaults(headers, undefined, undefined) })
    }
    case 'response':
      return copyResponse(body.response, method, once, endings)
  }
}

function written(body: NativeBody | null, head: Head & { readonly statusText?: string }): Written {
  const { status, headers } = head
  const statusText = head.statusText || (STATUS_TEXTS[status] ?? '')
  return { response: new Response(body, { status, statusText, headers }), head }
}

/** One whose body may still be coming when its mocks end. */
function streamed(
  body: ReadableStream<Uint8Array> | null,
  endings: AbortSignals,
  head: Head & { readonly statusText?: string },
): Written {
  return written(body && endWith(body, endings), head)
}

/** The heads of static stubs, as their first answers had them. */
const heads = new WeakMap<Content, Head>()

/** The head of a text that is sent again and again; the text itself is not kept as bytes, which a client might write into. */
function headOf(content: Content, text: string, type: string): Head {
  const known = heads.get(content)
  if (known) return known
  const length = new TextEncoder().encode(text).byteLength
  // `Response` copies `Headers` faster than it reads a list.
  const head = { status: content.status, headers: new Headers(withDefaults(content.headers, type, length)) }
  heads.set(content, head)
  return head
}

/** A 205 says that nothing follows (RFC 9110, section 15.3.6); a 204 and a 304 do not. */
function emptyLength(status: number, method: string): number | undefined {
  return method === 'HEAD' || status === 204 || status === 304 ? undefined : 0
}

function writeNative(value: NativeBody, status: number, headers: HeaderList, bodiless: boolean): Written {
  if (isBlob(value)) {
    const { type, size } = value
    return written(bodiless ? null : whenRead(readBlob(value)), {
      status,
      headers: withDefaults(headers, type || undefined, size),
    })
  }
  const foreign = writeForeignBody(value)
  if (foreign) {
    return written(bodiless ? null : whenRead(foreign.bytes), {
      status,
      headers: withDefaults(headers, foreign.type, undefined),
    })
  }
  // The platform knows the boundary of a form of its own.
  const typed = new Response(value)
  const type = typed.headers.get('content-type') ?? undefined
  // A form's size is known to its encoder alone.
  const size = ArrayBuffer.isView(value) ? value.byteLength : undefined
  return written(bodiless ? null : typed.body, { status, headers: withDefaults(headers, type, size) })
}

function isBlob(value: NativeBody): value is Blob {
  return ['Blob', 'File'].includes(bodyClassOf(value) ?? '')
}

/** Not left to `Response`: a Blob that is jsdom's own, as in Jest, it would send as the text `[object Blob]`. */
function whenRead(bytes: Promise<ArrayBuffer | Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new Uint8Array(await bytes))
      controller.close()
    },
  })
}

/** A copy for one request, without its body for a HEAD request: a `Response` can be read once only. */
export function copyResponse(response: Response, method: string, once: boolean, endings: AbortSignals): Written {
  const { status, statusText, headers, body } = response
  const bodiless = body === null || method === 'HEAD' || isBodiless(status)
  const head = { status, statusText, headers }
  return streamed(bodiless ? null : replay(response, () => body, once), endings, head)
}

/** A type and a length, where the stub's own headers do not have them. A list is cheaper than `Headers` for one time. */
function withDefaults(headers: HeaderList, type: string | undefined, length: number | undefined): [string, string][] {
  const result = headers.map(([name, value]): [string, string] => [name, value])
  const has = (wanted: string) => headers.some(([name]) => name === wanted)
  if (type !== undefined && !has('content-type')) result.push(['content-type', type])
  if (length !== undefined && !has('content-length') && !has('transfer-encoding')) {
    result.push(['content-length', String(length)])
  }
  return result
}
