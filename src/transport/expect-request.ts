import { IncomingRequest } from '../request/incoming-request.ts'

/** Returns a request as far as it is known before it is written; none if it has no valid URL. */
export function expectRequest(
  method: string,
  path: string,
  origin: string,
  headers: [string, string][],
): readonly IncomingRequest[] {
  if (!URL.canParse(path, origin)) return []
  return [new IncomingRequest({ method, url: new URL(path, origin).href, headers })]
}

/**
 * Whether all that a client may send to an origin passes through. A policy that allows every origin says nothing about this one,
 * which need not exist.
 */
export function isAllowedOrigin(origin: string, isPassthroughByHead: (request: IncomingRequest) => boolean): boolean {
  const isAllowed = (one: string) => expectRequest('CONNECT', '/', one, []).some(isPassthroughByHead)
  return isAllowed(origin) && !isAllowed('http://mynah.invalid')
}
