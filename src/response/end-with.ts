import type { Endings } from '../runtime/abort.ts'
import { nextTurn } from '../runtime/event-loop.ts'
import { whileWanted } from '../runtime/while-wanted.ts'

/**
 * Passes a streamed body on until its mocks end, or its override: what is there by then can still be read, what would
 * have to be waited for never comes. Without it the client would wait for good, and an endless source go on.
 */
export function endWith(body: ReadableStream<Uint8Array>, endings: Endings): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const reading = reader.read()
    const { done, value } = (await Promise.race([reading, nextTurn()])) ?? (await whileWanted(reading, ...endings))
    if (done) controller.close()
    else controller.enqueue(value)
  }
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        await pull(controller)
      } catch (error) {
        // Not waited for: a generator that waits itself would hold back the error.
        reader.cancel(error).catch(() => {})
        throw error
      }
    },
    cancel: (reason) => reader.cancel(reason),
  }
  // Nothing is read ahead of the client: the body itself does that.
  return new ReadableStream(source, { highWaterMark: 0 })
}
