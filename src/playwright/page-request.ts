import type { Frame, Request } from '@playwright/test'
import { IncomingRequest } from '../request/incoming-request.ts'
import { withoutTestCookie } from '../server/cookie.ts'

/** Returns a request of a page as the mocks take it. `signal` says that nobody waits for the answer any more. */
export function incomingOf(request: Request, signal: AbortSignal): IncomingRequest {
  const body = request.postDataBuffer()
  return new IncomingRequest({
    method: request.method(),
    url: request.url(),
    headers: withoutTestCookie(Object.entries(request.headers())),
    sender: { from: 'page' },
    isRevocable: true,
    signal,
    ...(body && { readBody: async () => new Uint8Array(body).buffer }),
  })
}

/** Returns the URL of the page that sends a request; `undefined` for a document and a request of a service worker. */
export function senderUrlOf(request: Request): string | undefined {
  if (request.isNavigationRequest()) return undefined
  return frameOf(request)?.url()
}

/** Returns the frame of a request. Playwright throws if it is a service worker's, or a document's that has no page yet. */
export function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame()
  } catch {
    return undefined
  }
}
