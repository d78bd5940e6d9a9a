import { WebSocket, WebSocketServer } from 'ws'
import type { SocketClient } from '../transport/socket-client.ts'
import { openPageClient } from './open-page-client.ts'
import type { Handshake, PageClient, PeerListener } from './peer.ts'
import { serverEndOf } from './server-end.ts'

/** A socket without the time-out of its close, which would keep the process open, and be one of the test's fake timers. */
class UntimedSocket extends WebSocket {
  set _closeTimer(timer: NodeJS.Timeout | null) {
    clearTimeout(timer ?? undefined)
  }
}

/** Answers a handshake, and tells the listener what the client does. A wrong handshake is answered with its status. */
export function openPeer(client: object, handshake: Handshake, listener: PeerListener): void {
  // The client of a page that Playwright drives has protocols.
  if ('protocols' in client) openPageClient(client as PageClient, handshake, listener)
  else openSocket(client as SocketClient, handshake, listener)
}

function openSocket({ incoming, open }: SocketClient, { protocol, headers }: Handshake, listener: PeerListener): void {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    WebSocket: UntimedSocket,
    ...(protocol !== undefined && { handleProtocols: () => protocol }),
  })
  server.on('headers', (lines) => void lines.push(...headers.map(([name, value]) => `${name}: ${value}`)))
  server.handleUpgrade(incoming, serverEndOf(open()), Buffer.alloc(0), (socket) => {
    // The client is told of its own wrong frames: by a close frame.
    socket.on('error', () => {})
    socket.on('message', (data: Buffer, isBinary) => listener.received(isBinary ? new Uint8Array(data) : String(data)))
    socket.on('close', (code, reason) => listener.closed(code, String(reason)))
    const peer = {
      send: (data: string | Uint8Array) => socket.send(data),
      close: (code?: number, reason?: string) => socket.close(code, reason),
      break: () => socket.terminate(),
    }
    listener.opened(peer, socket.protocol)
  })
}

/** The classes of Node's clients write to sockets, which are patched. */
export function watchPage(): void {}
