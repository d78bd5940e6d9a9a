import { MynahError } from '../../core/errors.ts'
import { reasonOf } from '../../core/refusal.ts'
import { Spool } from './spool.ts'

/** How far the recording may be ahead of its client, in bytes. A smaller answer is recorded even if nobody reads it. */
const AHEAD = 1024 * 1024

/** A body that is recorded. */
interface RecordedSource {
  readonly source: ReadableStream<Uint8Array>
  readonly type: string
  /** Its bytes, if its client knows them. */
  readonly length: number | undefined
}

/**
 * Passes a body on as its client reads it, and keeps it. Calls `finish` once, with all bytes, and waits for its promise before
 * the client sees the end, or the last byte of a known length: a body that a client has read to its end is recorded.
 */
export function recordBody(
  { source, type, length }: RecordedSource,
  finish: (body: Spool, failure?: unknown) => Promise<void>,
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  const spool = new Spool(type)
  let isOver = false
  const end = async (failure?: unknown) => {
    if (isOver) return
    isOver = true
    try {
      await finish(spool, failure)
    } finally {
      spool.close()
    }
  }
  const keep = (chunk: Uint8Array) => {
    try {
      spool.add(chunk)
    } catch (error) {
      isOver = true
      spool.close()
      reader.cancel(error).catch(() => {})
      throw new MynahError('RECORDING', `An answer cannot be kept while it is recorded: ${reasonOf(error)}`, {
        cause: error,
      })
    }
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
          const isLast = spool.size === length
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
