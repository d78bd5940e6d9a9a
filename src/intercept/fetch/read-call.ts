import { isObject } from '../../core/type-guards.ts'
import { writeForeignBody } from '../../request/foreign-body.ts'
import { IncomingRequest } from '../../request/incoming-request.ts'
import { initOf, isForeignRequest, withBodyAsBytes, withNativeSignal } from './foreign-init.ts'
import { absolute, plainRequest } from './plain-request.ts'

/**
 * Reads a call of fetch. Returns a promise only if a page's own classes, such as jsdom's FormData, have to be converted to
 * those of the platform's `Request`.
 * @throws what `Request` throws.
 */
export function readCall(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  resolveUrl: (url: string) => string,
): IncomingRequest | Promise<IncomingRequest> {
  // Outside of a page fetch gets what the caller has given: it sends an npm `form-data` as the text `[object FormData]`.
  if (typeof document === 'object') {
    if (isForeignRequest(input))
      return initOf(input).then((own) => readCall(input.url, { ...own, ...init }, resolveUrl))
    const foreign = init && writeForeignBody(init.body)
    if (foreign) return withBodyAsBytes(init, foreign).then((own) => readCall(input, own, resolveUrl))
  }
  const source =
    plainRequest(input, init, resolveUrl) ?? new Request(absolute(input, resolveUrl), withNativeSignal(init))
  const body = init?.body ?? undefined
  return new IncomingRequest(source, typeof body === 'string' ? wellFormed(body) : body)
}

/** Replaces lone surrogates, which UTF-8 cannot express, as fetch does. */
function wellFormed(text: string): string {
  return /\p{Surrogate}/u.test(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text
}

/** Whether a caller of fetch has a signal that could end the body. */
export function hasSignal(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return Boolean(init?.signal) || (isObject(input) && 'signal' in input)
}
