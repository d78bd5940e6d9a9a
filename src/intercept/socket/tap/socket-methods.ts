import { Socket } from 'node:net'
import { inNextTask } from '../../../runtime/event-loop.ts'
import { hasHandle, standInAbove } from '../../../runtime/hosts/node.ts'
import { handshakeError } from './pretend-tls-session.ts'

/** One write of a stream: `node:net` receives strings undecoded. */
export interface WrittenChunk {
  readonly chunk: Buffer | string
  /** `buffer` for bytes. */
  readonly encoding: BufferEncoding | 'buffer'
}

/** How a stream's implementation reports that a write or an end is done. */
export type Done = (error?: Error | null) => void

/** The methods by which a stream itself reads and writes. */
export interface StreamMethods {
  _read(size: number): void
  _write(chunk: Buffer | string, encoding: WrittenChunk['encoding'], done: Done): void
  _writev?(chunks: readonly WrittenChunk[], done: Done): void
  _final?(done: Done): void
}

/** Whether an object that an agent takes for a connection is a stream whose methods can be replaced. */
export function isStream(connection: unknown): connection is Socket {
  const { _read, _write, push } = connection as Partial<StreamMethods & Socket>
  return [_read, _write, push].every((method) => typeof method === 'function')
}

/** Returns the methods by which a connection reaches its network. They may be those of a tap that has ended. */
export function networkMethods(socket: Socket): StreamMethods {
  const { _read, _write, _writev, _final } = socket as unknown as StreamMethods
  return { _read, _write, ...(_writev && { _writev }), ...(_final && { _final }) }
}

/**
 * Destroys a socket that may have no connection. Its `close` comes in a later task, as on a network. If it came in this task,
 * `node:http` would emit `close` on the request before the `end` of its response, and once more after it.
 */
export function destroySocket(this: Socket, error: Error | null, done: Done): void {
  if (hasHandle(this)) {
    Socket.prototype._destroy.call(this, error && handshakeError(this, error), done)
    return
  }
  Object.assign(this, { connecting: false })
  clearTimer(this)
  done(error)
  inNextTask(() => this.emit('close', error !== null))
}

/**
 * Clears the timer of a destroyed socket, which would keep the socket and the user's callbacks in memory. `setTimeout(0)` does
 * nothing for a destroyed socket from Node 24.21 on. Node's own `_destroy` clears the timers of the sockets below a socket too.
 */
function clearTimer(socket: Socket): void {
  Socket.prototype._destroy.call(standInAbove(socket), null, () => {})
}

/** Returns the bytes of one or more writes. */
export function bytesOfWrites(chunks: readonly WrittenChunk[]): Buffer {
  const buffers = chunks.map(({ chunk, encoding }) =>
    typeof chunk === 'string' ? Buffer.from(chunk, encoding as BufferEncoding) : chunk,
  )
  return buffers.length === 1 ? (buffers[0] as Buffer) : Buffer.concat(buffers)
}
