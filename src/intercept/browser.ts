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
  xhr.on('request', async ({ request, controller }) => {
    const verdict = await options.answer(new IncomingRequest(request))
    switch (verdict.kind) {
      case 'response':
        return controller.respondWith(verdict.response)
      case 'passthrough':
        return controller.passthrough()
      case 'networkError':
        return controller.respondWith(Response.error())
      case 'error':
        return controller.errorWith(verdict.error)
    }
  })
  return () => {
    xhr.dispose()
    undoFetch()
  }
}

/** A browser has nothing that follows asynchronous work. */
export function createScope<Value>(): Scope<Value> | undefined {
  return undefined
}
