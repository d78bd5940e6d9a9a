import { type WrittenBody, writeForeignBody } from '../../request/foreign-body.ts'
import { followSignals } from '../../runtime/abort.ts'

/** The arguments of a call of fetch. */
interface Call {
  readonly input: RequestInfo | URL
  readonly init: RequestInit
}

/**
 * Returns a call with a page's own classes, such as jsdom's FormData, as a call with the platform's. Returns `undefined` for any other
 * call.
 */
export function nativeCall(input: RequestInfo | URL, init: RequestInit | undefined): Promise<Call> | undefined {
  if (isForeignRequest(input)) return initOf(input).then((own) => ({ input: input.url, init: { ...own, ...init } }))
  const foreign = init && writeForeignBody(init.body)
  return foreign && withBodyAsBytes(init, foreign).then((own) => ({ input, init: own }))
}

const NATIVE_SIGNAL: unknown = Object.getPrototypeOf(new AbortController().signal)

/**
 * Replaces a signal of a page that Node's `Request` refuses, such as jsdom's, by one of Node's that follows it. Outside of a
 * page `Request` decides.
 */
export function withNativeSignal(init: RequestInit | undefined): RequestInit | undefined {
  const signal = init?.signal
  return signal && typeof document === 'object' && isForeignSignal(signal)
    ? { ...init, signal: followSignals(signal).signal }
    : init
}

function isForeignSignal(signal: AbortSignal): boolean {
  return Object.getPrototypeOf(signal) !== NATIVE_SIGNAL && typeof signal.addEventListener === 'function'
}

/** Replaces a body that Node's `Request` would not recognise, such as jsdom's FormData, by its bytes. */
async function withBodyAsBytes(init: RequestInit, { type, bytes }: WrittenBody): Promise<RequestInit> {
  const headers = new Headers(init.headers)
  if (type && !headers.has('content-type')) headers.set('content-type', type)
  return { ...init, headers, body: await bytes }
}

/** Whether a request is an instance of another class than Node's: happy-dom's in a context of its own, or a polyfill's. */
function isForeignRequest(input: RequestInfo | URL): input is Request {
  return globalThis.Request !== Request && input instanceof globalThis.Request
}

/** Returns the init from which Node's `Request` makes the same request. */
export async function initOf(request: Request): Promise<RequestInit> {
  const { method, redirect, credentials, signal } = request
  const bodiless = method === 'GET' || method === 'HEAD'
  const body = bodiless ? null : await request.arrayBuffer()
  return { method, headers: [...request.headers], body, redirect, credentials, signal }
}
