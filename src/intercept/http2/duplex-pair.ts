import type { Duplex } from 'node:stream'
import { inNextTask } from '../../runtime/event-loop.ts'
import { InProcessEnd } from '../../transport/in-process.ts'

/** What an end has received: bytes, the end of the other's writes (`null`), or that the other is destroyed. */
type Delivery = Buffer | null | typeof DESTROYED
const DESTROYED = Symbol('destroyed')

/**
 * One end of a session's connection. As on a network, bytes arrive in a task of their own, and only while their reader reads. Node
 * aborts the process if a session receives bytes while it writes: it stops reading only after its write has returned.
 */
class SessionEnd extends InProcessEnd {
  other!: SessionEnd
  readonly #received: Delivery[] = []
  #isWanted = false
  #isDue = false

  constructor() {
    // While its reader has stopped, it takes no second chunk: all that it holds would arrive as one when the reader goes on.
    super({ readableHighWaterMark: 1 })
  }

  // The windows of HTTP/2 bound what is on its way. Two ends that waited for each other's reader could both wait forever.
  receive(bytes: Buffer, done: () => void): void {
    this.#deliver(bytes)
    done()
  }

  receiveEnd(): void {
    this.#deliver(null)
  }

  receiveDestroyed(): void {
    this.#deliver(DESTROYED)
  }

  #deliver(...received: readonly Delivery[]): void {
    this.#received.push(...received)
    const [first] = this.#received
    if (first === undefined || this.#isDue || !(this.#isWanted || first === DESTROYED)) return
    this.#isDue = true
    inNextTask(() => {
      this.#isDue = false
      this.#isWanted = false
      this.#received.shift()
      if (first === DESTROYED) this.destroy()
      else if (!this.destroyed) this.push(first)
      this.#deliver()
    })
  }

  override _read(): void {
    this.#isWanted = true
    this.#deliver()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.other.receiveDestroyed()
    done(error)
  }
}

/** The head of a frame: three bytes of length, a type, flags, and the number of its stream (RFC 9113, section 4.1). */
const FRAME_HEAD = 9

/**
 * The end of a server. Each frame arrives in a task of its own, as Node reports those of a network: if the data of a stream and its end
 * arrived as one, the stream would close before its reader has seen its end.
 */
class FrameEnd extends SessionEnd {
  #unsent: Buffer = Buffer.alloc(0)

  /** As in Node's own server, the end of the client closes the connection; a session that has received GOAWAY may never read it. */
  override receiveEnd(): void {
    this.receiveDestroyed()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: () => void): void {
    this.#unsent = Buffer.concat([this.#unsent, chunk])
    for (let end = this.#frameEnd(); end <= this.#unsent.length; end = this.#frameEnd()) {
      super._write(this.#unsent.subarray(0, end), encoding, () => {})
      this.#unsent = this.#unsent.subarray(end)
    }
    done()
  }

  #frameEnd(): number {
    return this.#unsent.length < FRAME_HEAD ? Number.POSITIVE_INFINITY : FRAME_HEAD + this.#unsent.readUIntBE(0, 3)
  }
}

/** Returns the ends of a connection: the client's and the server's. */
export function duplexPair(): readonly [Duplex, Duplex] {
  const [client, server] = [new SessionEnd(), new FrameEnd()]
  client.other = server
  server.other = client
  return [client, server]
}
