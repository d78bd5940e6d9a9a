import { pullStream } from '../../response/stream-body.ts'
import { cutError } from '../../runtime/network-error.ts'

/** The most bytes of a body that is recorded: a string holds them all, also as base64, or with escapes. */
export const MOST_RECORDED = 64 * 1024 * 1024

/**
 * Passes a body on as its client reads it, and keeps it. Calls `finish` once, with all bytes, or without them if there are more
 * than `MOST_RECORDED`. Waits for its promise before the client sees the end, or the last byte of a known `length`: a body that
 * a client has read to its end is recorded, and so is one that nobody reads.
 */
export function recordBody(
  source: ReadableStream<Uint8Array>,
  length: number | undefined,
  finish: (bytes: Uint8Array | undefined, failure?: unknown) => Promise<void>,
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  let isOver = false
  const end = async (failure?: unknown) => {
    if (isOver) return
    isOver = true
    await finish(size > MOST_RECORDED ? undefined : Buffer.concat(chunks), failure)
  }
  const keep = (chunk: Uint8Array) => {
    size += chunk.byteLength
    if (size > MOST_RECORDED) chunks.length = 0
    else chunks.push(chunk.slice())
  }
  const next = async () => {
    if (isOver) return undefined
    const { value } = await reader.read().catch(async (error: unknown) => {
      await end(error)
      // fetch's own error would reach a client of `node:http`, which knows those of sockets.
      throw isAbort(error) ? error : cutError()
    })
    if (value) keep(value)
    if (!value || size === length) await end()
    return value
  }
  const cancel = async (reason: unknown) => {
    reader.cancel(reason).catch(() => {})
    await end()
  }
  // Not `ByteLengthQueuingStrategy`, which jsdom does not have.
  return pullStream(next, cancel, { highWaterMark: MOST_RECORDED, size: (chunk) => chunk?.byteLength ?? 0 })
}

/** Whether a body ended because its client or the mocks did. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
