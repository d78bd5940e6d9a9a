import { arrayBuffer } from 'node:stream/consumers'
import { pullStream } from '../response/stream-body.ts'
import { nextTask } from '../runtime/event-loop.ts'

/** Returns the bytes of a body that is there at once, in one chunk; otherwise a stream of all its chunks. */
export async function readReady(body: ReadableStream<Uint8Array> | null): Promise<Buffer | ReadableStream<Uint8Array>> {
  if (body === null) return Buffer.alloc(0)
  const reader = body.getReader()
  const reads = [reader.read(), reader.read()]
  const ready = await Promise.race([Promise.all(reads).catch(() => undefined), nextTask()])
  if (ready?.[1]?.done) return Buffer.from(ready[0]?.value ?? [])
  const next = async () => (await (reads.shift() ?? reader.read())).value
  return pullStream(next, (reason) => reader.cancel(reason))
}

/** Returns the bytes of a body when it has ended. */
export async function readWhole(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.from(await arrayBuffer(body))
}
