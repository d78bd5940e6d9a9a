import { isThenable } from '../../core/type-guards.ts'
import { pageCookies } from '../../fetch/page-cookies.ts'
import { type Means, perform } from '../../fetch/perform.ts'
import { readCall } from '../../fetch/read-call.ts'
import { type Fetch, fetchHop, type RealFetch } from '../../fetch/real-fetch.ts'
import type { IncomingRequest } from '../../request/incoming-request.ts'
import { Source, type SourceOptions } from '../interceptor.ts'
import { patch } from '../patch.ts'

/** The parts of fetch that differ between Node and a page. */
interface FetchPlatform {
  readonly real: RealFetch
  /** Sends a call that is answered where its dispatcher connects; returns `undefined` for any other call. */
  sendByDispatcher?(
    original: Fetch,
    request: IncomingRequest,
    init: RequestInit | undefined,
  ): Promise<Response> | undefined
}

const HTTP = /^https?:/

/** The global fetch as a source. */
export class FetchInterceptor extends Source {
  readonly #options: SourceOptions & FetchPlatform

  constructor(options: SourceOptions & FetchPlatform) {
    super()
    this.#options = options
  }

  /** @throws {MynahError} `ENVIRONMENT`, if the global cannot be replaced. */
  protected override patch(): () => void {
    return patch(globalThis, 'fetch', (original) => this.#mocked(original))
  }

  #mocked(original: Fetch): Fetch {
    const { resolveUrl, isBypassed, fault, real, sendByDispatcher } = this.#options
    const source = this
    const means: Means<Promise<Response>> = {
      handle: this.handle.bind(this),
      fault,
      cookies: pageCookies(),
      passthrough: (request) => fetchHop(original, request, real),
    }

    // A function declaration, because tools that patch fetch look at its name. Not async, to return the promise of `perform`.
    function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      if (!source.isActive) return original(input, init)
      if (isBypassed()) return input instanceof Request ? real.passthrough(original, input) : original(input, init)
      const send = (request: IncomingRequest) => {
        // A `data:` or `blob:` URL makes no request.
        if (!HTTP.test(request.url)) return original(input, init)
        return sendByDispatcher?.(original, request, init) ?? perform(request, means)
      }
      try {
        const request = readCall(input, init, resolveUrl)
        return isThenable(request) ? request.then(send) : send(request)
      } catch (error) {
        return Promise.reject(error)
      }
    }

    // A bundler may rename the function.
    const { name, length } = original
    Object.defineProperties(fetch, {
      name: { value: name, configurable: true },
      length: { value: length, configurable: true },
    })
    return fetch
  }
}
