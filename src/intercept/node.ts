import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { HttpRequestInterceptor } from '@mswjs/interceptors/http'
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest/node'
import type { Verdict } from '../answer.ts'
import { MynahError } from '../core/errors.ts'
import { show } from '../core/show.ts'
import { networkFailure } from '../network-failure.ts'
import { IncomingRequest } from '../read-request.ts'
import { allowOrigin, answerPreflight } from './cors.ts'
import { interceptFetch } from './fetch.ts'
import type { Intercept, Scope } from './interceptor.ts'
import { lendGlobals } from './lend-globals.ts'
import { armTimeouts, askForBody, breakOffAtEnd, breakOffLate, freeHandles } from './socket-defects.ts'
import { asSender, rememberSenders } from './undici-senders.ts'

/** Set while a passed-through fetch makes its real request, which the http interceptor sees a second time. */
const passing = new AsyncLocalStorage<true>()

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
  const takeBackGlobals = lendGlobals()
  const undoFetch = interceptFetch(options, {
    pass: (original, request) => passing.run(true, () => original(request)),
    decoder: (encoding) =>
      DECODERS[encoding] && (Duplex.toWeb(DECODERS[encoding]()) as TransformStream<Uint8Array, Uint8Array>),
  })
  // Hears nothing itself: while it is applied, a request has the XMLHttpRequest that made it as its initiator.
  const xhr = new XMLHttpRequestInterceptor()
  const http = new HttpRequestInterceptor()
  keepGlobals(['Headers', 'Request', 'Response'], () => {
    xhr.apply()
    http.apply()
  })
  http.on('request', ({ request, controller, initiator }) =>
    asSender(initiator as object, async () => {
      if (passing.getStore()) return
      const exchange = holdBack(controller, initiator)
      if (inHappyDom()) restoreHeaders(request.headers)
      askForBody(request, initiator)
      const page = isXhr(initiator) ? request.headers.get('origin') : null
      const verdict =
        (page !== null && answerPreflight(request)) || (await options.answer(new IncomingRequest(request)))
      const isWhole = exchange.release()
      send(page === null ? verdict : allowOrigin(verdict, page), request.method, controller, isWhole)
    }),
  )
  const letOut = () => passing.getStore() ?? false
  const forgetSenders = rememberSenders(letOut)
  const breakOff = breakOffAtEnd(letOut)
  const keepHandles = freeHandles()
  const disarmTimeouts = armTimeouts()
  return () => {
    breakOff()
    forgetSenders()
    disarmTimeouts()
    keepHandles()
    http.dispose()
    xhr.dispose()
    undoFetch()
    takeBackGlobals()
    breakOffLate(letOut)
  }
}

/** Makes a scope. */
export function createScope<Value>(): Scope<Value> | undefined {
  const storage = new AsyncLocalStorage<Value>()
  return { run: (value, fn) => storage.run(value, fn), current: () => storage.getStore() }
}

function isXhr(initiator: unknown): boolean {
  return typeof XMLHttpRequest === 'function' && initiator instanceof XMLHttpRequest
}

function inHappyDom(): boolean {
  return 'happyDOM' in globalThis
}

/**
 * Puts back what happy-dom's `Request` leaves out: the headers that a page may not set (`cookie`, `origin`), though it
 * was Node's http that sent them. The interceptors keep all that was written.
 */
function restoreHeaders(headers: Headers): void {
  const symbol = Object.getOwnPropertySymbols(headers).find(({ description }) => description === 'kRawHeaders')
  const written: readonly (readonly [string, string])[] = symbol ? Reflect.get(headers, symbol) : []
  const lost = written.filter(([name]) => !headers.has(name))
  for (const [name, value] of lost) headers.append(name, value)
}

/**
 * Runs a function, and puts back the globals that it replaces. What the interceptors put in their place is for
 * themselves, and breaks at the end: axios keeps the `Request` that it finds, and could not send any more.
 */
function keepGlobals(names: readonly string[], run: () => void): void {
  const kept = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  run()
  for (const [name, descriptor] of kept) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    else Reflect.deleteProperty(globalThis, name)
  }
}

const UNFRAMED =
  'The request has a body and does not say how long it is, which is no valid HTTP: no server could read it\n\n' +
  "Write  headers: { 'content-length': Buffer.byteLength(body) }"

/**
 * Keeps the interceptors from letting a request out before it is decided on: they would where its body makes it no
 * HTTP any more, as that of a DELETE, for which Node writes no length. The end of it tells whether it is HTTP still.
 */
function holdBack(controller: Controller, initiator: unknown): { release(): boolean } {
  const { passthrough } = controller
  let isWhole = true
  controller.passthrough = async () => {
    isWhole = false
    // The rest of it would follow to the network in the next turn, unless it has its answer by then.
    setImmediate(() => {
      if (controller.readyState === 0 && initiator instanceof Socket)
        initiator.destroy(new MynahError('REQUEST', UNFRAMED))
    })
  }
  return {
    release() {
      controller.passthrough = passthrough
      return isWhole
    },
  }
}

interface Controller {
  /** 0 until it has been told what to do: a second word would end the process. */
  readonly readyState: number
  respondWith(response: Response): void
  errorWith(reason: unknown): void
  passthrough(): Promise<void>
}

function send(verdict: Verdict, method: string, controller: Controller, isWhole: boolean): void {
  // A request that its own body makes no HTTP any more has been let go in the meantime.
  if (controller.readyState !== 0) return
  switch (verdict.kind) {
    case 'response':
      // The interceptors read nothing more on such a connection: the next request must have another.
      if (!isWhole) verdict.response.headers.set('connection', 'close')
      controller.respondWith(framed(verdict.response, method))
      return
    case 'passthrough':
      void controller.passthrough()
      return
    case 'networkError':
      controller.errorWith(networkFailure(verdict.code))
      return
    case 'error':
      // With anything but an Error the client's request would hang.
      controller.errorWith(verdict.error instanceof Error ? verdict.error : new Error(show(verdict.error)))
  }
}

/**
 * Says on the wire where the body ends (RFC 9112, section 6). Without that it ends with its connection: the socket is
 * never reused nor freed, and a body that breaks off looks whole.
 */
function framed(response: Response, method: string): Response {
  const { body, status, statusText, headers } = response
  if (headers.has('content-length') || headers.has('transfer-encoding')) return response
  const framing = new Headers(headers)
  if (body) framing.set('transfer-encoding', 'chunked')
  else if (method !== 'HEAD' && status !== 204 && status !== 304) framing.set('content-length', '0')
  return new Response(body, { status, statusText, headers: framing })
}
