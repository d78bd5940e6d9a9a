import { Socket } from 'node:net'
import { inNextTask } from '../../../runtime/event-loop.ts'

/** One write of a stream: `node:net` receives strings undecoded. */
export interface Chunk {
  readonly chunk: Buffer | string
  /** `buffer` for bytes. */
  readonly encoding: BufferEncoding | 'buffer'
}

/** How a stream's implementation reports that a write or an end is done. */
export type Done = (error?: Error | null) => void

/** The actions of a tapped socket that replace its own methods. */
export interface SocketMethods {
  /** The client wants bytes. */
  read(size: number): void
  write(chunks: readonly Chunk[], done: Done): void
  /** The client writes no more. */
  end(done: Done): void
  /** Whether the socket has a connection, or is connecting. */
  readonly isOpen: boolean
}

/** Replaces a socket's own methods. Returns the undo. */
export function replaceMethods(socket: Socket, substitute: SocketMethods): () => void {
  const methods = {
    _read: (size: number) => substitute.read(size),
    _write: (chunk: Buffer | string, encoding: Chunk['encoding'], done: Done) =>
      substitute.write([{ chunk, encoding }], done),
    _writev: (chunks: readonly Chunk[], done: Done) => substitute.write(chunks, done),
    _final: (done: Done) => substitute.end(done),
    _destroy: (error: Error | null, done: Done) => destroy(socket, error, done),
    // Each call on a socket without a connection would add a listener for `connect`.
    ref: () => (substitute.isOpen ? Socket.prototype.ref.call(socket) : socket),
    unref: () => (substitute.isOpen ? Socket.prototype.unref.call(socket) : socket),
  }
  Object.assign(socket, methods)
  return () => {
    for (const [name, method] of Object.entries(methods)) {
      // The next mocks may have replaced it again.
      if (Reflect.get(socket, name) === method) Reflect.deleteProperty(socket, name)
    }
  }
}

/**
 * Destroys a socket that may have no connection. Its `close` comes in a later task, as on a network. If it came in this task,
 * `node:http` would emit `close` on the request before the `end` of its response, and once more after it.
 */
function destroy(socket: Socket & Handled, error: Error | null, done: Done) {
  if (socket._handle) return Socket.prototype._destroy.call(socket, error, done)
  socket.connecting = false
  clearTimer(socket)
  done(error)
  inNextTask(() => socket.emit('close', error !== null))
}

/**
 * Clears the timer of a destroyed socket, which would keep the socket and the user's callbacks in memory. `setTimeout(0)` does
 * nothing for a destroyed socket from Node 24.21 on. Node's own `_destroy` clears the timers of a socket and of the sockets
 * below it. So it is called for a stand-in above this socket, which has nothing to close.
 */
function clearTimer(socket: Socket): void {
  const above = { _parent: socket, emit: () => false }
  Socket.prototype._destroy.call(above as unknown as Socket, null, () => {})
}

interface Handled {
  connecting: boolean
  readonly _handle?: unknown
}

/** Returns the bytes of one or more writes. */
export function toBytes(chunks: readonly Chunk[]): Buffer {
  const buffers = chunks.map(({ chunk, encoding }) =>
    typeof chunk === 'string' ? Buffer.from(chunk, encoding as BufferEncoding) : chunk,
  )
  return buffers.length === 1 ? (buffers[0] as Buffer) : Buffer.concat(buffers)
}
