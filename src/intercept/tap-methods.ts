import { Socket } from 'node:net'

/** What a tap does in the place of a socket's own methods. */
interface Substitutes {
  /** The client wants more. */
  read(size: number): void
  write(bytes: Buffer, done: () => void): void
  /** The client writes no more. */
  end(done: () => void): void
  /** Whether the socket has a connection of its own. */
  isOpen(): boolean
}

interface Chunk {
  readonly chunk: Buffer | string
  readonly encoding: BufferEncoding
}

/** Puts a tap's methods in front of a socket's own; gives the undo. */
export function tapMethods(socket: Socket, { read, write, end, isOpen }: Substitutes): () => void {
  const methods = {
    _read: read,
    _write: (chunk: Buffer | string, encoding: BufferEncoding, done: () => void) =>
      write(toBytes({ chunk, encoding }), done),
    _writev: (chunks: readonly Chunk[], done: () => void) => write(Buffer.concat(chunks.map(toBytes)), done),
    _final: end,
    // Without a connection each of them would leave a listener that waits for one.
    ref: () => (isOpen() ? Socket.prototype.ref.call(socket) : socket),
    unref: () => (isOpen() ? Socket.prototype.unref.call(socket) : socket),
  }
  Object.assign(socket, methods)
  return () => {
    for (const name of Object.keys(methods)) Reflect.deleteProperty(socket, name)
  }
}

function toBytes({ chunk, encoding }: Chunk): Buffer {
  return typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk
}
