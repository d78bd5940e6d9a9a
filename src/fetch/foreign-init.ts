import { isThenable } from '../core/type-guards.ts'
import { hasOwnBodies, type WrittenBody, writeForeignBody } from '../request/foreign-body.ts'
import { lateStream } from '../response/native-body.ts'
import { followSignals } from '../runtime/abort.ts'

/** The arguments of a call of fetch. */
interface FetchCall {
  readonly input: RequestInfo | URL
  readonly init: RequestInit
}

/**
 * Returns a call with a page's own classes, such as jsdom's FormData, as a call with the platform's. Returns `undefined` for any other
 * call.
 */
export function nativeCall(input: RequestInfo | URL, init: RequestInit | undefined): Promise<FetchCall> | undefined {
  // Without such classes fetch gets what the caller has given: it sends an npm `form-data` as the text `[object FormData]`.
  if (!hasOwnBodies()) return undefined
  if (isForeignRequest(input))
    return initOf(input).then((requestInit) => ({ input: input.url, init: { ...requestInit, ...init } }))
  const foreign = init && writeForeignBody(init.body)
  return foreign && Promise.resolve(foreign.bytes).then((bytes) => ({ input, init: withBody(init, foreign, bytes) }))
}

const NATIVE_SIGNAL: unknown = Object.getPrototypeOf(new AbortController().signal)

/**
 * Replaces a signal of a page that Node's `Request` refuses, such as jsdom's, by one of Node's that follows it. In an
 * environment without classes of its own `Request` decides.
 */
export function withNativeSignal(init: RequestInit | undefined): RequestInit | undefined {
  const signal = init?.signal
  return signal && hasOwnBodies() && isForeignSignal(signal) ? { ...init, signal: followSignals(signal).signal } : init
}

function isForeignSignal(signal: AbortSignal): boolean {
  return Object.getPrototypeOf(signal) !== NATIVE_SIGNAL && typeof signal.addEventListener === 'function'
}

/**
 * Returns an init that Node's `Request` and `Response` take in place of one with a page's signal or body. A body that cannot be read
 * at once, such as jsdom's Blob, becomes a stream.
 */
export function nativeInit(init: RequestInit | undefined): RequestInit | undefined {
  const followed = withNativeSignal(init)
  const foreign = followed && writeForeignBody(followed.body)
  if (!foreign) return followed
  const { bytes } = foreign
  if (!isThenable(bytes)) return withBody(followed, foreign, bytes)
  const stream = lateStream(() => bytes)
  return { ...withBody(followed, foreign, stream), ...STREAMED }
}

/** Node's `Request` takes no stream without it; the types of the DOM do not know it. */
const STREAMED: object = { duplex: 'half' }

/** Replaces a body that Node's `Request` would not recognise, such as jsdom's FormData. */
function withBody(init: RequestInit, { type }: WrittenBody, body: BodyInit): RequestInit {
  const headers = new Headers(init.headers)
  if (type && !headers.has('content-type')) headers.set('content-type', type)
  return { ...init, headers, body }
}

/** Whether a request is an instance of another class than Node's: happy-dom's in a context of its own, or a polyfill's. */
function isForeignRequest(input: RequestInfo | URL): input is Request {
  return input instanceof globalThis.Request && !(input instanceof Request)
}

/** Returns the init from which Node's `Request` makes the same request. */
export async function initOf(request: Request): Promise<RequestInit> {
  const { method, redirect, credentials, signal } = request
  const bodiless = method === 'GET' || method === 'HEAD'
  const body = bodiless ? null : await request.arrayBuffer()
  return { method, headers: [...request.headers], body, redirect, credentials, signal }
}
