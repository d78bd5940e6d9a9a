import { refuseCall } from '../core/refusal.ts'
import { networkError } from '../core/reply/named-replies.ts'
import { type Content, type NamedReply, named } from '../core/reply/reply.ts'
import { payloadProblem, toDeclaredReply } from '../core/reply/to-reply.ts'
import { showWritten } from '../core/show.ts'
import { readAll, readBlob } from '../request/bytes.ts'
import { whenReady } from '../runtime/event-loop.ts'
import { startTimer } from '../runtime/time.ts'
import { isBlob } from './native-body.ts'

/**
 * Breaks the connection after this many bytes of a payload. The client fails as on a network: fetch rejects with a `TypeError`
 * when the body is read, http emits `aborted`, XMLHttpRequest fires `error`.
 *
 * @param payload whose bytes are known: JSON, `text()`, `html()`, bytes, a Blob. A `stream` breaks where it has a `networkError()`.
 * @param afterBytes how many bytes of the body arrive before the connection breaks: fewer than the body has.
 * @throws {RouteDefinitionError} for a payload whose bytes are not known, without a body, or with one that would arrive whole.
 * @example
 * rest.get('/users', cut([{ id: 1 }], 5))
 */
export function cut(payload: unknown, afterBytes: number): NamedReply {
  const call = new MakerCall(
    'cut',
    payload,
    afterBytes,
    "break a stream by its last item: stream(['Hel', networkError()])",
  )
  if (!Number.isInteger(afterBytes) || afterBytes < 0)
    call.refuse('it takes a number of bytes, an integer of 0 or more')
  return call.makeStream(({ size }) => {
    if (afterBytes >= size) call.refuse(`its body has ${size} ${size === 1 ? 'byte' : 'bytes'} and would arrive whole`)
    return async function* (bytes) {
      const part = (await bytes).subarray(0, afterBytes)
      if (part.byteLength > 0) yield part
      yield networkError()
    }
  })
}

/**
 * Sends the body of a payload at a limited speed. The headers are sent at once. Fake timers control it, as for `delay`.
 *
 * @param payload whose bytes are known: JSON, `text()`, `html()`, bytes, a Blob. A `stream` waits between its chunks itself.
 * @param bytesPerSecond how many bytes of the body are sent in a second: more than 0.
 * @throws {RouteDefinitionError} for a payload whose bytes are not known, or without a body.
 * @example
 * rest.get('/report', throttle({ rows }, 50_000))
 */
export function throttle(payload: unknown, bytesPerSecond: number): NamedReply {
  const call = new MakerCall('throttle', payload, bytesPerSecond, 'write a stream that waits between its chunks')
  const isSpeed = Number.isFinite(bytesPerSecond) && bytesPerSecond > 0
  if (!isSpeed) call.refuse('it takes a number of bytes per second, more than 0')
  return call.makeStream(() => (bytes) => readAll(pacedStream(bytes, bytesPerSecond)))
}

type Bytes = Uint8Array | Promise<Uint8Array>

/** A body whose bytes are known. */
interface Known {
  readonly type: string | undefined
  /** In bytes. */
  readonly size: number
  read(): Bytes
}

/** One call of `cut` or `throttle`. */
class MakerCall {
  readonly #name: string
  readonly #payload: unknown
  readonly #given: number
  /** What to write for a body that is not known. */
  readonly #instead: string

  constructor(name: string, payload: unknown, given: number, instead: string) {
    this.#name = name
    this.#payload = payload
    this.#given = given
    this.#instead = instead
  }

  refuse(problem: string, options?: ErrorOptions): never {
    return refuseCall(
      `${this.#name}(${showWritten(this.#payload)}, ${showWritten(this.#given)})`,
      problem,
      undefined,
      options,
    )
  }

  /** Makes the reply that streams the payload's bytes. The iterators of `iterate` yield them for one request. */
  makeStream(iterate: (known: Known) => (bytes: Bytes) => AsyncIterator<unknown>): NamedReply {
    const reply = this.#toReply()
    if (reply.kind === 'networkError' || reply.kind === 'passthrough' || reply.kind === 'next') {
      return this.refuse(`${reply.kind}() has no body of its own`)
    }
    if (reply.kind !== 'content') return this.#refuseUnknown()
    const known = this.#toKnown(reply.body)
    const iterateBytes = iterate(known)
    const { type, size } = known
    const items = { [Symbol.asyncIterator]: () => iterateBytes(known.read()) }
    const toChunk = (item: unknown) => item as Uint8Array
    return named(this.#name, [this.#payload, this.#given], {
      ...reply,
      body: { kind: 'stream', items, toChunk, type, size },
    })
  }

  #toReply() {
    try {
      return toDeclaredReply(this.#payload)
    } catch (error) {
      return this.refuse(`the ${payloadProblem(this.#payload, error)}`, { cause: error })
    }
  }

  #toKnown(body: Content['body']): Known {
    if (body.kind === 'empty') return this.refuse('the response has no body')
    if (body.kind === 'text') {
      const bytes = new TextEncoder().encode(body.text)
      return { type: body.type, size: bytes.byteLength, read: () => bytes }
    }
    const value = body.kind === 'native' ? body.value : undefined
    if (ArrayBuffer.isView(value)) {
      return {
        type: undefined,
        size: value.byteLength,
        read: () => new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice(),
      }
    }
    // A form has no size: its boundary is made anew for each request.
    if (!isBlob(value)) return this.#refuseUnknown()
    return {
      type: value.type || undefined,
      size: value.size,
      read: () => readBlob(value).then((buffer) => new Uint8Array(buffer)),
    }
  }

  #refuseUnknown(): never {
    return this.refuse(
      `it takes a payload whose bytes are known, such as JSON, text(), bytes or a Blob; ${this.#instead}`,
    )
  }
}

/** Into how many parts the bytes of a second are split. */
const PARTS_PER_SECOND = 10

/** Returns a stream that sends bytes by its own timers, whether the client reads or not, as a server does. */
function pacedStream(bytes: Bytes, bytesPerSecond: number): ReadableStream<Uint8Array> {
  const size = Math.ceil(bytesPerSecond / PARTS_PER_SECOND)
  let stopTimer = () => {}
  const sendFrom = (all: Uint8Array, start: number, controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (start >= all.byteLength) return controller.close()
    const part = all.subarray(start, start + size)
    stopTimer = startTimer((part.byteLength / bytesPerSecond) * 1000, () => {
      controller.enqueue(part)
      sendFrom(all, start + size, controller)
    })
  }
  return new ReadableStream({
    start: (controller) => whenReady(bytes, (all) => sendFrom(all, 0, controller)),
    cancel: () => stopTimer(),
  })
}
