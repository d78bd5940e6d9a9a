import { isObject } from '../core/type-guards.ts'
import { concatBytes } from './bytes.ts'

/**
 * Reads the body of a `Request` to its end, as fetch sends it: a chunk may be a text or a view of any type, though the body's
 * own methods refuse both.
 * @throws {TypeError} as fetch does, if the stream breaks off or has another chunk; the stream's own error is the cause.
 */
export async function readRequestBody({ body }: Request): Promise<ArrayBuffer> {
  if (body === null) return new ArrayBuffer(0)
  const chunks: Uint8Array[] = []
  const reader: ReadableStreamDefaultReader<unknown> = body.getReader()
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) chunks.push(toBytes(chunk.value))
  } catch (thrown) {
    if (isObject(thrown) && 'name' in thrown && thrown.name === 'AbortError') throw thrown
    // As `fetchError` does, which a later layer has.
    throw new TypeError('fetch failed', { cause: isObject(thrown) ? thrown : new Error(String(thrown)) })
  }
  return concatBytes(chunks).buffer
}

function toBytes(chunk: unknown): Uint8Array {
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk)
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  const problem = `The chunks of a body are strings or bytes, not ${typeof chunk}`
  throw Object.assign(new TypeError(problem), { code: 'ERR_INVALID_ARG_TYPE' })
}
