import { Duplex } from 'node:stream'
import { inNextTask } from '../../runtime/event-loop.ts'

/** What an end has received: bytes, the end of the other's writes (`null`), or that the other is destroyed. */
type Delivery = Buffer | null | typeof DESTROYED
const DESTROYED = Symbol('destroyed')

/**
 * One end of a connection inside this process: what is written to one end is read at the other. As on a network, bytes arrive in a
 * task of their own, and only while their reader reads. Node aborts the process if a session receives bytes while it writes: it
 * stops reading only after its write has returned.
 */
class End extends Duplex {
  other: End | undefined
  readonly #received: Delivery[] = []
  #isWanted = false
  #isDue = false

  constructor() {
    // While its reader has stopped, it takes no second chunk: all that it holds would arrive as one when the reader goes on.
    super({ readableHighWaterMark: 1 })
  }

  receive(received: Delivery): void {
    this.#received.push(received)
    this.#deliver()
  }

  #deliver(): void {
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

  // The windows of HTTP/2 bound what is on its way. Two ends that waited for each other's reader could both wait forever.
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.other?.receive(chunk)
    done()
  }

  override _final(done: () => void): void {
    this.other?.receive(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.other?.receive(DESTROYED)
    done(error)
  }
}

/** The head of a frame: three bytes of length, a type, flags, and the number of its stream (RFC 9113, section 4.1). */
const FRAME_HEAD = 9

/**
 * The end of a server. Each frame arrives in a task of its own, as Node reports those of a network: if the data of a stream and its end
 * arrived as one, the stream would close before its reader has seen its end.
 */
class FrameEnd extends End {
  #unsent: Buffer = Buffer.alloc(0)

  /** As in Node's own server, the end of the client closes the connection; a session that has received GOAWAY may never read it. */
  override receive(received: Delivery): void {
    super.receive(received ?? DESTROYED)
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
  const [client, server] = [new End(), new FrameEnd()]
  client.other = server
  server.other = client
  return [client, server]
}
