import { isPromise } from '../../core/type-guards.ts'
import type { IncomingRequest } from '../../request/incoming-request.ts'
import { fetchFailure, networkFailure } from '../../response/network-error.ts'
import type { Verdict } from '../../response/verdict.ts'
import { isYieldDue, nextTask } from '../../runtime/event-loop.ts'
import type { InterceptOptions } from '../interceptor.ts'
import { type Decoder, fetchedResponse } from './fetched-response.ts'
import { redirected } from './follow-redirect.ts'

/** What carries a request out. */
export interface Means<Passed> extends Pick<InterceptOptions, 'answer' | 'fault'> {
  readonly decoder: Decoder
  /** Makes the real request of one that is let out; called before `perform` returns, where that is decided at once. */
  pass(request: IncomingRequest): Passed
}

/**
 * Carries a request out as fetch does, its redirects followed: gives the mocked response, or what `pass` gives.
 * `revocable` says whether somebody has a signal in hand that could end the body.
 * @throws as fetch does.
 */
export async function perform<Passed>(
  asked: IncomingRequest,
  revocable: boolean,
  { answer, fault, decoder, pass }: Means<Passed>,
): Promise<Response | Awaited<Passed>> {
  let request = asked
  for (let redirects = 0; ; redirects++) {
    const { url, signal } = request
    signal?.throwIfAborted()
    const answering = answer(request)
    // What is there already is not waited for: see answer.ts.
    const verdict = isPromise(answering) ? await answering : answering
    signal?.throwIfAborted()
    if (verdict.kind === 'passthrough') return await pass(request)
    if (isYieldDue()) {
      await nextTask()
      signal?.throwIfAborted()
    }
    const response = responseOf(verdict)
    const next = redirected(request, response, redirects)
    if (!next) {
      const origin = { url, redirected: redirects > 0, signal: revocable ? signal : undefined }
      try {
        return fetchedResponse(response, origin, decoder)
      } catch (thrown) {
        throw fault(request, thrown)
      }
    }
    request = next
  }
}

/** Gives the mocked response, or fails as fetch does. */
function responseOf(verdict: Exclude<Verdict, { kind: 'passthrough' }>): Response {
  if (verdict.kind === 'error') throw verdict.error
  if (verdict.kind === 'networkError') throw fetchFailure(networkFailure(verdict.code))
  return verdict.response
}
