import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest/web'
import { IncomingRequest } from '../read-request.ts'
import { interceptFetch } from './fetch.ts'
import type { Intercept, Scope } from './interceptor.ts'

/** Patches a page's fetch and XMLHttpRequest; gives the undo. */
export const intercept: Intercept = (options) => {
  const undoFetch = interceptFetch(options, {
    pass: (original, request) => original(request),
    decoder: (encoding) =>
      encoding === 'gzip' || encoding === 'deflate'
        ? (new DecompressionStream(encoding) as TransformStream<Uint8Array, Uint8Array>)
        : undefined,
  })
  const xhr = new XMLHttpRequestInterceptor()
  xhr.apply()
  xhr.on('request', async ({ request, controller, initiator }) => {
    const asked = initiator as XMLHttpRequest
    const limit = asked.timeout > 0 ? AbortSignal.timeout(asked.timeout) : undefined
    const limited = limit ? new Request(request, { signal: AbortSignal.any([request.signal, limit]) }) : request
    const verdict = await options.answer(new IncomingRequest(limited))
    if (limit?.aborted && !request.signal.aborted) return timeOut(asked)
    switch (verdict.kind) {
      case 'response':
        return controller.respondWith(verdict.response)
      case 'passthrough':
        return controller.passthrough()
      case 'networkError':
        return controller.respondWith(Response.error())
      case 'error':
        // With anything but an Error the real request would be made.
        return controller.errorWith(verdict.error instanceof Error ? verdict.error : new Error(String(verdict.error)))
    }
  })
  return () => {
    xhr.dispose()
    undoFetch()
  }
}

/**
 * Ends an XMLHttpRequest as its timeout does (XMLHttpRequest Standard, request error steps). The interceptors count from
 * the answer on. It never resolves: once their listener has ended without an answer, they make the real request.
 */
function timeOut(xhr: XMLHttpRequest): Promise<never> {
  Reflect.defineProperty(xhr, 'readyState', { value: xhr.DONE, writable: true, enumerable: true })
  xhr.dispatchEvent(new Event('readystatechange'))
  for (const type of ['timeout', 'loadend']) xhr.dispatchEvent(new ProgressEvent(type))
  return new Promise(() => {})
}

/** A browser has nothing that follows asynchronous work. */
export function createScope<Value>(): Scope<Value> | undefined {
  return undefined
}
