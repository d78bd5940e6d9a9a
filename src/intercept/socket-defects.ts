import { ClientRequest } from 'node:http'
import { Socket } from 'node:net'
import { SocketInterceptor } from '@mswjs/interceptors/net'
import { endOfMocks } from '../ending.ts'

/**
 * Lets `request.setTimeout()` count from the start. Node arms it once the socket has connected, and a mocked socket
 * connects no sooner than it is answered: a request that is never answered would never time out. Gives the undo.
 */
export function armTimeouts(): () => void {
  const original = ClientRequest.prototype.setTimeout
  function setTimeout(this: ClientRequest, ms: number, callback?: () => void): ClientRequest {
    original.call(this, ms, callback)
    const arm = (socket: Socket) => {
      if (socket.connecting) socket.setTimeout(ms)
    }
    if (this.socket) arm(this.socket)
    else this.once('socket', arm)
    return this
  }
  ClientRequest.prototype.setTimeout = setTimeout
  return () => {
    if (ClientRequest.prototype.setTimeout === setTimeout) ClientRequest.prototype.setTimeout = original
  }
}

/** Tells a client that waits for it to send its body (RFC 9110, section 10.1.1); without the body no stub is chosen. */
export function askForBody(request: Request, initiator: unknown): void {
  if (request.headers.get('expect')?.toLowerCase() !== '100-continue' || !(initiator instanceof Socket)) return
  initiator.push('HTTP/1.1 100 Continue\r\n\r\n')
}

/**
 * Frees the handles of mocked sockets at their end: what would free them is replaced, and each would stay for good,
 * with all that it holds. Gives the undo.
 */
export function freeHandles(): () => void {
  const sockets = SocketInterceptor.singleton(SocketInterceptor)
  const owner = {}
  sockets.apply(owner)
  sockets.on('connection', ({ socket }) => {
    socket.once('close', () => (socket as { _handle?: { close(): void } | null })._handle?.close())
  })
  return () => sockets.dispose(owner)
}

type Connection = Parameters<Parameters<typeof SocketInterceptor.prototype.on<'connection'>>[1]>[0]

/** The state of a connection, as the interceptors number it, whose request has no answer yet. */
const PENDING = 0

/**
 * Breaks off, at the end, the connections whose request is still on its way to us: left alone they would go out to the
 * network, or never end. `letOut` says of the one that is being made whether it may go out.
 */
export function breakOffAtEnd(letOut: () => boolean): () => void {
  const sockets = SocketInterceptor.singleton(SocketInterceptor)
  const owner = {}
  const breaks = new Set<() => void>()
  const connected = ({ socket, controller }: Connection) => {
    if (letOut()) return
    const breakOff = () => {
      if (controller.readyState === PENDING) socket.destroy(endOfMocks())
    }
    breaks.add(breakOff)
    socket.once('close', () => breaks.delete(breakOff))
  }
  sockets.apply(owner)
  sockets.on('connection', connected)
  return () => {
    for (const breakOff of breaks) breakOff()
    sockets.dispose(owner)
  }
}

/**
 * Does the same with the connections that were made in this very tick: they are told of in the next, when all else is
 * undone.
 */
export function breakOffLate(letOut: () => boolean): void {
  const sockets = SocketInterceptor.singleton(SocketInterceptor)
  const connected = ({ socket, controller }: Connection) => {
    if (letOut()) controller.passthrough()
    else socket.destroy(endOfMocks())
  }
  sockets.on('connection', connected)
  process.nextTick(() => sockets.removeListener('connection', connected))
}
