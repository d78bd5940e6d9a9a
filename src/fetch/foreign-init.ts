import { MynahError } from '../core/errors.ts'
import { isThenable } from '../core/type-guards.ts'
import { hasOwnBodies, isTag, TAGGED_TYPE, type WrittenBody, writeForeignBody } from '../request/foreign-body.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
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
  if (isForeignRequest(input)) return initOf(input).then((own) => ({ input: input.url, init: { ...own, ...init } }))
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
  return isThenable(bytes)
    ? { ...withBody(followed, foreign, streamOf(bytes)), ...STREAMED }
    : withBody(followed, foreign, bytes)
}

/** Node's `Request` takes no stream without it; the types of the DOM do not know it. */
const STREAMED: object = { duplex: 'half' }

/** Replaces a body that Node's `Request` would not recognise, such as jsdom's FormData. */
function withBody(init: RequestInit, { type }: WrittenBody, body: BodyInit): RequestInit {
  const headers = new Headers(init.headers)
  if (type && !headers.has('content-type')) headers.set('content-type', type)
  return { ...init, headers, body }
}

function streamOf(bytes: Promise<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(await bytes)
      controller.close()
    },
  })
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

/**
 * Rejects with a report if a request has lost its body because its `Request` was made by a class that a client has kept since before the
 * mocks, which does not know this page's classes: Vitest's loses the names of a form's files, and on some Nodes their bytes. Returns
 * `undefined` for a request that cannot be one.
 */
export function checkBody(request: IncomingRequest): Promise<void> | undefined {
  const type = (hasOwnBodies() && request.given?.body && request.headers['content-type']) || ''
  const isNodesForm = type.startsWith('multipart/form-data; boundary=----formdata-undici-')
  if (!isNodesForm && type !== TAGGED_TYPE) return undefined
  const isLost = () => (isNodesForm ? request.text?.includes('filename="blob"') : isTag(request.text))
  return request.readBody().then(
    () => {
      if (isLost()) throw lostBody(request)
    },
    (thrown) => {
      // Node's form has a file that Node cannot read. Any other error is the client's own, which it gets when its body is read again.
      if (isNodesForm) throw lostBody(request, { cause: thrown })
    },
  )
}

function lostBody({ method, url }: IncomingRequest, options?: ErrorOptions): MynahError {
  const reason =
    "its Request was made by a class from before the start of the mocks, which cannot read this page's files"
  const advice = 'Start the mocks before the client is created, or call  fetch(url, { method, body })'
  return new MynahError('ENVIRONMENT', `The body of ${method} ${url} was lost: ${reason}\n\n${advice}`, options)
}
