import { addPagePatch } from '../intercept/page-patches.ts'
import { patch } from '../intercept/patch.ts'
import { mockedWebSocket } from './mocked-websocket.ts'
import { openPageClient } from './open-page-client.ts'
import type { Handshake, PeerListener } from './peer.ts'

/** Answers a handshake. In a page, each client is of the page's class. */
export const openPeer = openPageClient as (client: object, ...others: [Handshake, PeerListener]) => void

/** From now on, mocks answer the page's WebSocket too. A page whose stubs open none keeps its own class. */
export function watchPage(): void {
  addPagePatch(patchWebSocket)
}

const patchWebSocket: Parameters<typeof addPagePatch>[0] = (means) =>
  patch(globalThis, 'WebSocket', (original) => mockedWebSocket(original, means))
