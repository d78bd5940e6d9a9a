import { isBrowser } from '../../runtime/environment.ts'

/** Returns a stream that decodes a content encoding, or `undefined` if the platform has none for it. */
export type Decoder = (encoding: string) => TransformStream<Uint8Array, Uint8Array> | undefined

/** Where a response came from. The constructor of `Response` does not take these values. */
export interface Origin {
  readonly url: string
  readonly redirected: boolean
  /** Whether a redirect led to another origin. */
  readonly crossed: boolean
}

/**
 * Makes a mocked response one that fetch would return: decoded, with its origin, and ended by `signal`, which is `undefined` if
 * the caller has none.
 */
export function fetchedResponse(
  response: Response,
  origin: Origin,
  signal: AbortSignal | undefined,
  decoder: Decoder,
): Response {
  const encoded = response.headers.has('content-encoding')
  return tellOrigin(signal || encoded ? readable(response, signal, decoder) : response, origin)
}

const ORIGIN = Symbol('origin')

type Fetched = Response & { readonly [ORIGIN]: Origin }

const headersOf = Object.getOwnPropertyDescriptor(Response.prototype, 'headers')?.get as (this: Response) => Headers

const refuseChange = {
  value() {
    throw new TypeError('immutable')
  },
}

/** The headers of a fetched response cannot be changed. */
const IMMUTABLE = Object.create(Headers.prototype, { append: refuseChange, delete: refuseChange, set: refuseChange })

const CLONE: PropertyDescriptor = {
  value(this: Fetched) {
    return tellOrigin(Response.prototype.clone.call(this), this[ORIGIN])
  },
  writable: true,
  configurable: true,
}

/** The prototype of fetched responses: like the platform's, they have no properties of their own. */
const FETCHED = Object.create(Response.prototype, {
  url: {
    get(this: Fetched) {
      return this[ORIGIN].url
    },
  },
  redirected: {
    get(this: Fetched) {
      return this[ORIGIN].redirected
    },
  },
  type: {
    get(this: Fetched) {
      const { url, crossed } = this[ORIGIN]
      return crossed || (isBrowser() && new URL(url).origin !== location.origin) ? 'cors' : 'basic'
    },
  },
  headers: {
    get(this: Fetched) {
      return Object.setPrototypeOf(headersOf.call(this), IMMUTABLE)
    },
  },
  clone: CLONE,
})

/** Sets the origin of a response and of its clones. */
export function tellOrigin(response: Response, origin: Origin): Response {
  Object.defineProperty(response, ORIGIN, { value: origin })
  // The responses of happy-dom have fields of their own, which hide the getters of a prototype.
  if (!Object.hasOwn(response, 'url')) return Object.setPrototypeOf(response, FETCHED)
  const { url, redirected } = origin
  return Object.defineProperties(response, {
    url: { value: url, configurable: true },
    redirected: { value: redirected, configurable: true },
    clone: CLONE,
  })
}

/** Returns the response with a body that is decoded, and that the request's abort ends. */
function readable(response: Response, signal: AbortSignal | undefined, decoder: Decoder): Response {
  if (response.body === null) return response
  const encodings = response.headers.get('content-encoding')?.toLowerCase().split(',') ?? []
  // Encodings are listed in the order in which they were applied, so the last is decoded first (RFC 9110, section 8.4).
  const decoders = encodings.reverse().flatMap((encoding) => decoder(encoding.trim()) ?? [])
  const source = signal ? abortable(response.body, signal) : response.body
  const body = decoders.reduce<ReadableStream<Uint8Array>>((stream, transform) => stream.pipeThrough(transform), source)
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

/** Forwards chunks as they arrive. After the signal aborts, reading fails with the signal's reason. */
function abortable(body: ReadableStream<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let stop: () => void
  return new ReadableStream<Uint8Array>({
    start(controller) {
      stop = () => {
        controller.error(signal.reason)
        reader.cancel(signal.reason).catch(() => {})
      }
      signal.addEventListener('abort', stop)
    },
    async pull(controller) {
      const { done, value } = await reader.read()
      if (signal.aborted) return
      if (!done) return controller.enqueue(value)
      signal.removeEventListener('abort', stop)
      controller.close()
    },
    cancel(reason) {
      signal.removeEventListener('abort', stop)
      return reader.cancel(reason)
    },
  })
}
