import { mayBreak } from '../../response/stream-body.ts'
import { isBrowser } from '../../runtime/environment.ts'
import { type Decoder, fetchedBody } from './fetched-body.ts'

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
  const { status, statusText, headers, body } = response
  const encoding = headers.get('content-encoding')
  // A body that is whole, and that nobody can end, arrives as it is.
  if (body === null || !(signal || encoding !== null || mayBreak(response))) return tellOrigin(response, origin)
  const fetched = fetchedBody(body, encoding, signal, decoder)
  return tellOrigin(new Response(fetched, { status, statusText, headers }), origin)
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
