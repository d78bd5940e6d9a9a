import { runInThisContext } from 'node:vm'
import { nativeResponse } from '#platform'
import { wellFormed } from '../core/http-rules.ts'
import { isObject } from '../core/type-guards.ts'
import { readsBody } from '../runtime/hosts/undici.ts'

/** In the platform's realm, whose promises and values its `Response` has: the tests of Jest run in another one. */
const READ = '(text, isJson) => new Promise((resolve) => resolve(isJson ? JSON.parse(text) : text))'

/**
 * Returns a class of responses that read the text they were made of at once: to read it from the stream takes up to twice as long as
 * to make the response. The body is left used and locked, as the platform leaves it. A class of a test environment or a polyfill, and
 * one whose methods are patched, is returned as it is.
 */
export function withKnownText(base: typeof Response): typeof Response {
  const { json, text } = base.prototype
  if (base !== nativeResponse() || !readsBody(json) || !readsBody(text)) return base
  const read: (text: string, isJson: boolean) => Promise<unknown> = runInThisContext(READ)

  class Known extends base {
    readonly #text: string | undefined

    constructor(body?: BodyInit | null, init?: ResponseInit) {
      super(body, init)
      if (typeof body === 'string') this.#text = body
    }

    override json(): Promise<unknown> {
      // A test may have put a spy there since.
      return (super.json === json && Known.#read(this, true)) || super.json()
    }

    override text(): Promise<string> {
      return (super.text === text && (Known.#read(this, false) as Promise<string> | undefined)) || super.text()
    }

    /** Returns `undefined` if the platform has to read the body, or to refuse to. */
    static #read(response: unknown, isJson: boolean): Promise<unknown> | undefined {
      // A method may be called on something else.
      if (!isObject(response) || !(#text in response)) return undefined
      const known = response.#text
      const { body } = response
      if (known === undefined || response.bodyUsed || !body || body.locked) return undefined
      // The platform drops a byte order mark, and replaces a lone surrogate.
      if (known.charCodeAt(0) === 0xfeff || known !== wellFormed(known)) return undefined
      void body.getReader().cancel()
      return read(known, isJson)
    }
  }
  // As in `make-response.ts`: `response.constructor` is `Response`.
  Reflect.deleteProperty(Known.prototype, 'constructor')
  return Known
}
