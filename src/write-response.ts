import type { Body, HeaderList, NativeBody } from './core/reply.ts'
import { readBlob } from './read-blob.ts'
import { replay, streamBody } from './stream-body.ts'
import { isForeignForm, writeForm } from './write-form.ts'

/** The head of a response and its body: what is left to do is to make the platform's `Response` of it. */
export interface Content {
  readonly status: number
  readonly headers: HeaderList
  readonly body: Body
  /** Whether a resolver made it for this one request: then its source ends where the client breaks off. */
  readonly once: boolean
}

/** Statuses whose responses have no body (Fetch Standard, null body status). */
const BODILESS = new Set([204, 205, 304])

/** Makes the `Response` of a reply, a new one for each request; without its body for a HEAD request. */
export function writeResponse({ status, headers, body, once }: Content, method: string): Response {
  const bodiless = method === 'HEAD' || BODILESS.has(status)
  switch (body.kind) {
    case 'empty':
      return new Response(null, { status, headers: withDefaults(headers, undefined, emptyLength(status, method)) })
    case 'text': {
      const bytes = new TextEncoder().encode(body.text)
      return new Response(bodiless ? null : bytes, {
        status,
        headers: withDefaults(headers, body.type, bytes.byteLength),
      })
    }
    case 'native':
      return writeNative(body.value, status, headers, bodiless)
    case 'stream':
      return new Response(bodiless ? null : streamBody(body, once), {
        status,
        headers: withDefaults(headers, body.type, undefined),
      })
    case 'replay':
      return new Response(bodiless ? null : replay(body.stream, () => body.stream, once), {
        status,
        headers: withDefaults(headers, undefined, undefined),
      })
    case 'response':
      return copyResponse(body.response, method, once)
  }
}

/** A 205 says that nothing follows (RFC 9110, section 15.3.6); a 204 and a 304 do not. */
function emptyLength(status: number, method: string): number | undefined {
  return method === 'HEAD' || status === 204 || status === 304 ? undefined : 0
}

function writeNative(value: NativeBody, status: number, headers: HeaderList, bodiless: boolean): Response {
  if (isBlob(value)) {
    const { type, size } = value
    return new Response(bodiless ? null : whenRead(readBlob(value)), {
      status,
      headers: withDefaults(headers, type || undefined, size),
    })
  }
  if (isForeignForm(value)) {
    const { type, bytes } = writeForm(value)
    return new Response(bodiless ? null : whenRead(bytes), { status, headers: withDefaults(headers, type, undefined) })
  }
  // The platform knows the boundary of a form of its own.
  const typed = new Response(value)
  const type = typed.headers.get('content-type') ?? undefined
  // A form's size is known to its encoder alone.
  const size = ArrayBuffer.isView(value) ? value.byteLength : undefined
  return new Response(bodiless ? null : typed.body, { status, headers: withDefaults(headers, type, size) })
}

function isBlob(value: NativeBody): value is Blob {
  return ['[object Blob]', '[object File]'].includes(Object.prototype.toString.call(value))
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
export function copyResponse(response: Response, method: string, once = false): Response {
  const { status, statusText, headers, body } = response
  const bodiless = body === null || method === 'HEAD' || BODILESS.has(status)
  return new Response(bodiless ? null : replay(response, () => body, once), {
    status,
    statusText,
    headers,
  })
}

/** A type and a length, where the stub's own headers do not have them. A list is cheaper than `Headers`, each time. */
function withDefaults(headers: HeaderList, type: string | undefined, length: number | undefined): [string, string][] {
  const result = headers.map(([name, value]): [string, string] => [name, value])
  const has = (wanted: string) => headers.some(([name]) => name === wanted)
  if (type !== undefined && !has('content-type')) result.push(['content-type', type])
  if (length !== undefined && !has('content-length') && !has('transfer-encoding')) {
    result.push(['content-length', String(length)])
  }
  return result
}
