import { REDIRECTS } from '../core/http-rules.ts'
import { IncomingRequest } from '../request/incoming-request.ts'
import { fetchError } from '../runtime/network-error.ts'

/** How many redirects in a row fetch follows (Fetch Standard, HTTP-redirect fetch). */
const MOST_REDIRECTS = 20

const BODY_HEADERS = ['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location']
const ORIGIN_HEADERS = ['authorization', 'cookie', 'host', 'proxy-authorization']

/**
 * Returns the request that follows a redirect, if the status is one and fetch follows it. `redirects` is the number of redirects
 * followed before.
 * @throws {TypeError} when fetch would refuse to follow it (Fetch Standard, HTTP-redirect fetch).
 */
export function followRedirect(
  request: IncomingRequest,
  status: number,
  location: string | null | undefined,
  redirects: number,
): IncomingRequest | undefined {
  if (!REDIRECTS.includes(status)) return undefined
  const mode = request.given?.redirect
  if (mode === 'error') throw fetchError(new Error('unexpected redirect'))
  if (location === null || location === undefined || mode === 'manual') return undefined
  const target = parseLocation(location, request.url)
  if (!/^https?:/.test(target.protocol)) throw fetchError(new Error('URL scheme must be a HTTP(S) scheme'))
  if (redirects >= MOST_REDIRECTS) throw fetchError(new Error('redirect count exceeded'))
  if (target.username || target.password) {
    throw fetchError(new Error('cross origin not allowed for request mode "cors"'))
  }
  const leaves = target.origin !== new URL(request.url).origin
  if (leaves && request.given?.mode === 'same-origin')
    throw fetchError(new Error('request mode cannot be "same-origin"'))
  // A request that follows a redirect has a stream as its body, whatever the client has sent.
  if (status !== 303 && redirects === 0 && (request.hasStreamBody || isMadeOfStream(request))) {
    throw fetchError(new Error(`a stream is read once, and cannot be sent again after a redirect with ${status}`))
  }
  return redirectedRequest(request, status, target, leaves)
}

/** Whether the body of the client's `Request` is a stream. Only such a request cannot be made again in this mode. */
function isMadeOfStream({ given }: IncomingRequest): boolean {
  if (!given?.body) return false
  try {
    new Request(given.clone(), { method: 'POST', mode: 'no-cors' })
    return false
  } catch {
    return true
  }
}

function parseLocation(location: string, base: string): URL {
  try {
    return new URL(/[^ -~]/.test(location) ? asUtf8(location) : location, base)
  } catch (error) {
    throw fetchError(error as Error)
  }
}

/** A header's characters are bytes; those of a location are UTF-8 (Fetch Standard, location URL). */
function asUtf8(location: string): string {
  return new TextDecoder().decode(Uint8Array.from(location, (char) => char.charCodeAt(0)))
}

/** Makes the request that follows a redirect. */
function redirectedRequest(request: IncomingRequest, status: number, target: URL, leaves: boolean): IncomingRequest {
  const { method } = request
  const becomesGet = (status === 303 && method !== 'GET' && method !== 'HEAD') || (status <= 302 && method === 'POST')
  const sent = request.toRequest()
  const headers = new Headers(sent.headers)
  for (const name of [...(becomesGet ? BODY_HEADERS : []), ...(leaves ? ORIGIN_HEADERS : [])]) headers.delete(name)
  const { signal, redirect, credentials, cache, referrer, integrity, keepalive, mode } = sent
  const init = {
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
    ...(!becomesGet && sent.body !== null && { body: sent.body, duplex: 'half' }),
  } as RequestInit
  return new IncomingRequest(new Request(target, init), undefined, request)
}
