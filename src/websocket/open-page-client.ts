import type { Handshake, PageClient, PeerListener } from './peer.ts'

/** Answers a handshake of a page's class, and tells the listener what the client does. */
export function openPageClient({ protocols, open }: PageClient, { protocol }: Handshake, listener: PeerListener): void {
  const chosen = protocols.find((one) => one === (protocol ?? one)) ?? ''
  listener.opened(open(chosen, listener), chosen)
}
