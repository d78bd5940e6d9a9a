import { Socket } from 'node:net'
import { inMicrotask } from '../../runtime/event-loop.ts'
import { socketEndedError } from '../../transport/socket-error.ts'
import { patch } from '../patch.ts'

/** Taken at import: fake timers that a runner installs later would never call back. */
const { nextTick } = process

/** The events of a socket in which undici connects again, for the requests in its queues. */
const EVENTS = ['connect', 'secureConnect', 'error', 'close'] as const

/**
 * Fails the connections that undici opens when one of its sockets ends with the mocks: the requests in its queues were sent
 * to the mocks, and must not reach the network. `native` is the `connect` that the mocks have put back. If it has been
 * replaced since, other mocks are started, and they decide.
 */
export function failReconnects(socket: Socket, native: unknown): void {
  const failingConnect = function connect(this: Socket): Socket {
    Object.assign(this, { connecting: true })
    // When this socket fails, undici connects once more.
    failReconnects(this, native)
    nextTick(() => this.destroy(socketEndedError()))
    return this
  }
  for (const event of EVENTS) {
    socket.prependListener(event, () => {
      if (Socket.prototype.connect !== native) return
      const putBack = patch(Socket.prototype, 'connect', () => failingConnect)
      // After undici's listeners, which run in this event.
      inMicrotask(putBack)
    })
  }
}
