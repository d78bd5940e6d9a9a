import { arrayBuffer } from 'node:stream/consumers'
import { nextTask } from '../runtime/event-loop.ts'

type Chunk = ReadableStreamReadResult<Uint8Array>

/** Returns the bytes of a body that is there at once, in one chunk; otherwise a stream of all its chunks. */
export async function readReady(body: ReadableStream<Uint8Array> | null): Promise<Buffer | ReadableStream<Uint8Array>> {
  if (body === null) return Buffer.alloc(0)
  const reader = body.getReader()
  const reads = [reader.read(), reader.read()]
  const ready = await Promise.race([Promise.all(reads).catch(() => undefined), nextTask()])
  if (!ready || !isWhole(ready)) return streamOf(reader, reads)
  return Buffer.from(ready[0]?.value ?? [])
}

/** Returns the bytes of a body when it has ended. */
export async function readWhole(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.from(await arrayBuffer(body))
}

function isWhole(reads: readonly Chunk[]): boolean {
  return reads.at(-1)?.done === true
}

/** Returns the stream of a reader that has begun to read. */
function streamOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  begun: Promise<Chunk>[],
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await (begun.shift() ?? reader.read())
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
