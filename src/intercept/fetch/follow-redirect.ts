import { REDIRECTS } from '../../core/http-rules.ts'
import { IncomingRequest } from '../../request/incoming-request.ts'
import { fetchError } from '../../response/network-error.ts'

/** How many redirects in a row fetch follows (Fetch Standard, HTTP-redirect fetch). */
const MOST_REDIRECTS = 20

const BODY_HEADERS = ['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location']
const ORIGIN_HEADERS = ['authorization', 'cookie', 'host', 'proxy-authorization']

/**
 * Returns the request that follows a response, if the response is a redirect that fetch follows. `redirects` is the number
 * of redirects followed before.
 * @throws {TypeError} when fetch would refuse to follow it.
 */
export function followRedirect(
  request: IncomingRequest,
  response: Response,
  redirects: number,
): IncomingRequest | undefined {
  const location = REDIRECTS.includes(response.status) ? response.headers.get('location') : null
  if (location === null || request.raw.redirect === 'manual') return undefined
  const target = new URL(location, request.url).href
  if (request.raw.redirect === 'error') throw fetchError(new Error('unexpected redirect'))
  if (!/^https?:/.test(target)) throw fetchError(new Error('URL scheme must be a HTTP(S) scheme'))
  if (redirects >= MOST_REDIRECTS) throw fetchError(new Error('redirect count exceeded'))
  return new IncomingRequest(redirectedRequest(request.raw, response.status, target))
}

/** The request that follows a redirect (Fetch Standard, HTTP-redirect fetch). */
function redirectedRequest(request: Request, status: number, location: string): Request {
  const { method } = request
  const becomesGet = (status === 303 && method !== 'GET' && method !== 'HEAD') || (status <= 302 && method === 'POST')
  const leaves = new URL(location).origin !== new URL(request.url).origin
  const headers = new Headers(request.headers)
  for (const name of [...(becomesGet ? BODY_HEADERS : []), ...(leaves ? ORIGIN_HEADERS : [])]) headers.delete(name)
  const { signal, redirect, credentials, cache, referrer, integrity, keepalive, mode } = request
  return new Request(location, {
    method: becomesGet ? 'GET' : method,
    headers,
    signal,
    redirect,
    credentials,
    cache,
    integrity,
    keepalive,
    ...(mode !== 'navigate' && { mode }),
    ...(referrer && referrer !== 'about:client' && { referrer }),
    ...(!becomesGet && request.body !== null && { body: request.body, duplex: 'half' }),
  } as RequestInit)
}
