import type { Verdict } from '../answer.ts'
import { isPromise } from '../core/kinds.ts'
import { writeForeignBody } from '../foreign-body.ts'
import { fetchFailure, networkFailure } from '../network-failure.ts'
import { IncomingRequest } from '../read-request.ts'
import { isTurnDue, nextTurn } from '../turn.ts'
import { fetchedResponse } from './fetched-response.ts'
import { redirected } from './follow-redirect.ts'
import type { InterceptOptions } from './interceptor.ts'
import { initOf, isForeignRequest, withOwnSignal, withWrittenBody } from './own-init.ts'
import { absolute, plainRequest } from './plain-request.ts'

type Fetch = typeof globalThis.fetch

/** What differs from platform to platform. */
export interface FetchPlatform {
  /** Makes the real request of a passed-through one. */
  pass(original: Fetch, request: Request): Promise<Response>
  /** Decodes a content encoding; `undefined` where the platform cannot. */
  decoder(encoding: string): TransformStream<Uint8Array, Uint8Array> | undefined
}

const HTTP = /^https?:/

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
    if (isForeignRequest(input)) return fetch(input.url, { ...(await initOf(input)), ...init })
    const foreign = init && writeForeignBody(init.body)
    const own = foreign ? await withWrittenBody(init, foreign) : init
    const source = plainRequest(input, init, resolveUrl) ?? new Request(absolute(input, resolveUrl), withOwnSignal(own))
    // A `data:` or `blob:` URL has its answer in it, or in the page.
    if (!HTTP.test(source.url)) return original(input, init)
    const revocable = hasSignal(input, init)
    let request = new IncomingRequest(source, typeof init?.body === 'string' ? init.body : undefined)
    for (let redirects = 0; ; redirects++) {
      const { url, signal } = request
      signal?.throwIfAborted()
      const answering = answer(request)
      // What is there already is not waited for: see answer.ts.
      const verdict = isPromise(answering) ? await answering : answering
      if (isTurnDue()) await nextTurn()
      signal?.throwIfAborted()
      if (verdict.kind === 'passthrough') return platform.pass(original, request.raw)
      const response = responseOf(verdict)
      const next = redirected(request, response, redirects)
      if (!next) {
        const origin = { url, redirected: redirects > 0, signal: revocable ? signal : undefined }
        return fetchedResponse(response, origin, platform)
      }
      request = next
    }
  }

  Object.defineProperty(globalThis, 'fetch', { configurable: true, enumerable: true, value: fetch, writable: true })
  return () => {
    active = false
    // Somebody may have put a spy over ours: it stays, and reaches the original through us.
    if (globalThis.fetch === fetch && descriptor) Object.defineProperty(globalThis, 'fetch', descriptor)
  }
}

/** Gives the mocked response, or fails as fetch does. */
function responseOf(verdict: Exclude<Verdict, { kind: 'passthrough' }>): Response {
  if (verdict.kind === 'error') throw verdict.error
  if (verdict.kind === 'networkError') throw fetchFailure(networkFailure(verdict.code))
  return verdict.response
}

/** Whether the caller has a signal in hand that could end the body. */
function hasSignal(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return Boolean(init?.signal) || (typeof input === 'object' && 'signal' in input)
}
