import { Duplex } from 'node:stream'
import { inNextTask } from '../../runtime/event-loop.ts'

/** One end of a connection inside this process: what is written to one end is read at the other. */
class End extends Duplex {
  other: End | undefined
  #written: (() => void) | undefined

  /** Called by the other end; `done` is called when the reader wants more. */
  receive(chunk: Buffer, done: () => void): void {
    if (this.push(chunk)) done()
    else this.#written = done
  }

  override _read(): void {
    const written = this.#written
    this.#written = undefined
    written?.()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.other?.receive(chunk, done)
  }

  override _final(done: () => void): void {
    this.other?.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.other?.destroy()
    done(error)
  }
}

/** The head of a frame: three bytes of length, a type, flags, and the number of its stream (RFC 9113, section 4.1). */
const HEAD = 9

/**
 * The end of a server. Each frame arrives in a task of its own, as Node reports those of a network: if the data of a stream and its end
 * arrived as one, the stream would close before its reader has seen its end.
 */
class ServerEnd extends End {
  #unsent: Buffer = Buffer.alloc(0)

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#unsent = Buffer.concat([this.#unsent, chunk])
    this.#sendFrames(done)
  }

  #sendFrames(done: () => void): void {
    const { length } = this.#unsent
    const end = length < HEAD ? Number.POSITIVE_INFINITY : HEAD + this.#unsent.readUIntBE(0, 3)
    if (length < end) {
      done()
      return
    }
    const frame = this.#unsent.subarray(0, end)
    this.#unsent = this.#unsent.subarray(end)
    this.other?.receive(frame, () => inNextTask(() => this.#sendFrames(done)))
  }
}

/** Returns the ends of a connection: the client's and the server's. */
export function duplexPair(): readonly [Duplex, Duplex] {
  const [client, server] = [new End(), new ServerEnd()]
  client.other = server
  server.other = client
  return [client, server]
}
