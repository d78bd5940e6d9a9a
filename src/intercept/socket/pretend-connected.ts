import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** Tells the client of a socket that it is connected, though it is not: it has something to send only then. */
export function pretendConnected(socket: Socket): void {
  Object.assign(socket, { connecting: false })
  socket.emit('connect')
  socket.emit('ready')
  if (socket instanceof TLSSocket) pretendSecure(socket)
}

function pretendSecure(socket: TLSSocket): void {
  Object.assign(socket, { secureConnecting: false, authorized: true, alpnProtocol: false })
  // It would take the end of the first answer for a handshake that has failed.
  const early = socket.listeners('end').find(({ name }) => name === 'onConnectEnd')
  if (early) socket.removeListener('end', early as () => void)
  socket.emit('secureConnect')
}

/** Takes that back, before it is connected for real. */
export function forgetPretence(socket: Socket): void {
  if (!(socket instanceof TLSSocket)) return
  Object.assign(socket, { secureConnecting: true, authorized: false })
  // The client has been told that it is HTTP/1.1: a server must not be offered HTTP/2 any more.
  const handle = (socket as { _handle?: { setALPNProtocols?(protocols: Buffer): void } })._handle
  handle?.setALPNProtocols?.(Buffer.from('\x08http/1.1'))
}
