import type { HeaderList } from '../core/reply/reply.ts'
import type { UpgradedClient } from '../response/verdict.ts'

/** The mock's end of a WebSocket, which writes to the client. */
export interface Peer {
  send(data: string | Uint8Array): void
  /** Without a code, the close frame has none. */
  close(code?: number, reason?: string): void
  /** Breaks the connection, without a close frame. */
  break(): void
}

/** Is told what the client does. */
export interface PeerListener {
  opened(peer: Peer, protocol: string): void
  received(data: string | Uint8Array): void
  closed(code: number, reason: string): void
}

/** What the answer to the handshake has. */
export interface Handshake {
  /** Without one, it is the first one that the client asks for. */
  readonly protocol: string | undefined
  readonly headers: HeaderList
}

/** A page's WebSocket that waits for the answer to its handshake. */
export interface PageClient extends UpgradedClient {
  readonly protocols: readonly string[]
  open(protocol: string, listener: PeerListener): Peer
}
