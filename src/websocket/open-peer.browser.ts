import { addPagePatch } from '../intercept/page-patches.ts'
import { patch } from '../intercept/patch.ts'
import { mockedWebSocket } from './mocked-websocket.ts'
import type { Handshake, PageClient, PeerListener } from './peer.ts'

/** Answers a handshake of a page's class, and tells the listener what the client does. */
export function openPeer(client: object, { protocol }: Handshake, listener: PeerListener): void {
  const { protocols, open } = client as PageClient
  const chosen = protocol ?? protocols[0] ?? ''
  listener.opened(open(chosen, listener), chosen)
}

/** From now on, mocks answer the page's WebSocket too. A page whose stubs open none keeps its own class. */
export function watchPage(): void {
  addPagePatch(patchWebSocket)
}

const patchWebSocket: Parameters<typeof addPagePatch>[0] = (means) =>
  patch(globalThis, 'WebSocket', (original) => mockedWebSocket(original, means))
