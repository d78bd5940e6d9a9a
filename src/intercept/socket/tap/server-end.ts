import { Duplex } from 'node:stream'
import type { Tapped } from './tapped.ts'

/**
 * The server's end of a connection that never leaves the process: what the client writes is pushed into it, and what the
 * server writes to it is delivered to the client.
 */
export class ServerEnd extends Duplex {
  readonly tap: Tapped

  constructor(tap: Tapped) {
    super({ allowHalfOpen: true })
    this.tap = tap
  }

  /** Ends the connection when the client has all bytes. If it has them now, at once: no request must take the socket from a pool. */
  hangUp(): void {
    const { socket } = this.tap
    if (this.writableLength === 0 && socket.readableLength === 0) socket.destroy()
    else this.end()
  }

  /** Node's server ends a connection once more after its client. The stream would make an error of that, with a stack that costs time. */
  override end(...args: readonly unknown[]): this {
    if (!this.writableEnded) Reflect.apply(super.end, this, args)
    return this
  }

  override _read(): void {
    this.tap.acknowledge()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.tap.reads.deliver(chunk, done)
  }

  // The head of a response and the first bytes of its body arrive as one, as from a network.
  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: () => void): void {
    this.tap.reads.deliver(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  override _final(done: () => void): void {
    this.tap.reads.end()
    done()
  }
}
