import { AsyncLocalStorage } from 'node:async_hooks'
import { MynahError } from '../core/errors.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { headerOf, type Verdict } from '../response/verdict.ts'
import { sayEnding } from '../runtime/say-ending.ts'
import { Source, type SourceOptions } from './interceptor.ts'
import { doAll, patch } from './patch.ts'

/** Set while jsdom or happy-dom sends an XMLHttpRequest, which it does by `node:http`. */
const sending = new AsyncLocalStorage<XMLHttpRequest>()

/** The XMLHttpRequest of jsdom and happy-dom as a source. Its requests arrive at the sockets, which hand them over. */
export class JsdomXhrInterceptor extends Source {
  readonly #fault: SourceOptions['fault']

  constructor({ fault }: Pick<SourceOptions, 'fault'>) {
    super()
    this.#fault = fault
  }

  protected override predicate(): boolean {
    return typeof XMLHttpRequest === 'function'
  }

  /** Marks the requests. A synchronous one throws, and fails the test: jsdom would send it from another process, past all mocks. */
  protected override patch(): () => void {
    const { prototype } = XMLHttpRequest
    const fault = this.#fault
    const patchSend = () =>
      patch(prototype, 'send', (original) => {
        return function send(this: XMLHttpRequest, ...args: Parameters<XMLHttpRequest['send']>): void {
          sending.run(this, () => original.apply(this, args))
        }
      })
    const patchOpen = () =>
      patch(prototype, 'open', (original) => {
        return function open(this: XMLHttpRequest, ...args: Parameters<XMLHttpRequest['open']>): void {
          const [method, url, async] = args
          if (args.length > 2 && !async) {
            throw fault({ method, url: String(url) }, new MynahError('ENVIRONMENT', synchronousMessage(method, url)))
          }
          Reflect.apply(original, this, args)
        }
      })
    return doAll([patchSend, patchOpen])
  }

  /** Returns the XMLHttpRequest that sends the current request, if there is one. */
  get sender(): XMLHttpRequest | undefined {
    return sending.getStore()
  }

  /** Answers a request of an XMLHttpRequest, so that its page may read the answer. */
  answer(request: IncomingRequest, xhr: XMLHttpRequest): Promise<Verdict> {
    return answerPage(request, async () => {
      const verdict = await this.handle(request, xhr)
      if (verdict.kind === 'error') sayEnding(xhr, verdict.error)
      return verdict
    })
  }
}

/**
 * Whether the page sends a request which is not known to be an XMLHttpRequest's: happy-dom's own `fetch`, kept by a client since before the
 * start, sends by `node:http` too.
 */
export function isOfPage(request: IncomingRequest): boolean {
  // Without a page, the headers need not be read.
  if (typeof location !== 'object') return false
  const { origin } = request.headers
  return origin !== undefined && origin === location.origin
}

/** Answers a request of a page, so that the page may read the answer: a preflight is answered without a stub. */
export async function answerPage(request: IncomingRequest, handle: () => Verdict | Promise<Verdict>): Promise<Verdict> {
  const { origin } = request.headers
  if (origin === undefined) return handle()
  return allowOrigin(answerPreflight(request) ?? (await handle()), origin)
}

function synchronousMessage(method: string, url: string | URL): string {
  return `A synchronous XMLHttpRequest cannot be mocked: ${method} ${url}\n\nWrite  xhr.open('${method}', '${url}')`
}

/**
 * Answers a page's preflight request, so that nobody has to declare a stub for it: the stub of the request that follows
 * decides (Fetch Standard, CORS-preflight fetch). Returns `undefined` for any other request.
 */
function answerPreflight({ method, headers: sent }: IncomingRequest): Verdict | undefined {
  const allowed = sent['access-control-request-method']
  if (method !== 'OPTIONS' || allowed === undefined) return undefined
  const requested = sent['access-control-request-headers']
  const headers: [string, string][] = [
    ['access-control-allow-methods', allowed],
    ['content-length', '0'],
  ]
  if (requested !== undefined) headers.push(['access-control-allow-headers', requested])
  return { kind: 'response', status: 200, statusText: 'OK', headers, body: null }
}

/** Adds the CORS headers with which a page of this origin may read a mocked response, unless the stub sets them itself. */
function allowOrigin(verdict: Verdict, origin: string): Verdict {
  if (verdict.kind !== 'response' || headerOf(verdict, 'access-control-allow-origin') !== undefined) return verdict
  const allowing: [string, string][] = [
    ['access-control-allow-origin', origin],
    ['access-control-allow-credentials', 'true'],
  ]
  const names = [...verdict.headers, ...allowing].map(([name]) => name.toLowerCase())
  const exposed: [string, string] = ['access-control-expose-headers', [...new Set(names)].join(', ')]
  return { ...verdict, headers: [...verdict.headers, ...allowing, exposed] }
}
