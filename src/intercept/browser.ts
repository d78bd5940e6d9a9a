import { interceptFetch } from './fetch.ts'
import type { Intercept, InterceptOptions, Scope } from './interceptor.ts'
import { mockedXhr } from './mocked-xhr.ts'
import type { Means } from './perform.ts'

/** Patches a page's fetch and XMLHttpRequest; gives the undo. */
export const intercept: Intercept = (options) => {
  const { fetch } = globalThis
  const decoder = (encoding: string) =>
    encoding === 'gzip' || encoding === 'deflate'
      ? (new DecompressionStream(encoding) as TransformStream<Uint8Array, Uint8Array>)
      : undefined
  const undoFetch = interceptFetch(options, { pass: (original, request) => original(request), decoder })
  const undoXhr = interceptXhr({ ...options, decoder, pass: ({ raw }) => fetch(raw) })
  return () => {
    undoXhr()
    undoFetch()
  }
}

function interceptXhr(options: InterceptOptions & Means<Promise<Response>>): () => void {
  const original = globalThis.XMLHttpRequest
  // A worker may have none.
  if (typeof original !== 'function') return () => {}
  let isActive = true
  const replacement = mockedXhr(original, { ...options, isActive: () => isActive })
  globalThis.XMLHttpRequest = replacement
  return () => {
    isActive = false
    if (globalThis.XMLHttpRequest === replacement) globalThis.XMLHttpRequest = original
  }
}

/** A browser has nothing that follows asynchronous work. */
export function createScope<Value>(): Scope<Value> | undefined {
  return undefined
}
