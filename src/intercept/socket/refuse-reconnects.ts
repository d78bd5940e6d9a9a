import { Socket } from 'node:net'
import { patch } from '../patch.ts'
import { socketEndedError } from './socket-error.ts'

/** Taken at import: a runner's fake one, installed later, would never be called. */
const { nextTick } = process

/** The events of one connection in which a client may make another, for what waits in its queue. */
const QUEUE_EVENTS = new Set<string | symbol>(['connect', 'secureConnect', 'error', 'close'])

/**
 * Fails what a client connects for because of a socket that ends with the mocks, as long as it `isDue`: it has waited in
 * the client's queue for this one, was sent while there were mocks, and would go to the network. Where there are mocks
 * again, they decide: `connect` is how sockets connect without any.
 */
export function refuseReconnects(socket: Socket, isDue: () => boolean, connect = Socket.prototype.connect): void {
  const refuse = function refuse(this: Socket): Socket {
    Object.assign(this, { connecting: true })
    refuseReconnects(this, isDue, connect)
    nextTick(() => {
      // An error that nobody listens to would end the process.
      this.destroy(this.listenerCount('error') > 0 ? socketEndedError() : undefined)
    })
    return this
  }
  socket.emit = function emit(this: Socket, event: string | symbol, ...args: unknown[]): boolean {
    const isRefused = QUEUE_EVENTS.has(event) && Socket.prototype.connect === connect && isDue()
    const undo = isRefused ? patch(Socket.prototype, 'connect', () => refuse) : undefined
    try {
      return Reflect.apply(Socket.prototype.emit, this, [event, ...args])
    } finally {
      undo?.()
    }
  }
}
