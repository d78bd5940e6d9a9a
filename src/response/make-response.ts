import { nativeResponse } from '#platform'
import { BRAND, type Brand } from '../core/brand.ts'
import type { HeaderList } from '../core/reply/reply.ts'
import { isBrowser } from '../runtime/environment.ts'

/** Where a fetched response came from. The constructor of `Response` does not take these values. */
export interface Origin {
  readonly url: string
  readonly redirected: boolean
  /** Whether a redirect led to another origin. */
  readonly crossed: boolean
}

/**
 * The brand of a response that mynah made: what a `Response` does not tell. Read by any copy of the library: the one that has
 * patched the clients sends what another one has answered. If it changes, `takesKnownBody` needs a new name too.
 */
export interface Making extends Brand {
  readonly kind: 'response'
  /** The headers as the stub has them: `Headers` lose the case of the names, their order, and which names came twice. */
  readonly lines: HeaderList | undefined
  /** Whether fetch returns it as it is: its body cannot break off and has no encoding to undo, and its head is not too long. */
  readonly isUnchanged: boolean
  /** The body, if it is known: reading it from a stream takes several promises. */
  readonly known: string | Uint8Array<ArrayBuffer> | undefined
}

type Base = typeof Response

/** A response that mynah may have made. */
type MaybeMocked = Response & { readonly [BRAND]?: Making | undefined }

interface MockedClass {
  new (body: BodyInit | null, init: ResponseInit, making: Making | undefined): Response
  /** Sets the origin of a response of this class. Returns whether the response is one. */
  tell(response: Response, origin: Origin): boolean
}

/**
 * A `Response` with fields: a subclass, because a property or a prototype that is set for each response, or a `WeakMap`, takes
 * longer than to make the response.
 */
function extend(base: Base): MockedClass {
  const refuseChange = {
    value() {
      throw new TypeError('immutable')
    },
  }
  const changes = { append: refuseChange, delete: refuseChange, set: refuseChange }
  let immutable: object | undefined

  class Mocked extends base {
    readonly #making: Making | undefined
    #origin: Origin | undefined = undefined

    constructor(body: BodyInit | null, init: ResponseInit, making: Making | undefined) {
      super(body, init)
      this.#making = making
    }

    get [BRAND](): Making | undefined {
      return #making in this ? this.#making : undefined
    }

    static tell(response: Response, origin: Origin): boolean {
      // The responses of happy-dom have fields of their own, which hide the getters of a class.
      if (!(#origin in response) || Object.hasOwn(response, 'url')) return false
      response.#origin = origin
      return true
    }

    /** `undefined` also while the constructor runs: other libraries wrap the global `Response` and read the headers there. */
    static #originOf(response: Mocked): Origin | undefined {
      return #origin in response ? response.#origin : undefined
    }

    override get url(): string {
      return Mocked.#originOf(this)?.url ?? super.url
    }

    override get redirected(): boolean {
      return Mocked.#originOf(this)?.redirected ?? super.redirected
    }

    override get type(): ResponseType {
      const origin = Mocked.#originOf(this)
      if (!origin) return super.type
      return origin.crossed || (isBrowser() && new URL(origin.url).origin !== location.origin) ? 'cors' : 'basic'
    }

    /** The headers of a fetched response cannot be changed. */
    override get headers(): Headers {
      const headers = super.headers
      if (!Mocked.#originOf(this)) return headers
      immutable ??= Object.create(Object.getPrototypeOf(headers), changes) as object
      return Object.setPrototypeOf(headers, immutable)
    }

    override clone(): Response {
      const copy = super.clone()
      return this.#origin ? tellOrigin(new Mocked(copy.body, copy, this.#making), this.#origin) : copy
    }
  }
  // As of the platform's responses: `response.constructor` is `Response`.
  Reflect.deleteProperty(Mocked.prototype, 'constructor')
  return Mocked
}

/** What is made for the global `Response`. Test environments replace that. */
let known: { readonly global: Base; readonly mocked: MockedClass } | undefined

/** Returns the class of mocked responses: it extends the global `Response`, or the platform's own if that one takes no streams. */
function mockedClass(): MockedClass {
  if (known?.global !== Response) {
    // The classes of jest-fetch-mock, node-fetch 2 and some polyfills take no streams, and send their names.
    const base = 'getReader' in Object(new Response('').body) ? Response : nativeResponse()
    known = { global: Response, mocked: extend(base) }
  }
  return known.mocked
}

/** Makes a response that `tellOrigin` can tell where it came from. */
export function makeResponse(body: BodyInit | null, init: ResponseInit, making?: Making): Response {
  return new (mockedClass())(body, init, making)
}

/** Returns the body of a response if it is known, and still unread. */
export function knownBodyOf(response: MaybeMocked): string | Uint8Array | undefined {
  return response.bodyUsed ? undefined : response[BRAND]?.known
}

/** Whether fetch returns a response as it is. */
export function isUnchanged(response: MaybeMocked): boolean {
  return response[BRAND]?.isUnchanged ?? !response.headers.has('content-encoding')
}

/** Returns the headers of a response as lines to send, with the headers that were added later. */
export function headerLinesOf(response: MaybeMocked): HeaderList {
  const lines = response[BRAND]?.lines
  if (!lines) return [...response.headers]
  const names = new Set(lines.map(([name]) => name.toLowerCase()))
  return [...lines, ...[...response.headers].filter(([name]) => !names.has(name))]
}

/** Sets the origin of a response and of its clones. Returns the response. */
export function tellOrigin(response: Response, origin: Origin): Response {
  if (mockedClass().tell(response, origin)) return response
  const { url, redirected } = origin
  return Object.defineProperties(response, {
    url: { value: url, configurable: true },
    redirected: { value: redirected, configurable: true },
    clone: {
      value: () => tellOrigin(Object.getPrototypeOf(response).clone.call(response), origin),
      writable: true,
      configurable: true,
    },
  })
}
