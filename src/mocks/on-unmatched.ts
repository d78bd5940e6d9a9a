import { MynahError } from '../core/errors.ts'
import type { Explanation } from '../core/explain/explain.ts'
import { UnmatchedRequestError } from '../core/explain/unmatched-request-error.ts'
import { toReply } from '../core/reply/to-reply.ts'
import { type RequestLine, type RequestSnapshot, record, splitUrl } from '../core/request.ts'
import { show } from '../core/show.ts'
import { stateless } from '../core/stateless.ts'
import { isResponse, synchronous } from '../core/type-guards.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { guardLoop } from '../response/loop-guard.ts'
import type { Verdict } from '../response/verdict.ts'
import { copyResponse } from '../response/write-response.ts'
import type { AbortSignalLike } from '../runtime/abort.ts'
import { isBrowser } from '../runtime/environment.ts'
import { ANY_PORT, type MocksOptions } from './options.ts'

/** What becomes of a request that no stub takes. */
export interface Ruling {
  readonly verdict: Verdict
  /** What the test has to hear of; an error that a function of the user's leaves to the client is not. */
  readonly failure?: unknown
}

export interface Policy {
  /** Whether a request that no stub takes goes to the network without a word. */
  letsOut(request: IncomingRequest): boolean
  /**
   * Decides on a request that no stub takes; a promise only where a function is asked. It never rejects. An answer that
   * is still coming ends with `ended`.
   */
  rule(request: IncomingRequest, explanation: Explanation, ended: AbortSignalLike): Ruling | Promise<Ruling>
}

/** Makes the policy that the options describe. */
export function createPolicy({ onUnmatched = 'error', passthrough = [] }: MocksOptions): Policy {
  const passes = passthrough.map(toPredicate)
  return {
    letsOut: (request) => isAssetRequest(request) || passes.some((pass) => pass(request)),
    rule(request, explanation, ended) {
      if (typeof onUnmatched === 'function') return ask(onUnmatched, request, explanation, ended)
      if (onUnmatched === 'error') return failed(new UnmatchedRequestError(explanation))
      if (onUnmatched === 'warn') console.warn(explanation.message)
      return { verdict: { kind: 'passthrough' } }
    },
  }
}

async function ask(
  onUnmatched: (request: RequestSnapshot, explanation: Explanation) => unknown,
  request: IncomingRequest,
  explanation: Explanation,
  ended: AbortSignalLike,
): Promise<Ruling> {
  let said: unknown
  try {
    said =
      (await guardLoop(request, async () => onUnmatched(request.snapshot(record()), explanation))) ??
      new UnmatchedRequestError(explanation)
  } catch (error) {
    return { verdict: { kind: 'error', error } }
  }
  if (said instanceof UnmatchedRequestError) return { verdict: { kind: 'error', error: said } }
  if (said === 'passthrough') return { verdict: { kind: 'passthrough' } }
  if (isResponse(said)) return { verdict: answerWith(said, request.method, ended) }
  const problem = `onUnmatched gave ${show(said)}; it gives 'passthrough', a Response, or nothing for the error`
  return failed(new MynahError('ON_UNMATCHED', problem))
}

/** Fails the client, and the test. */
export function failed(error: unknown): Ruling {
  return { verdict: { kind: 'error', error }, failure: error }
}

/** `Response.error()` is the platform's own network error: nothing could copy it. */
function answerWith(response: Response, method: string, ended: AbortSignalLike): Verdict {
  const reply = toReply(response)
  return reply.kind === 'networkError' ? reply : copyResponse(response, method, false, [ended])
}

/** The report's last line. */
export function passthroughHint(url: string): string {
  return `To let it reach the network: setupMocks(routes, { passthrough: ['${splitUrl(url).origin}'] })`
}

function toPredicate(
  allowed: string | RegExp | ((request: RequestSnapshot) => boolean),
): (request: IncomingRequest) => boolean {
  if (typeof allowed === 'function')
    return (request) => synchronous(allowed(request.snapshot(record())), 'function of passthrough')
  if (typeof allowed === 'string') {
    const { protocol, hostname, port } = originParts(allowed)
    return ({ url }) => {
      const actual = originParts(splitUrl(url).origin)
      return actual.protocol === protocol && actual.hostname === hostname && (port === '*' || actual.port === port)
    }
  }
  const pattern = stateless(allowed)
  return ({ url }) => pattern.test(url)
}

function originParts(origin: string): { protocol: string; hostname: string; port: string } {
  const { protocol, hostname, port } = new URL(origin.replace(ANY_PORT, ''))
  return { protocol, hostname, port: ANY_PORT.test(origin) ? '*' : port }
}

/** What a page and its bundler load of themselves: files by their endings, and the dev servers' own paths. */
const ASSET =
  /\.(?:m?[jt]sx?|css|s[ac]ss|less|html?|json5?\.map|map|wasm|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|eot|mp[34]|webm|vue|svelte|mdx?)$/i
const BUNDLER = /^\/(?:@|node_modules\/|__|sb-|_next\/|\.storybook\/|webpack)|hot-update/

/** Whether a request is a page's own, in a browser: same-origin documents, scripts, styles, images, the bundler's. */
export function isAssetRequest({ method, url }: RequestLine): boolean {
  if (!isBrowser()) return false
  const { origin, pathname } = new URL(url)
  return origin === location.origin && method === 'GET' && (ASSET.test(pathname) || BUNDLER.test(pathname))
}
