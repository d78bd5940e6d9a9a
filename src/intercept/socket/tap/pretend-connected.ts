import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { endHandshake, isInHandshake, socketBelow } from '../../../runtime/hosts/node.ts'
import { pretendSession } from './pretend-tls-session.ts'

/** Tells an HTTP client that its socket is connected, although it is not: some clients wait for that before they write. */
export function pretendConnected(socket: Socket, host = 'localhost', alpnProtocol: 'h2' | false = false): void {
  // Over another socket, as through a tunnel, TLS repeats the `connect` of that socket.
  const isOver = Boolean(socketBelow(socket))
  Object.assign(socket, { connecting: false })
  // Before any event: if the socket is free by then, its agent looks at its handle in the first event.
  if (socket instanceof TLSSocket) pretendSession(socket, host)
  if (!isOver) {
    socket.emit('connect')
    socket.emit('ready')
  }
  if (socket instanceof TLSSocket) pretendSecure(socket, alpnProtocol)
}

/**
 * Resolves when the TLS handshake over a socket of the client's own has succeeded or failed. Returns `undefined` if there is
 * no such handshake. If an answer ended before that, Node would report a failed handshake.
 */
export function handshakeOver(socket: Socket): Promise<void> | undefined {
  if (!socketBelow(socket) || !isInHandshake(socket)) return undefined
  return new Promise((resolve) => {
    for (const event of ['secureConnect', 'close']) socket.once(event, () => resolve())
  })
}

function pretendSecure(socket: TLSSocket, alpnProtocol: 'h2' | false): void {
  Object.assign(socket, { authorized: true, alpnProtocol })
  endHandshake(socket)
  socket.emit('secureConnect')
}
