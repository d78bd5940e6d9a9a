import { REDIRECTS } from '../../core/http-rules.ts'
import { splitUrl } from '../../core/request.ts'
import { isThenable } from '../../core/type-guards.ts'
import type { IncomingRequest } from '../../request/incoming-request.ts'
import { isUnchanged, makeResponse, tellOrigin } from '../../response/make-response.ts'
import type { Verdict } from '../../response/verdict.ts'
import { isYieldDue, nextTask } from '../../runtime/event-loop.ts'
import { fetchError } from '../../runtime/network-error.ts'
import type { SourceOptions } from '../interceptor.ts'
import { type Decoder, fetchedResponse, readVerified } from './fetched-response.ts'
import { followRedirect } from './follow-redirect.ts'
import type { Cookies } from './page-cookies.ts'

/** The functions of a client that `perform` needs. */
export interface Means<Passed> extends Pick<SourceOptions, 'fault'> {
  /** Asks the listeners of the client's source. Never throws or rejects. */
  handle(request: IncomingRequest): Verdict | Promise<Verdict>
  readonly decoder: Decoder
  readonly cookies: Cookies | undefined
  /** Makes the real request. Called before `perform` returns, if the decision needs no waiting. */
  passthrough(request: IncomingRequest): Passed
}

/**
 * Performs a request as fetch does, and follows its redirects: each hop is asked about, also after a real response. Returns
 * the response, or `undefined` if `passthrough` does.
 * @throws the errors of fetch.
 */
export async function perform<Passed extends Promise<Response> | undefined>(
  asked: IncomingRequest,
  means: Means<Passed>,
): Promise<Response | Awaited<Passed>> {
  let request = asked
  let crossed = false
  for (let redirects = 0; ; redirects++) {
    const { url, signal, isRevocable } = request
    signal?.throwIfAborted()
    means.cookies?.send(request)
    const handling = means.handle(request)
    // No `await` without a promise: event-loop.ts says how much one would cost.
    const verdict = isThenable(handling) ? await handling : handling
    signal?.throwIfAborted()
    const isReal = verdict.kind === 'passthrough'
    const response = isReal ? await means.passthrough(request) : responseOf(verdict)
    if (!response) return response as Awaited<Passed>
    if (isReal) request.receiveHead(response.status, response.headers)
    else means.cookies?.store(request, response)
    if (isYieldDue()) {
      await nextTask()
      signal?.throwIfAborted()
    }
    const next = REDIRECTS.includes(response.status) && followRedirect(request, response, redirects)
    if (!next) {
      const origin = { url, redirected: redirects > 0, crossed }
      // A body that arrives as it is, and that nobody can end, is as fetch returns it.
      const isFetched = !isRevocable && response.body !== null && isUnchanged(response)
      const fetched =
        isReal || isFetched ? response : readMocked(request, response, isRevocable ? signal : undefined, means)
      const final = isReal ? response : tellOrigin(fetched, origin)
      const integrity = isReal && request.given?.integrity
      if (integrity) return tellOrigin(await readVerified(final, integrity), origin)
      // The platform's own fetch has followed no redirect.
      return isReal && redirects > 0 ? tellOrigin(makeResponse(final.body, final), origin) : final
    }
    crossed ||= splitUrl(next.url).origin !== splitUrl(url).origin
    // Nobody reads the body of a redirect.
    response.body?.cancel().catch(() => {})
    request = next
  }
}

/** Makes the mocked response one that fetch would return. `signal` is `undefined` if nobody can end the body. */
function readMocked(
  request: IncomingRequest,
  response: Response,
  signal: AbortSignal | undefined,
  { fault, decoder }: Pick<Means<unknown>, 'fault' | 'decoder'>,
): Response {
  try {
    return fetchedResponse(response, request.method, signal, decoder)
  } catch (thrown) {
    throw fault(request, thrown)
  }
}

/** Returns the mocked response, or throws what fetch throws. */
function responseOf(verdict: Exclude<Verdict, { kind: 'passthrough' }>): Response {
  if (verdict.kind === 'response') return verdict.response
  throw verdict.kind === 'networkError' ? fetchError(verdict.error) : verdict.error
}
