import type { BrowserContext, Download, Request as PageRequest, Route, WebSocketRoute } from '@playwright/test'
import { brandOf } from '../core/brand.ts'
import type { Stub } from '../core/stub/stub.ts'
import type { Mocks, MocksBrand } from '../mocks/mocks.ts'
import { answerRoute, type PageMocks } from './answer-route.ts'
import { answerWebSocket, opensWebSockets } from './answer-web-socket.ts'
import { frameOf } from './page-request.ts'
import { createStreamPort } from './stream-port.ts'
import { warnOfDownload } from './warnings.ts'

interface RoutedContext {
  readonly isLocal: boolean
  readonly routes: readonly Stub[]
  readonly baseURL: string | undefined
}

/**
 * Lets mocks answer the requests of all pages of a context. `isLocal` says whether the browser runs on this machine. Returns the
 * undo, after which nothing reaches the network.
 */
export async function routeContext(
  context: BrowserContext,
  mocks: Mocks,
  { isLocal, beforeNetwork, routes, baseURL }: RoutedContext & Pick<PageMocks, 'beforeNetwork'>,
): Promise<() => void> {
  const pending = new Map<PageRequest, AbortController>()
  const streams = createStreamPort()
  const isChromium = context.browser()?.browserType().name() === 'chromium'
  const pageMocks: PageMocks = {
    answer: (brandOf(mocks, 'mocks') as MocksBrand).answer,
    takes: async (request) => (await mocks.explain(request)).stub !== undefined,
    beforeNetwork,
    port: isLocal && isChromium ? streams : undefined,
  }
  const routed = new Set<string>()
  let hasEnded = false
  const abort = (isGone: (request: PageRequest) => boolean) => {
    for (const [request, controller] of pending) if (isGone(request)) controller.abort()
  }
  context.on('requestfailed', (failed) => abort((request) => request === failed))
  const watchDownload = async (download: Download) => {
    const url = download.url()
    if (/^https?:/.test(url) && !routed.has(url) && (await pageMocks.takes(new Request(url)))) warnOfDownload(download)
  }
  context.on('page', (page) => {
    page.on('close', () => abort((request) => frameOf(request)?.page() === page))
    page.on('download', watchDownload)
  })
  await context.route('**/*', async (route: Route) => {
    if (hasEnded) return route.abort()
    const request = route.request()
    routed.add(request.url())
    const controller = new AbortController()
    pending.set(request, controller)
    await answerRoute(route, pageMocks, controller.signal)
    pending.delete(request)
  })
  if (opensWebSockets(routes)) {
    await context.routeWebSocket(/^/, (route: WebSocketRoute) =>
      hasEnded ? route.close() : answerWebSocket(route, pageMocks, baseURL),
    )
  }
  return () => {
    hasEnded = true
    abort(() => true)
    streams.close()
  }
}
