import { Socket } from 'node:net'
import { patch } from '../patch.ts'
import { socketEndedError } from './socket-error.ts'

/** Taken at import: fake timers that a runner installs later would never call back. */
const { nextTick } = process

/** The events of one of undici's sockets in which undici connects again, for the requests in its queues. */
const EVENTS = ['connect', 'secureConnect', 'error', 'close'] as const

/**
 * Refuses what undici connects in the events of a socket that ends with the mocks: the requests in its queues were sent to
 * the mocks, and must not reach the network. `connect` is Node's own method: if mocks have been started since, it has been
 * replaced, and they decide.
 */
export function refuseReconnects(socket: Socket, connect: unknown): void {
  const refuse = function refuse(this: Socket): Socket {
    Object.assign(this, { connecting: true })
    refuseReconnects(this, connect)
    nextTick(() => this.destroy(socketEndedError()))
    return this
  }
  for (const event of EVENTS) {
    socket.prependListener(event, () => {
      // The listeners behind this one run before the microtask.
      if (Socket.prototype.connect === connect) queueMicrotask(patch(Socket.prototype, 'connect', () => refuse))
    })
  }
}
