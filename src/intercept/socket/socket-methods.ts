import { Socket } from 'node:net'
import { inNextTask } from '../../runtime/event-loop.ts'

/** What is done in the place of a socket's own methods. */
export interface SocketMethods {
  /** The client wants more. */
  read(size: number): void
  write(bytes: Buffer, done: () => void): void
  /** The client writes no more. */
  end(done: () => void): void
  /** Whether the socket has a connection of its own. */
  readonly isOpen: boolean
}

interface Chunk {
  readonly chunk: Buffer | string
  readonly encoding: BufferEncoding
}

/** Puts a tap's methods in front of a socket's own; gives the undo. */
export function tapMethods(socket: Socket, substitute: SocketMethods): () => void {
  const methods = {
    _read: (size: number) => substitute.read(size),
    _write: (chunk: Buffer | string, encoding: BufferEncoding, done: () => void) =>
      substitute.write(toBytes({ chunk, encoding }), done),
    _writev: (chunks: readonly Chunk[], done: () => void) => substitute.write(Buffer.concat(chunks.map(toBytes)), done),
    _final: (done: () => void) => substitute.end(done),
    _destroy: (error: Error | null, done: (error?: Error | null) => void) => destroy(socket, error, done),
    // Without a connection each of them would leave a listener that waits for one.
    ref: () => (substitute.isOpen ? Socket.prototype.ref.call(socket) : socket),
    unref: () => (substitute.isOpen ? Socket.prototype.unref.call(socket) : socket),
  }
  Object.assign(socket, methods)
  return () => {
    for (const name of Object.keys(methods)) Reflect.deleteProperty(socket, name)
  }
}

/**
 * Destroys a socket that may have no connection. Its `close` comes in a later task, as on a network: in this one `node:http`
 * would emit `close` on the request before the `end` of its response, and once more after it.
 */
function destroy(socket: Socket & Handled, error: Error | null, done: (error?: Error | null) => void) {
  if (socket._handle) return Socket.prototype._destroy.call(socket, error, done)
  socket.connecting = false
  socket.setTimeout(0)
  done(error)
  inNextTask(() => socket.emit('close', error !== null))
}

interface Handled {
  connecting: boolean
  readonly _handle?: unknown
}

function toBytes({ chunk, encoding }: Chunk): Buffer {
  return typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk
}
