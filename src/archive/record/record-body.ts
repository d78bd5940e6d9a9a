/** The most bytes of a body that is recorded: a string holds them all, also as base64, or with escapes. */
export const MOST_RECORDED = 64 * 1024 * 1024

/** How far the recording may be ahead of its client, in bytes. A smaller answer is recorded even if nobody reads it. */
const AHEAD = 1024 * 1024

/**
 * Passes a body on as its client reads it, and keeps it. Calls `finish` once, with all bytes, or without them if there are more
 * than `MOST_RECORDED`. Waits for its promise before the client sees the end, or the last byte of a known `length`: a body that
 * a client has read to its end is recorded.
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
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const result = await reader.read().catch(async (error: unknown) => {
          await end(error)
          throw error
        })
        if (result.done) {
          await end()
          controller.close()
        } else if (!isOver) {
          keep(result.value)
          const isLast = size === length
          if (isLast) await end()
          controller.enqueue(result.value)
          if (isLast) controller.close()
        }
      },
      async cancel(reason) {
        reader.cancel(reason).catch(() => {})
        await end()
      },
    },
    // Not `ByteLengthQueuingStrategy`, which jsdom does not have.
    { highWaterMark: AHEAD, size: (chunk) => chunk?.byteLength ?? 0 },
  )
}
