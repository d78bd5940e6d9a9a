import type { Verdict } from '../answer.ts'
import { fetchFailure, networkFailure } from '../network-failure.ts'
import { nextTurn } from '../turn.ts'
import type { InterceptOptions } from './interceptor.ts'

type Fetch = typeof globalThis.fetch

/** What differs from platform to platform. */
export interface FetchPlatform {
  /** Makes the real request of a passed-through one. */
  pass(original: Fetch, request: Request): Promise<Response>
  /** Decodes a content encoding; `undefined` where the platform cannot. */
  decoder(encoding: string): TransformStream<Uint8Array, Uint8Array> | undefined
}

/** How many redirects in a row fetch follows (Fetch Standard, HTTP-redirect fetch). */
const MOST_REDIRECTS = 20

/**
 * Patches the global fetch; gives the undo.
 * @throws {TypeError} where the global cannot be replaced.
 */
export function interceptFetch({ answer, resolveUrl }: InterceptOptions, platform: FetchPlatform): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'fetch')
  const original = globalThis.fetch
  if (typeof original !== 'function') return () => {}
  let active = true

  // Not an arrow: what patches or spies on fetch looks at its name.
  async function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if (!active) return original(input, init)
    const request = new Request(absolute(input, resolveUrl), init)
    // A `data:` or `blob:` URL has its answer in it, or in the page.
    if (!/^https?:/.test(request.url)) return original(request)
    if (request.signal.aborted) throw request.signal.reason
    return follow(request, isRevocable(input, init), 0)
  }

  async function follow(request: Request, revocable: boolean, redirects: number): Promise<Response> {
    const verdict = await answer(request)
    await giveTurn()
    if (request.signal.aborted) throw request.signal.reason
    if (verdict.kind === 'passthrough') return platform.pass(original, request)
    const response = toResponse(verdict, request, { redirected: redirects > 0, revocable, platform })
    const location = redirectTarget(response, request)
    if (location === undefined || request.redirect === 'manual') return response
    if (request.redirect === 'error' || redirects >= MOST_REDIRECTS) {
      throw fetchFailure(new Error(redirects >= MOST_REDIRECTS ? 'redirect count exceeded' : 'unexpected redirect'))
    }
    return follow(redirected(request, response.status, location), revocable, redirects + 1)
  }

  Object.defineProperty(globalThis, 'fetch', { ...descriptor, value: fetch, writable: true })
  return () => {
    active = false
    // Somebody may have put a spy over ours: it stays, and reaches the original through us.
    if (globalThis.fetch === fetch && descriptor) Object.defineProperty(globalThis, 'fetch', descriptor)
  }
}

function absolute(input: RequestInfo | URL, resolveUrl: (url: string) => string): RequestInfo | URL {
  return typeof input === 'string' && !URL.canParse(input) ? resolveUrl(input) : input
}

interface ResponseContext {
  readonly redirected: boolean
  /** Whether the caller has a signal in hand that could end the body. */
  readonly revocable: boolean
  readonly platform: FetchPlatform
}

function isRevocable(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return Boolean(init?.signal) || (typeof input === 'object' && 'signal' in input)
}

function toResponse(
  verdict: Exclude<Verdict, { kind: 'passthrough' }>,
  request: Request,
  { redirected, revocable, platform }: ResponseContext,
): Response {
  switch (verdict.kind) {
    case 'error':
      throw verdict.error
    case 'networkError':
      throw fetchFailure(networkFailure(verdict.code))
    case 'response': {
      const encoded = verdict.response.headers.has('content-encoding')
      const response = revocable || encoded ? readable(verdict.response, request.signal, platform) : verdict.response
      return tellOrigin(response, withoutHash(request.url), redirected)
    }
  }
}

/** Says of a response, and of its clones, where it came from, which `new Response` cannot be told. */
function tellOrigin(response: Response, url: string, redirected: boolean): Response {
  return Object.defineProperties(response, {
    url: { value: url, configurable: true },
    ...(redirected && { redirected: { value: true, configurable: true } }),
    clone: {
      value: () => tellOrigin(Response.prototype.clone.call(response), url, redirected),
      configurable: true,
      writable: true,
    },
  })
}

function redirectTarget(response: Response, request: Request): string | undefined {
  const location = [301, 302, 303, 307, 308].includes(response.status) ? response.headers.get('location') : null
  return location === null ? undefined : new URL(location, request.url).href
}

/** The request that follows a redirect (Fetch Standard, HTTP-redirect fetch). */
function redirected(request: Request, status: number, location: string): Request {
  const { method } = request
  const becomesGet = (status === 303 && method !== 'GET' && method !== 'HEAD') || (status <= 302 && method === 'POST')
  const headers = new Headers(request.headers)
  if (becomesGet)
    for (const name of ['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location'])
      headers.delete(name)
  if (new URL(location).origin !== new URL(request.url).origin)
    for (const name of ['authorization', 'cookie', 'host', 'proxy-authorization']) headers.delete(name)
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

function withoutHash(url: string): string {
  const hash = url.indexOf('#')
  return hash < 0 ? url : url.slice(0, hash)
}

let answers = 0

/**
 * Lets timers and sockets have their turn now and then: a loop that awaits one mocked answer after the other
 * would run in microtasks alone, and a test's deadline would never come.
 */
function giveTurn(): Promise<void> | undefined {
  answers++
  return answers % 32 === 0 ? nextTurn() : undefined
}

/** The response with a body as the application reads it: decoded, and ended by the request's abort. */
function readable(response: Response, signal: AbortSignal, platform: FetchPlatform): Response {
  if (response.body === null) return response
  const encodings = response.headers.get('content-encoding')?.toLowerCase().split(',') ?? []
  // The last encoding was put on last, and comes off first (RFC 9110, section 8.4).
  const decoders = encodings.reverse().flatMap((encoding) => platform.decoder(encoding.trim()) ?? [])
  const body = decoders.reduce((stream, decoder) => stream.pipeThrough(decoder), abortable(response.body, signal))
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

/** Passes chunks on as they come, until the signal is aborted: then reading fails with the signal's reason. */
function abortable(body: ReadableStream<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let stop: () => void
  return new ReadableStream<Uint8Array>({
    start(controller) {
      stop = () => {
        controller.error(signal.reason)
        reader.cancel(signal.reason).catch(() => {})
      }
      signal.addEventListener('abort', stop)
    },
    async pull(controller) {
      const { done, value } = await reader.read()
      if (signal.aborted) return
      if (!done) return controller.enqueue(value)
      signal.removeEventListener('abort', stop)
      controller.close()
    },
    cancel(reason) {
      signal.removeEventListener('abort', stop)
      return reader.cancel(reason)
    },
  })
}
