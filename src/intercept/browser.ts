import { interceptFetch } from './fetch/intercept-fetch.ts'
import type { Means } from './fetch/perform.ts'
import type { Intercept, InterceptOptions } from './interceptor.ts'
import { doAll, patch } from './patch.ts'
import { mockedXhr } from './xhr/mocked-xhr.ts'

/** Patches a page's fetch and XMLHttpRequest. Returns the undo. */
export const intercept: Intercept = (options) => {
  const { fetch } = globalThis
  const decoder = (encoding: string) =>
    encoding === 'gzip' || encoding === 'deflate'
      ? (new DecompressionStream(encoding) as TransformStream<Uint8Array, Uint8Array>)
      : undefined
  return doAll([
    () => interceptFetch(options, { passthrough: (original, request) => original(request), decoder }),
    () => interceptXhr({ ...options, decoder, passthrough: ({ raw }) => fetch(raw) }),
  ])
}

function interceptXhr(options: InterceptOptions & Means<Promise<Response>>): () => void {
  // Some workers have none.
  if (typeof globalThis.XMLHttpRequest !== 'function') return () => {}
  let isActive = true
  const undo = patch(globalThis, 'XMLHttpRequest', (original) => {
    return mockedXhr(original, { ...options, isActive: () => isActive })
  })
  return () => {
    isActive = false
    undo()
  }
}
