import type { BrowserContext, Request, Route } from '@playwright/test'
import { answerOf } from '../mocks/answer-member.ts'
import type { Mocks } from '../mocks/mocks.ts'
import { answerRoute, type PageMocks } from './answer-route.ts'
import { frameOf } from './page-request.ts'
import { createStreamPort } from './stream-port.ts'

/**
 * Lets mocks answer the requests of all pages of a context. `isLocal` says whether the browser runs on this machine. Returns the
 * undo, which leaves no way to the network.
 */
export async function routeContext(context: BrowserContext, mocks: Mocks, isLocal: boolean): Promise<() => void> {
  const pending = new Map<Request, AbortController>()
  const streams = createStreamPort()
  const isChromium = context.browser()?.browserType().name() === 'chromium'
  const pageMocks: PageMocks = {
    answer: answerOf(mocks),
    takes: async (request) => (await mocks.explain(request)).stub !== undefined,
    port: isLocal && isChromium ? streams : undefined,
  }
  let hasEnded = false
  const abort = (isGone: (request: Request) => boolean) => {
    for (const [request, controller] of pending) if (isGone(request)) controller.abort()
  }
  context.on('requestfailed', (failed) => abort((request) => request === failed))
  context.on('page', (page) => page.on('close', () => abort((request) => frameOf(request)?.page() === page)))
  await context.route('**/*', async (route: Route) => {
    if (hasEnded) return route.abort()
    const request = route.request()
    const controller = new AbortController()
    pending.set(request, controller)
    await answerRoute(route, pageMocks, controller.signal)
    pending.delete(request)
  })
  return () => {
    hasEnded = true
    abort(() => true)
    streams.close()
  }
}
