import { Duplex } from 'node:stream'

/** What a peer needs of whoever holds its other end. */
export interface FarEnd {
  /** Hands bytes to the client; calls `done` when it wants more. */
  deliver(bytes: Buffer, done: () => void): void
  /** Tells the client that nothing more comes. */
  deliverEnd(): void
}

/** The server's end of a connection that never leaves the process: the client's bytes are pushed into it as they come. */
export class Peer extends Duplex {
  readonly far: FarEnd

  constructor(far: FarEnd) {
    super({ allowHalfOpen: true })
    this.far = far
  }

  // All that there is has been pushed.
  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.far.deliver(chunk, done)
  }

  // The head of a response and the first of its body arrive as one, as from a network.
  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: () => void): void {
    this.far.deliver(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  override _final(done: () => void): void {
    this.far.deliverEnd()
    done()
  }
}
