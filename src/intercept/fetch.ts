import { fetchFailure, networkFailure } from '../network-failure.ts'
import { IncomingRequest, type PlainGet } from '../read-request.ts'
import { nextTurn } from '../turn.ts'
import { isForeignForm } from '../write-form.ts'
import { fetchedResponse } from './fetched-response.ts'
import { redirectedRequest, redirectTarget } from './follow-redirect.ts'
import type { InterceptOptions } from './interceptor.ts'
import { withOwnSignal, withWrittenForm } from './own-init.ts'

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
    const own = init && isForeignForm(init.body) ? await withWrittenForm(init, init.body) : init
    const source = plainGet(input, init, resolveUrl) ?? new Request(absolute(input, resolveUrl), withOwnSignal(own))
    // A `data:` or `blob:` URL has its answer in it, or in the page.
    if (!HTTP.test(source.url)) return original(input, init)
    const text = typeof init?.body === 'string' ? init.body : undefined
    return follow(new IncomingRequest(source, text), hasSignal(input, init), 0)
  }

  async function follow(request: IncomingRequest, revocable: boolean, redirects: number): Promise<Response> {
    request.signal?.throwIfAborted()
    const verdict = await answer(request)
    await giveTurn()
    request.signal?.throwIfAborted()
    switch (verdict.kind) {
      case 'passthrough':
        return platform.pass(original, request.raw)
      case 'error':
        throw verdict.error
      case 'networkError':
        throw fetchFailure(networkFailure(verdict.code))
      case 'response': {
        const { url } = request
        const location = redirectTarget(verdict.response, url)
        if (location !== undefined && request.raw.redirect !== 'manual') {
          return redirect(request.raw, verdict.response.status, location, revocable, redirects + 1)
        }
        const signal = revocable ? request.signal : undefined
        return fetchedResponse(verdict.response, { url, signal, redirected: redirects > 0 }, platform)
      }
    }
  }

  function redirect(
    from: Request,
    status: number,
    location: string,
    revocable: boolean,
    redirects: number,
  ): Promise<Response> {
    if (from.redirect === 'error') throw fetchFailure(new Error('unexpected redirect'))
    if (!HTTP.test(location)) throw fetchFailure(new Error('URL scheme must be a HTTP(S) scheme'))
    if (redirects > MOST_REDIRECTS) throw fetchFailure(new Error('redirect count exceeded'))
    return follow(new IncomingRequest(redirectedRequest(from, status, location)), revocable, redirects)
  }

  Object.defineProperty(globalThis, 'fetch', { configurable: true, enumerable: true, value: fetch, writable: true })
  return () => {
    active = false
    // Somebody may have put a spy over ours: it stays, and reaches the original through us.
    if (globalThis.fetch === fetch && descriptor) Object.defineProperty(globalThis, 'fetch', descriptor)
  }
}

const HTTP = /^https?:/

/** A call with a URL and nothing else: what it asks for is known without a `Request`. */
function plainGet(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  resolveUrl: (url: string) => string,
): PlainGet | undefined {
  if (init !== undefined || (typeof input === 'object' && 'method' in input)) return undefined
  const url = new URL(absolute(input, resolveUrl) as string | URL)
  // Those with a user or a password `Request` refuses.
  if (url.username !== '' || url.password !== '' || !HTTP.test(url.protocol)) return undefined
  if (url.hash !== '') url.hash = ''
  return { url: url.href, make: () => new Request(url) }
}

function absolute(input: RequestInfo | URL, resolveUrl: (url: string) => string): RequestInfo | URL {
  return typeof input === 'string' && !HTTP.test(input) && !URL.canParse(input) ? resolveUrl(input) : input
}

/** Whether the caller has a signal in hand that could end the body. */
function hasSignal(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return Boolean(init?.signal) || (typeof input === 'object' && 'signal' in input)
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
