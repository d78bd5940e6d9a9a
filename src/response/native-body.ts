import { writeForeignBody } from '#foreign-body'
import type { NativeBody } from '../core/reply/reply.ts'
import { bodyClassOf } from '../core/type-guards.ts'
import { readBlob } from '../request/bytes.ts'
import { makeResponse } from './make-response.ts'
import { pullStream, replay } from './stream-body.ts'
import type { Answer } from './verdict.ts'

/** A body of the platform's own kinds, with the type and the size that it is sent with. */
interface NativeSource {
  /** Opens the body for one request. */
  readonly open: () => Answer['body']
  readonly type: string | undefined
  /** In bytes. The size of an encoded form is not known. */
  readonly size: number | undefined
}

export function nativeBody(value: NativeBody): NativeSource {
  if (isBlob(value)) {
    // `Response` would send a Blob of jsdom, as in Jest, as the text `[object Blob]`.
    const open = () => replay(value, () => lateStream(() => readBlob(value)), false)
    return { open, type: value.type || undefined, size: value.size }
  }
  const bytes = bytesIn(value)
  if (bytes) return { open: () => bytes, type: undefined, size: bytes.byteLength }
  const foreign = writeForeignBody(value)
  if (foreign) return { open: () => lateStream(async () => foreign.bytes), type: foreign.type, size: undefined }
  // Only the platform knows the boundary of its own form.
  const typed = makeResponse(value, {})
  const type = typed.headers.get('content-type') ?? undefined
  return { open: () => typed.body, type, size: undefined }
}

function bytesIn(value: NativeBody): Uint8Array<ArrayBuffer> | undefined {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength)
  return bodyClassOf(value) === 'ArrayBuffer' ? new Uint8Array(value as ArrayBuffer) : undefined
}

export function isBlob(value: unknown): value is Blob {
  return ['Blob', 'File'].includes(bodyClassOf(value) ?? '')
}

/** Returns a stream of bytes that are read when the client asks for them. */
export function lateStream(read: () => Promise<ArrayBuffer | Uint8Array>): ReadableStream<Uint8Array> {
  const unread = [read]
  return pullStream(async () => {
    const next = unread.pop()
    return next && new Uint8Array(await next())
  })
}

/** The body of a `Response`: one of node-fetch 2 has a stream of Node, and one of a polyfill has none that can be seen. */
export function bodyOf(response: Response): ReadableStream<Uint8Array> | null {
  const { body } = response
  return body === null || 'getReader' in Object(body) ? body : lateStream(() => response.arrayBuffer())
}
