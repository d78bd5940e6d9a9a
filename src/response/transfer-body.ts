import type { Transfer } from '../core/reply/reply.ts'
import type { AbortSignals } from '../runtime/abort.ts'
import { cutError } from '../runtime/network-error.ts'
import { headerLinesOf, makeResponse } from './make-response.ts'
import { abortableStream, pullFrom } from './stream-body.ts'
import { throttleStream } from './throttle-stream.ts'

/** Returns a response whose body is sent as far and as fast as its reply says; it ends with `endings`. */
export function transferBody(response: Response, transfer: Transfer, endings: AbortSignals): Response {
  if (response.body === null) return response
  const { status, statusText, headers } = response
  const { cutAfter, bytesPerSecond } = transfer
  const throttled =
    bytesPerSecond === undefined ? response.body : throttleStream(response.body, bytesPerSecond, endings)
  // Whoever has all bytes that were announced does not notice that the connection breaks.
  const mayEnd = headers.has('content-length')
  const body = cutAfter === undefined ? throttled : cutStream(throttled, cutAfter, mayEnd)
  const making = { lines: headerLinesOf(response), isPlain: false, known: undefined }
  return makeResponse(abortableStream(body, endings), { status, statusText, headers }, making)
}

/** Forwards so many bytes, and then fails as a connection that breaks. Fails at the end of a shorter body, unless it `mayEnd`. */
function cutStream(source: ReadableStream<Uint8Array>, bytes: number, mayEnd: boolean): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  let left = bytes
  return pullFrom(reader, async () => {
    const { value } = left === 0 ? {} : await reader.read()
    if (!value && !(mayEnd && left > 0)) throw cutError()
    const part = value?.subarray(0, left)
    left -= part?.byteLength ?? 0
    return part
  })
}
