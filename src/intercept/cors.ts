import type { Verdict } from '../answer.ts'

/**
 * Answers a page's preflight, which a stub need not know of: what decides is the stub of the request that follows
 * (Fetch Standard, CORS-preflight fetch). Gives `undefined` for any other request.
 */
export function answerPreflight(request: Request): Verdict | undefined {
  const method = request.headers.get('access-control-request-method')
  if (request.method !== 'OPTIONS' || method === null) return undefined
  const headers = new Headers({ 'access-control-allow-methods': method, 'content-length': '0' })
  const wanted = request.headers.get('access-control-request-headers')
  if (wanted !== null) headers.set('access-control-allow-headers', wanted)
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
