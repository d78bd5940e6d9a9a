import type { Socket } from 'node:net'

/** Bytes that come or go put the socket's time-out off, as on a network. */
export function refreshTimeout(socket: Socket): void {
  if (socket.timeout) socket.setTimeout(socket.timeout)
}
