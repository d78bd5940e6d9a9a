import { MynahError } from '../core/errors.ts'
import { breaksConnection, type Chunk, type Content, chunkOf, type Items } from '../core/reply/reply.ts'
import { concatBytes, readAll } from '../request/bytes.ts'
import { type AbortSignals, untilAborted } from '../runtime/abort.ts'
import { nextTask } from '../runtime/event-loop.ts'
import { cutError } from '../runtime/network-error.ts'

/**
 * Returns a stream of what `next` returns: a chunk, or `undefined` at the end. It takes chunks `ahead` before the client reads; an
 * error drops those that the client has not read.
 */
export function pullStream(
  next: () => Promise<Uint8Array | undefined>,
  cancel: (reason: unknown) => void | Promise<void> = () => {},
  ahead: QueuingStrategy<Uint8Array> = { highWaterMark: 0 },
): ReadableStream<Uint8Array> {
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const chunk = await next()
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
    cancel,
  }
  return new ReadableStream(source, ahead)
}

export type StreamedBody = Extract<Content['body'], { kind: 'stream' }>

/** Returns a stream of an iterable's items, each taken when the client reads it. `once` means that only one request reads the stream. */
export function streamBody({ items, toChunk }: StreamedBody, once: boolean): ReadableStream<Uint8Array> {
  const iterator = iteratorOf(items)
  const next = async () => {
    const { done, value } = await iterator.next()
    if (breaksConnection(value)) throw cutError()
    return done ? undefined : bytesOfChunk(toChunk(value))
  }
  const cancel = async (reason: unknown) => {
    const returned = (async () => iterator.return?.(reason))()
    // Not awaited for longer: a generator that waits for something itself returns only then.
    await Promise.race([returned, nextTask()])
    returned.catch(() => {})
  }
  // A generator starts with the response, as a server sends it, whether the client reads or not.
  const walk = () => pullStream(next, cancel, { highWaterMark: 1 })
  const walkedOnce = (iterator as object) === items || isReadableStream(items)
  return walkedOnce && !once ? replay(items, walk, false) : walk()
}

/** A stream returns a new iterator at each call, which continues with the items that have not been read. */
function isReadableStream(items: Items): boolean {
  return 'getReader' in items || 'pipe' in items
}

/** Returns the iterator of items. If user code throws here, the body fails when it is read. */
export function iteratorOf(items: Items): Iterator<unknown> | AsyncIterator<unknown> {
  try {
    if ('getReader' in items) return readAll(items as unknown as ReadableStream<unknown>)
    return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  } catch (error) {
    return { next: () => Promise.reject(error) }
  }
}

function bytesOfChunk(chunk: Chunk): Uint8Array {
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk)
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  return new Uint8Array(chunk)
}

/** The chunks of a stream that have been read, for the requests that come later. */
interface Recording {
  readonly chunks: Uint8Array[]
  /** Reads one more; `undefined` at the end. */
  next: (() => Promise<void>) | undefined
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
  const next = async () => {
    while (position >= recording.chunks.length && recording.next) await recording.next()
    return recording.chunks[position++]?.slice()
  }
  return pullStream(next, once ? recording.cancel : undefined, { highWaterMark: 1 })
}

/** Returns the first chunk of a source that is replayed; `undefined` if there is none, or it fails: its client gets the error. */
export async function firstChunk(...args: Parameters<typeof replay>): Promise<Uint8Array | undefined> {
  const reader = replay(...args).getReader()
  const read = await reader.read().catch(() => undefined)
  reader.releaseLock()
  return read?.value
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
  let reading: Promise<void> | undefined
  recording.next = () => {
    reading ??= reader.read().then(({ done, value }) => {
      if (done) recording.next = undefined
      else recording.chunks.push(bytesOfChunk(chunkOf(value)))
      reading = undefined
    })
    return reading
  }
  return recording
}

/** So many chunks are kept for a client that has not read them when the mocks end. */
const MOST_KEPT = 16

/**
 * Forwards a streamed body until its mocks or its override end. Chunks that are available by then can still be read; waiting
 * for a later one fails, and the source is cancelled, whether the client reads or not. Without this the client would wait
 * without end, and an endless source would never stop.
 */
export function abortableStream(body: ReadableStream<Uint8Array>, endings: AbortSignals): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const kept: Uint8Array[] = []
  let isReading = false
  let keeping: Promise<void> | undefined
  const keep = () => {
    // A read that is waiting fails by itself.
    if (isReading) return
    keeping = keepAvailable()
    // The client gets the error if it reads.
    keeping.catch(() => {})
  }
  const stopListening = () => {
    for (const ending of endings) ending?.removeEventListener('abort', keep)
  }
  const cancel = (reason: unknown) => {
    stopListening()
    return reader.cancel(reason)
  }
  const read = async () => {
    try {
      const reading = reader.read()
      const { value } = (await Promise.race([reading, nextTask()])) ?? (await untilAborted(reading, ...endings))
      if (!value) stopListening()
      return value
    } catch (error) {
      // Not awaited: a generator that is waiting itself would hold back the error.
      cancel(error).catch(() => {})
      throw error
    }
  }
  const keepAvailable = async () => {
    for (let chunk = await read(); chunk; chunk = await read()) {
      kept.push(chunk)
      if (kept.length === MOST_KEPT) return
    }
  }
  const next = async () => {
    isReading = true
    try {
      if (kept.length > 0) return kept.shift()
      await keeping
      return kept.shift() ?? (await read())
    } finally {
      isReading = false
    }
  }
  for (const ending of endings) ending?.addEventListener('abort', keep)
  return pullStream(next, cancel)
}
