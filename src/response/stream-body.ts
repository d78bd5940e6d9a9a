import { MynahError } from '../core/errors.ts'
import type { Chunk, Content, Items } from '../core/reply/reply.ts'
import { bodyClassOf } from '../core/type-guards.ts'
import { concatBytes } from '../request/bytes.ts'
import { type AbortSignals, untilAborted } from '../runtime/abort.ts'
import { nextTask } from '../runtime/event-loop.ts'

type StreamedBody = Extract<Content['body'], { kind: 'stream' }>

/** Returns a stream of an iterable's items, each taken when the client reads it. `once` means that only one request reads the stream. */
export function streamBody({ items, toChunk }: StreamedBody, once: boolean): ReadableStream<Uint8Array> {
  const iterator = iteratorOf(items)
  const walk = () =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await iterator.next()
        if (done) controller.close()
        else controller.enqueue(toBytes(toChunk(value)))
      },
      async cancel(reason) {
        const returned = (async () => iterator.return?.(reason))()
        // Not awaited for longer: a generator that waits for something itself returns only then.
        await Promise.race([returned, nextTask()])
        returned.catch(() => {})
      },
    })
  const walkedOnce = (iterator as object) === items || isReadable(items)
  return walkedOnce && !once ? replay(items, walk, false) : walk()
}

/** A stream returns a new iterator at each call, which continues with the items that have not been read. */
function isReadable(items: Items): boolean {
  return 'getReader' in items || 'pipe' in items
}

/** If user code throws here, the body fails when it is read. */
function iteratorOf(items: Items): Iterator<unknown> | AsyncIterator<unknown> {
  try {
    if ('getReader' in items) return readAll(items as unknown as ReadableStream<unknown>)
    return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  } catch (error) {
    return { next: () => Promise.reject(error) }
  }
}

/** Reads a stream. Its own iterator would cancel the stream only after the read that it waits for, which may never come. */
export function readAll(stream: ReadableStream<unknown>): AsyncIterator<unknown> {
  const reader = stream.getReader()
  return {
    next: async () => {
      const { done, value } = await reader.read()
      return { done, value } as IteratorResult<unknown>
    },
    return: async (reason) => {
      await reader.cancel(reason)
      return { done: true, value: undefined }
    },
  }
}

function toBytes(chunk: Chunk): Uint8Array {
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk)
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  if (bodyClassOf(chunk) === 'ArrayBuffer') return new Uint8Array(chunk)
  throw new MynahError('STREAM', `A chunk of a stream is a string or bytes, not ${typeof chunk}`)
}

/** The chunks of a stream that have been read, for the requests that come later. */
interface Recording {
  readonly chunks: Uint8Array[]
  next: (() => Promise<boolean>) | undefined
  cancel(reason: unknown): Promise<void>
}

const recordings = new WeakMap<object, Recording>()

/**
 * Reads a stream once and sends it to any number of requests, each chunk as soon as it has arrived. `open` returns the stream
 * of `source`; it is called once, because making a stream starts to read it. With `once` the stream belongs to one request,
 * and is cancelled with it.
 */
export function replay(
  source: object,
  open: () => ReadableStream<Uint8Array>,
  once: boolean,
): ReadableStream<Uint8Array> {
  const recording = recordings.get(source) ?? startRecording(open())
  recordings.set(source, recording)
  let position = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      while (position >= recording.chunks.length) {
        if (!recording.next || !(await recording.next())) {
          controller.close()
          return
        }
      }
      controller.enqueue((recording.chunks[position++] as Uint8Array).slice())
    },
    async cancel(reason) {
      if (once) await recording.cancel(reason)
    },
  })
}

/** The bytes of a source that has been read to its end, for an archive; `undefined` before that. */
export function replayedBytes(source: object): Uint8Array<ArrayBuffer> | undefined {
  const recording = recordings.get(source)
  return recording && !recording.next ? concatBytes(recording.chunks) : undefined
}

function startRecording(stream: ReadableStream<Uint8Array>): Recording {
  if (stream.locked) {
    throw new MynahError(
      'STREAM',
      'The body of this response is being read, or has been read\n\n' +
        'Write  rest.get(path, () => new Response(…)), which makes one for each request',
    )
  }
  const reader = stream.getReader()
  const recording: Recording = { chunks: [], next: undefined, cancel: (reason) => reader.cancel(reason) }
  let reading: Promise<boolean> | undefined
  recording.next = () => {
    reading ??= reader.read().then(({ done, value }) => {
      if (done) recording.next = undefined
      else recording.chunks.push(toBytes(value))
      reading = undefined
      return !done
    })
    return reading
  }
  return recording
}

/**
 * Forwards a streamed body until its mocks or its override end. Chunks that are available by then can still be read; waiting
 * for a later one fails. Without this the client would wait without end, and an endless source would never stop.
 */
export function abortableStream(body: ReadableStream<Uint8Array>, endings: AbortSignals): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const reading = reader.read()
    const { done, value } = (await Promise.race([reading, nextTask()])) ?? (await untilAborted(reading, ...endings))
    if (done) controller.close()
    else controller.enqueue(value)
  }
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        await pull(controller)
      } catch (error) {
        // Not awaited: a generator that is waiting itself would hold back the error.
        reader.cancel(error).catch(() => {})
        throw error
      }
    },
    cancel: (reason) => reader.cancel(reason),
  }
  // No queue of its own: the body has one.
  return new ReadableStream(source, { highWaterMark: 0 })
}
