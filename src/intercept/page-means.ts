import { type Means, perform } from '../fetch/perform.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { Verdict } from '../response/verdict.ts'
import type { SourceOptions } from './interceptor.ts'

/** What a mocked client of a page needs. `passthrough` makes the real request of a redirect that is not mocked. */
export interface PageMeans extends Means<Promise<Response>>, SourceOptions {
  /** Asks the listeners of the source. */
  handle(request: IncomingRequest, initiator?: unknown): Verdict | Promise<Verdict>
  isActive(): boolean
}

/**
 * Performs a request of such a client. If the request itself passes through, `passthrough` has the page's own client make it, and
 * there is no response.
 */
export function performFor(
  sent: IncomingRequest,
  means: PageMeans,
  passthrough: () => void,
  initiator?: unknown,
): Promise<Response | undefined> {
  return perform<Promise<Response> | undefined>(sent, {
    ...means,
    handle: (request) => means.handle(request, initiator),
    passthrough(request) {
      if (request !== sent) return means.passthrough(request)
      passthrough()
      return undefined
    },
  })
}
