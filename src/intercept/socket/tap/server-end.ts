import { Duplex } from 'node:stream'
import { inNextTask } from '../../../runtime/event-loop.ts'
import type { ClientReads } from './client-reads.ts'
import type { Done } from './socket-methods.ts'

/**
 * The server's end of a connection that never leaves the process: what the client writes is pushed into it, and what the
 * server writes to it is delivered to the client.
 */
export class ServerEnd extends Duplex {
  readonly #reads: ClientReads
  /** Tells the client's stream that its last write is done, if it does not know yet. */
  #done: Done | undefined
  #hasRoom = true
  #isDue = false

  constructor(reads: ClientReads) {
    super({ allowHalfOpen: true })
    this.#reads = reads
  }

  /**
   * Lets the server read. The write is done when its request is decided on, or a task later: if it passes through, it is
   * done only when the network has it, and `finish` never comes before the connection.
   */
  receive(bytes: Buffer, done: Done): void {
    this.#done = done
    this.#isDue = false
    this.#hasRoom = this.push(bytes)
    inNextTask(() => {
      if (this.#done !== done) return
      this.#isDue = true
      if (this.#hasRoom) this.acknowledge()
    })
  }

  /** Tells the client that its write is done. */
  acknowledge(): void {
    const done = this.#done
    this.#done = undefined
    done?.()
  }

  /** Returns the function that tells the client that its write is done, for whoever writes its bytes now. */
  takeDone(): Done | undefined {
    const done = this.#done
    this.#done = undefined
    return done
  }

  /** Ends the connection when the client has all bytes. If it has them now, at once: no request must take the socket from a pool. */
  hangUp(): void {
    const { socket } = this.#reads
    if (this.writableLength === 0 && socket.readableLength === 0) socket.destroy()
    else this.end()
  }

  /** Node's server ends a connection once more after its client. The stream would make an error of that, with a stack that costs time. */
  override end(...args: readonly unknown[]): this {
    if (!this.writableEnded) Reflect.apply(super.end, this, args)
    return this
  }

  override _read(): void {
    this.#hasRoom = true
    if (this.#isDue) this.acknowledge()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#reads.deliver(chunk, done)
  }

  // The head of a response and the first bytes of its body arrive as one, as from a network.
  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: () => void): void {
    const all: Buffer[] = []
    for (const { chunk } of chunks) all.push(chunk)
    this.#reads.deliver(Buffer.concat(all), done)
  }

  override _final(done: () => void): void {
    this.#reads.end()
    done()
  }
}
