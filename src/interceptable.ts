import { type Answer, answer } from './answer.ts'
import { explain, type StubGroup } from './core/explain/explain.ts'
import { isPromise } from './core/type-guards.ts'
import { failed, type Policy, passthroughHint, type Ruling } from './mocks/on-unmatched.ts'
import type { Session } from './mocks/session.ts'
import type { IncomingRequest } from './request/incoming-request.ts'
import type { Verdict } from './response/verdict.ts'
import { type AbortSignalLike, untilAborted } from './runtime/abort.ts'

/** What the interception asks of mocks. Those of another copy of the library have the same. */
export interface Interceptable {
  readonly baseUrl: string | undefined
  readonly group: StubGroup
  /** Answers, or says by `undefined` that none of its stubs takes the request. */
  answer(request: IncomingRequest): Answer
  /** Decides on a request that no mocks took; `groups` are the stubs of all that were asked. */
  rule(request: IncomingRequest, groups: readonly StubGroup[]): Verdict | Promise<Verdict>
  /** Writes down a request whose client broke it off before anybody could be asked. */
  lose(request: IncomingRequest, error: unknown): Verdict
  /** Takes an error that the test has to hear of. */
  blame(error: unknown): void
  /** Aborted when the mocks end. */
  readonly ended: AbortSignalLike
}

/** Makes what the interception asks; `session` gives the one that a request belongs to. */
export function interceptable(baseUrl: string | undefined, policy: Policy, session: () => Session): Interceptable {
  return {
    baseUrl,
    get group() {
      return session().group
    },
    get ended() {
      return session().ended
    },
    answer: (request) => answer(request, session()),
    lose(request, error) {
      const current = session()
      return current.close(current.open(request), { kind: 'error', error }, 'aborted')
    },
    blame: (error) => session().fail(error),
    rule(request, groups) {
      const current = session()
      const entry = current.open(request)
      const carryOut = ({ verdict, failure }: Ruling) => {
        if (failure !== undefined) current.fail(failure)
        return current.miss(entry, verdict)
      }
      try {
        if (policy.letsOut(request)) return current.close(entry, { kind: 'passthrough' })
      } catch (error) {
        // A function of the option threw: a bug of the test's.
        return carryOut(failed(error))
      }
      const explanation = explain(request, groups, { kind: 'none' }, passthroughHint(request.url))
      const ruling = policy.rule(request, explanation, current.ended)
      if (!isPromise(ruling)) return carryOut(ruling)
      return untilAborted(ruling, request.signal, current.ended).then(carryOut, (error: unknown) =>
        current.miss(entry, { kind: 'error', error }, 'aborted'),
      )
    },
  }
}
