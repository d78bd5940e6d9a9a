import type { IncomingRequest } from '../../request/incoming-request.ts'
import { type Means, perform } from '../fetch/perform.ts'
import type { SourceOptions } from '../interceptor.ts'

/** What a mocked client of a page needs. `passthrough` makes the real request of a redirect that is not mocked. */
export interface PageMeans extends Means<Promise<Response>>, Pick<SourceOptions, 'resolveUrl'> {
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
): Promise<Response | undefined> {
  return perform<Promise<Response> | undefined>(sent, true, {
    ...means,
    passthrough(request) {
      if (request !== sent) return means.passthrough(request)
      passthrough()
      return undefined
    },
  })
}
