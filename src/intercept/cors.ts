import type { Verdict } from '../answer.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'

/**
 * Answers a page's preflight, which a stub need not know of: what decides is the stub of the request that follows
 * (Fetch Standard, CORS-preflight fetch). Gives `undefined` for any other request.
 */
export function answerPreflight({ method, headers: asked }: IncomingRequest): Verdict | undefined {
  const allowed = asked['access-control-request-method']
  if (method !== 'OPTIONS' || allowed === undefined) return undefined
  const headers = new Headers({ 'access-control-allow-methods': allowed, 'content-length': '0' })
  const wanted = asked['access-control-request-headers']
  if (wanted !== undefined) headers.set('access-control-allow-headers', wanted)
  const head = { status: 200, headers }
  return { kind: 'response', response: new Response(null, head), head }
}

/** Lets the page of an origin read a mocked response, as far as the stub does not say otherwise itself. */
export function allowOrigin(verdict: Verdict, origin: string): Verdict {
  if (verdict.kind !== 'response') return verdict
  const { headers } = verdict.response
  if (headers.has('access-control-allow-origin')) return verdict
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-allow-credentials', 'true')
  headers.set('access-control-expose-headers', [...headers.keys()].join(', '))
  return verdict
}
