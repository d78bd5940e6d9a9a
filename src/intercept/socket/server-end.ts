import { Duplex } from 'node:stream'
import type { Tapped } from './tapped.ts'

/**
 * The server's end of a connection that never leaves the process: what the client writes is pushed into it, and what the
 * server writes to it goes down to the client.
 */
export class Peer extends Duplex {
  readonly tap: Tapped

  constructor(tap: Tapped) {
    super({ allowHalfOpen: true })
    this.tap = tap
  }

  /** Ends the connection once the client has all: at once where it has, so that nobody takes it from a pool any more. */
  hangUp(): void {
    const { socket } = this.tap
    if (this.writableLength === 0 && socket.readableLength === 0) socket.destroy()
    else this.end()
  }

  // All that there is has been pushed.
  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.tap.downlink.deliver(chunk, done)
  }

  // The head of a response and the first of its body arrive as one, as from a network.
  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: () => void): void {
    this.tap.downlink.deliver(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  override _final(done: () => void): void {
    this.tap.downlink.end()
    done()
  }
}
