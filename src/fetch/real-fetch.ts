import type { IncomingRequest } from '../request/incoming-request.ts'

export type Fetch = typeof globalThis.fetch

/** The real fetch of a platform. */
export interface RealFetch {
  /** Makes a request by the platform's own fetch, past the sources. */
  passthrough(original: Fetch, request: Request): Promise<Response>
  /** Whether that fetch returns a redirect itself for `redirect: 'manual'`. In a page it hides where the redirect leads. */
  readonly seesRedirects: boolean
}

/**
 * Makes the real request of one hop: the target of a redirect is a request of its own, which `perform` asks about, and it compares
 * the integrity of the last response too.
 */
export function fetchHop(original: Fetch, request: IncomingRequest, real: RealFetch): Promise<Response> {
  const sent = request.toRequest()
  const redirect = real.seesRedirects && sent.redirect === 'follow' ? 'manual' : sent.redirect
  const isSame = redirect === sent.redirect && sent.integrity === ''
  return real.passthrough(original, isSame ? sent : new Request(sent, { redirect, integrity: '' }))
}
