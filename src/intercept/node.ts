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

/** Set while a passed-through fetch makes its real request, which comes by the sockets a second time. */
const passing = new AsyncLocalStorage<true>()
const letOut = () => passing.getStore() ?? false

const DECODERS: Record<string, () => Duplex> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Patches the global fetch, and the sockets beneath `node:http`, `node:https` and undici, and beneath jsdom's
 * XMLHttpRequest; gives the undo.
 */
export const intercept: Intercept = (options) => {
  const platform: FetchPlatform = {
    pass: (original, request) => passing.run(true, () => send(original, request)),
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
    () => tapSockets({ serve: createMockServer({ ...options, answer, isPassthrough: letOut }), letOut }),
  ])
}

/** Makes a real request by a fetch that may be the page's own, which knows no `Request` but the page's. */
async function send(original: typeof fetch, request: Request): Promise<Response> {
  if (globalThis.Request === Request) return original(request)
  const { signal: _signal, ...init } = await initOf(request)
  return original(request.url, init)
}
