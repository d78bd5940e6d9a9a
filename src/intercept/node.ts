import { AsyncLocalStorage } from 'node:async_hooks'
import { Duplex } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { replaceBunUndici } from './fetch/bun-undici.ts'
import { initOf } from './fetch/foreign-init.ts'
import { type FetchPlatform, interceptFetch } from './fetch/intercept-fetch.ts'
import { lendGlobals } from './fetch/lend-globals.ts'
import type { Intercept } from './interceptor.ts'
import { allowOrigin, answerPreflight, isPageRequest, markPageRequests } from './jsdom.ts'
import { doAll } from './patch.ts'
import { createMockServer } from './socket/mock-server.ts'
import { tapSockets } from './socket/tap-sockets.ts'

/** Set while a passed-through fetch makes its real request, which reaches the patched sockets a second time. */
const bypass = new AsyncLocalStorage<true>()
const isPassthrough = () => bypass.getStore() ?? false

const DECODERS: Record<string, () => Duplex> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Patches the global fetch, and the sockets that `node:http`, `node:https`, undici and jsdom's XMLHttpRequest use. Returns
 * the undo.
 */
export const intercept: Intercept = (options) => {
  const platform: FetchPlatform = {
    passthrough: (original, request) => bypass.run(true, () => send(original, request)),
    decoder: (encoding) =>
      DECODERS[encoding] && (Duplex.toWeb(DECODERS[encoding]()) as TransformStream<Uint8Array, Uint8Array>),
  }
  const answer = async (request: IncomingRequest) => {
    const page = isPageRequest() ? request.headers.origin : undefined
    if (page === undefined) return options.answer(request)
    return allowOrigin(answerPreflight(request) ?? (await options.answer(request)), page)
  }
  return doAll([
    lendGlobals,
    () => interceptFetch(options, platform),
    replaceBunUndici,
    () => markPageRequests(options),
    () => tapSockets({ serve: createMockServer({ ...options, answer, isPassthrough }), letOut: isPassthrough }),
  ])
}

/** Makes a real request. A page's own fetch, such as happy-dom's, takes no `Request` of Node's. */
async function send(original: typeof fetch, request: Request): Promise<Response> {
  if (globalThis.Request === Request) return original(request)
  const { signal: _signal, ...init } = await initOf(request)
  return original(request.url, init)
}
