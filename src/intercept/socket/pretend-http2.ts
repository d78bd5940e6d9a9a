import type { Socket } from 'node:net'
import { nextTask } from '../../runtime/event-loop.ts'
import type { Destination } from '../../transport/destination.ts'
import { markUnconnected } from '../../transport/unconnected.ts'
import { pretendConnected } from './tap/pretend-connected.ts'

/** Whether a client offers HTTP/2 with the connection that it opens: no other protocol of TLS has that name. */
export function offersHttp2({ ALPNProtocols: offered }: Destination): boolean {
  return Array.isArray(offered) && offered.includes('h2')
}

/**
 * Connects a socket to nothing that speaks HTTP/2: a client opens it to learn the protocol of its server, or for a session that
 * is mocked.
 */
export function pretendHttp2(socket: Socket, { host }: Destination): Socket {
  markUnconnected(socket)
  Object.assign(socket, { connecting: true })
  void nextTask().then(() => {
    if (!socket.destroyed) pretendConnected(socket, host ?? undefined, 'h2')
  })
  return socket
}
