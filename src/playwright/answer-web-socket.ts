import type { WebSocketRoute } from '@playwright/test'
import type { Stub } from '../core/stub/stub.ts'
import { IncomingRequest } from '../request/incoming-request.ts'
import { inNextTask } from '../runtime/event-loop.ts'
import { handshakeHeaders } from '../websocket/handshake-headers.ts'
import type { PageClient, PeerListener } from '../websocket/peer.ts'
import type { PageMocks } from './answer-route.ts'

/** The code of a connection that was not closed (RFC 6455, section 7.1.5). */
const ABNORMAL = 1006

const PAGE = { from: 'page' } as const

/** Whether one of the stubs opens WebSockets: only then are those of pages routed, or a development server would lose its own. */
export function opensWebSockets(stubs: readonly Stub[]): boolean {
  const upgrades = ({ parts }: Stub) => parts.replies.some((reply) => reply.kind === 'resolver' && reply.upgrades)
  return stubs.some((stub) => upgrades(stub.declarer.handshake ?? stub))
}

/**
 * Answers a WebSocket of a page. Playwright calls one open when this resolves. One to the application's own server, at `baseURL`, passes
 * unless a stub takes it, as that of a development server does.
 */
export async function answerWebSocket(
  route: WebSocketRoute,
  { answer, takes, beforeNetwork }: PageMocks,
  baseURL: string | undefined,
): Promise<void> {
  const url = route.url().replace(/^ws/, 'http')
  // Earlier versions of Playwright do not tell.
  const protocols = 'protocols' in route ? route.protocols() : []
  const aborting = new AbortController()
  const request = new IncomingRequest({
    method: 'GET',
    url,
    headers: handshakeHeaders(protocols),
    sender: PAGE,
    canUpgrade: true,
    signal: aborting.signal,
  })
  const pass = async () => {
    await beforeNetwork(url)
    route.connectToServer()
  }
  const isOwn = baseURL !== undefined && URL.canParse(baseURL) && new URL(url).host === new URL(baseURL).host
  if (isOwn && !(await takes(request.toRequest()))) return pass()
  route.onClose(() => aborting.abort())
  const verdict = await answer(request)
  if (verdict.kind === 'passthrough') return pass()
  const upgrade = verdict.kind === 'response' && !aborting.signal.aborted ? verdict.upgrade : undefined
  const ask: PageClient['ask'] = (asked, body) => answer(new IncomingRequest(asked, body))
  // In a later task: the page's WebSocket has to be open before a handler can close it.
  if (upgrade) inNextTask(() => upgrade.connect(clientOf(route, protocols, ask)))
  else await route.close({ code: ABNORMAL })
}

function clientOf(route: WebSocketRoute, protocols: readonly string[], ask: PageClient['ask']): PageClient {
  return {
    protocols,
    ask,
    open(_protocol, listener: PeerListener) {
      let isClosed = false
      route.onMessage((data) => listener.received(typeof data === 'string' ? data : new Uint8Array(data)))
      // Called for the page's close, and again when the page has learnt of either end's.
      route.onClose((code = 1005, reason = '') => {
        if (isClosed) return
        isClosed = true
        listener.closed(code, reason)
        void route.close({ code, reason })
      })
      return {
        send: (data) => route.send(typeof data === 'string' ? data : Buffer.from(data)),
        close: (code = 1005, reason = '') => void route.close({ code, reason }),
        break: () => void route.close({ code: ABNORMAL }),
      }
    },
  }
}
