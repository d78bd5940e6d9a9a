import { AsyncLocalStorage } from 'node:async_hooks'
import { MynahError } from '../core/errors.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { Verdict } from '../response/verdict.ts'
import type { InterceptOptions } from './interceptor.ts'
import { doAll, patch } from './patch.ts'

/** Set while a page's XMLHttpRequest, which Node's http carries, is sent. */
const sending = new AsyncLocalStorage<true>()

/** Whether what is being sent is a page's XMLHttpRequest. */
export function isPageRequest(): boolean {
  return sending.getStore() ?? false
}

/**
 * Marks what jsdom's and happy-dom's XMLHttpRequest send, and refuses what is sent synchronously: a process of its own
 * would send it, past all mocks; the test hears of it. Gives the undo.
 */
export function markPageRequests({ fault }: Pick<InterceptOptions, 'fault'>): () => void {
  if (typeof XMLHttpRequest !== 'function') return () => {}
  const { prototype } = XMLHttpRequest
  const patchSend = () =>
    patch(prototype, 'send', (original) => {
      return function send(this: XMLHttpRequest, ...args: Parameters<XMLHttpRequest['send']>): void {
        sending.run(true, () => original.apply(this, args))
      }
    })
  const patchOpen = () =>
    patch(prototype, 'open', (original) => {
      return function open(this: XMLHttpRequest, ...args: Parameters<XMLHttpRequest['open']>): void {
        const [method, url, async] = args
        if (args.length > 2 && !async) {
          throw fault({ method, url: String(url) }, new MynahError('ENVIRONMENT', synchronous(method, url)))
        }
        Reflect.apply(original, this, args)
      }
    })
  return doAll([patchSend, patchOpen])
}

function synchronous(method: string, url: string | URL): string {
  return `A synchronous XMLHttpRequest cannot be mocked: ${method} ${url}\n\nWrite  xhr.open('${method}', '${url}')`
}

/**
 * Answers a page's preflight, which a stub need not know of: what decides is the stub of the request that follows
 * (Fetch Standard, CORS-preflight fetch). Gives `undefined` for any other request.
 */
export function answerPreflight({ method, headers: asked }: IncomingRequest): Verdict | undefined {
  const allowed = asked['access-control-request-method']
  if (method !== 'OPTIONS' || allowed === undefined) return undefined
  const headers = new Headers({ 'access-control-allow-methods': allowed, 'content-length': '0' })
  const wanted = asked['access-control-request-headers']
  if (wanted !== undefined) headers.set('access-control-allow-headers', wanted)
  const head = { status: 200, headers }
  return { kind: 'response', response: new Response(null, head), head }
}

/** Lets the page of an origin read a mocked response, as far as the stub does not say otherwise itself. */
export function allowOrigin(verdict: Verdict, origin: string): Verdict {
  if (verdict.kind !== 'response') return verdict
  const { headers } = verdict.response
  if (headers.has('access-control-allow-origin')) return verdict
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-allow-credentials', 'true')
  headers.set('access-control-expose-headers', [...headers.keys()].join(', '))
  return verdict
}
