const REDIRECTS = [301, 302, 303, 307, 308]
const BODY_HEADERS = ['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location']
const ORIGIN_HEADERS = ['authorization', 'cookie', 'host', 'proxy-authorization']

/** Where a response redirects to, or `undefined` where it does not. */
export function redirectTarget(response: Response, url: string): string | undefined {
  const location = REDIRECTS.includes(response.status) ? response.headers.get('location') : null
  return location === null ? undefined : new URL(location, url).href
}

/** The request that follows a redirect (Fetch Standard, HTTP-redirect fetch). */
export function redirectedRequest(request: Request, status: number, location: string): Request {
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
