import { withKnownText } from '#known-text'
import { nativeResponse } from '#platform'
import type { HeaderList } from '../core/reply/reply.ts'
import { isBrowser } from '../runtime/environment.ts'
import type { Answer } from './verdict.ts'

/** Where a fetched response came from. The constructor of `Response` does not take these values. */
export interface Origin {
  readonly url: string
  readonly redirected: boolean
  /** Whether a redirect led to another origin. */
  readonly crossed: boolean
}

type NativeClass = typeof Response

interface MockedClass {
  new (body: BodyInit | null, init: ResponseInit): Response
  /** Sets the origin of a response of this class. Returns whether the response is one. */
  tell(response: Response, origin: Origin): boolean
}

/**
 * A `Response` with fields: a subclass, because a property or a prototype that is set for each response, or a `WeakMap`, takes
 * longer than to make the response.
 */
function extend(base: NativeClass): MockedClass {
  const refuseChange = {
    value() {
      throw new TypeError('immutable')
    },
  }
  const changes = { append: refuseChange, delete: refuseChange, set: refuseChange }
  let immutable: object | undefined

  class Mocked extends base {
    #origin: Origin | undefined = undefined

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
      return this.#origin ? tellOrigin(new Mocked(copy.body, copy), this.#origin) : copy
    }
  }
  // As of the platform's responses: `response.constructor` is `Response`.
  Reflect.deleteProperty(Mocked.prototype, 'constructor')
  return Mocked
}

/** What is made for the global `Response`. Test environments replace that. */
let knownClass: { readonly global: NativeClass; readonly mocked: MockedClass } | undefined

/** Returns the class of mocked responses: it extends the global `Response`, or the platform's own if that one takes no streams. */
function mockedClass(): MockedClass {
  if (knownClass?.global !== Response) {
    // The classes of jest-fetch-mock, node-fetch 2 and some polyfills take no streams, and send their names.
    const base = 'getReader' in Object(new Response('').body) ? Response : nativeResponse()
    knownClass = { global: Response, mocked: extend(withKnownText(base)) }
  }
  return knownClass.mocked
}

/** Makes a response that `tellOrigin` can tell where it came from. */
export function makeResponse(body: BodyInit | null, init: ResponseInit): Response {
  return new (mockedClass())(body, init)
}

/** Makes the `Response` of an answer. `body` is the answer's own unless a client gets another one. */
export function toResponse(answer: Answer, body: BodyInit | null = answer.body): Response {
  const { status, statusText } = answer
  return makeResponse(body, { status, statusText, headers: fetchHead(answer.headers).headers })
}

/** A head as fetch has it. */
interface FetchHead {
  readonly headers: Headers | [string, string][]
  /** Whether fetch takes the head as it is: it undoes an encoding, and may refuse a long head. */
  readonly isPlain: boolean
}

/** The heads that are sent several times: `Response` copies `Headers` faster than it reads a list. */
const heads = new WeakMap<HeaderList, FetchHead>()

/** The characters of a head, names and values, that fetch takes as it is: far below what it refuses, and above most heads. */
const LONG_HEAD = 2 ** 10

export function fetchHead(list: HeaderList): FetchHead {
  const isKept = Object.isFrozen(list)
  const earlier = isKept ? heads.get(list) : undefined
  if (earlier) return earlier
  const lines = list as [string, string][]
  const head = { headers: isKept ? new Headers(lines) : lines, isPlain: isPlainHead(list) }
  if (isKept) heads.set(list, head)
  return head
}

function isPlainHead(list: HeaderList): boolean {
  let length = 0
  for (const [name, value] of list) {
    if (name.toLowerCase() === 'content-encoding') return false
    length += name.length + value.length
  }
  return length < LONG_HEAD
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
