import { type RequestLine, splitUrl } from '../core/request.ts'
import { isThenable } from '../core/type-guards.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { makeResponse, tellOrigin } from '../response/make-response.ts'
import { type Answer, headerOf, type Verdict } from '../response/verdict.ts'
import { isYieldDue, nextTask } from '../runtime/event-loop.ts'
import { fetchError } from '../runtime/network-error.ts'
import { fetchedResponse, readVerified } from './fetched-response.ts'
import { followRedirect } from './follow-redirect.ts'
import type { Cookies } from './page-cookies.ts'

/** The functions of a client that `perform` needs. */
export interface Means<Passed> {
  /** Returns the error with which a request fails when mynah's own code has thrown. */
  fault(request: RequestLine, thrown: unknown): Error
  /** Asks the listeners of the client's source. Never throws or rejects. */
  handle(request: IncomingRequest): Verdict | Promise<Verdict>
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
  const hops = [asked]
  /** A hop's signal follows that of the one before. */
  const releaseSignal = () => {
    for (const hop of hops) hop.releaseSignal()
  }
  let crossed = false
  for (let redirects = 0; ; redirects++) {
    const { url, signal } = request
    signal?.throwIfAborted()
    means.cookies?.send(request)
    const handling = means.handle(request)
    // No `await` without a promise: event-loop.ts says how much one would cost.
    const verdict = isThenable(handling) ? await handling : handling
    signal?.throwIfAborted()
    if (verdict.kind === 'error' || verdict.kind === 'networkError') releaseSignal()
    const answer = verdict.kind === 'passthrough' ? await means.passthrough(request) : answerOfVerdict(verdict)
    if (!answer) return answer as Awaited<Passed>
    const isMocked = 'kind' in answer
    if (isMocked) means.cookies?.store(request, answer)
    else request.receiveHead({ status: answer.status, headers: [...answer.headers] })
    if (isYieldDue()) {
      await nextTask()
      signal?.throwIfAborted()
    }
    const location = isMocked ? headerOf(answer, 'location') : answer.headers.get('location')
    const next = followRedirect(request, answer.status, location, redirects)
    if (!next) {
      const origin = { url, redirected: redirects > 0, crossed }
      if (isMocked) return tellOrigin(readMocked(request, answer, releaseSignal, means.fault), origin)
      const integrity = request.given?.integrity
      if (integrity) return tellOrigin(await readVerified(answer, integrity), origin)
      // The platform's own fetch has followed no redirect.
      return redirects > 0 ? tellOrigin(makeResponse(answer.body, answer), origin) : answer
    }
    crossed ||= splitUrl(next.url).origin !== splitUrl(url).origin
    discardBody(answer)
    request = next
    hops.push(next)
  }
}

/** For the body of a redirect, or of an answer that fetch refuses: the client never gets it. */
function discardBody({ body }: Response | Answer): void {
  if (body instanceof ReadableStream) body.cancel().catch(() => {})
}

/** Fetch takes this from a proxy alone: https://fetch.spec.whatwg.org/#http-network-or-cache-fetch. */
const PROXY_AUTHENTICATION_REQUIRED = 407

/** Makes the response of an answer that fetch would return. */
function readMocked(
  request: IncomingRequest,
  answer: Answer,
  releaseSignal: () => void,
  fault: Means<unknown>['fault'],
): Response {
  const { method, signal, isRevocable } = request
  if (answer.status === PROXY_AUTHENTICATION_REQUIRED) {
    releaseSignal()
    discardBody(answer)
    throw fetchError(new Error('fetch takes the status 407 from a proxy alone'))
  }
  try {
    return fetchedResponse(answer, { method, signal: isRevocable ? signal : undefined, releaseSignal })
  } catch (thrown) {
    throw fault(request, thrown)
  }
}

/** Returns the answer, or throws what fetch throws. */
function answerOfVerdict(verdict: Exclude<Verdict, { kind: 'passthrough' }>): Answer {
  if (verdict.kind === 'response') return verdict
  throw verdict.kind === 'networkError' ? fetchError(verdict.error) : verdict.error
}
