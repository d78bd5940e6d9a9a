import type { BrowserContext, Page, Request, Route } from '@playwright/test'
import { answerOf } from '../mocks/answer-member.ts'
import type { Mocks } from '../mocks/mocks.ts'
import { answerRoute, type PageMocks, toRequest } from './answer-route.ts'

/** Lets mocks answer the requests of all pages of a context. Returns the undo, which leaves no way to the network. */
export async function routeContext(context: BrowserContext, mocks: Mocks): Promise<() => void> {
  const pending = new Map<Request, AbortController>()
  const pageMocks: PageMocks = {
    answer: answerOf(mocks),
    takes: async (request) => (await mocks.explain(toRequest(request))).stub !== undefined,
  }
  let hasEnded = false
  const abort = (isGone: (request: Request) => boolean) => {
    for (const [request, controller] of pending) if (isGone(request)) controller.abort()
  }
  context.on('requestfailed', (failed) => abort((request) => request === failed))
  context.on('page', (page) => page.on('close', () => abort((request) => pageOf(request) === page)))
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
  }
}

/** Returns the page of a request; a service worker has none. */
function pageOf(request: Request): Page | undefined {
  return request.serviceWorker() ? undefined : request.frame().page()
}
