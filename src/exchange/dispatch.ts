import { mocksEndedError } from '../core/errors.ts'
import type { RequestLine } from '../core/request.ts'
import { isThenable } from '../core/type-guards.ts'
import { internalFault } from '../mocks/session/failure-error.ts'
import type { Session } from '../mocks/session/session.ts'
import { checkBody } from '../request/check-body.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { SharedRequest } from '../request/shared-request.ts'
import type { Verdict } from '../response/verdict.ts'
import { untilAborted } from '../runtime/abort.ts'
import { attempt, whenReady } from '../runtime/event-loop.ts'
import type { StartedMocks } from './started.ts'

/** What happens to a request that no stub takes. */
interface Decision {
  readonly verdict: Verdict
  /** Whether the test fails with the verdict's error, and not the client alone. */
  readonly failsTest: boolean
}

/** Decides what happens to a request that no stub takes. */
export interface UnmatchedPolicy {
  /**
   * Whether the request goes to the network without a word.
   * @throws what a function in the option `passthrough` throws.
   */
  isAllowed(request: IncomingRequest): boolean
  /** Whether the head of a request decides that it is allowed, whatever its body is. Calls no function of the options. */
  isAllowedByHead(request: IncomingRequest): boolean
  /**
   * Decides on a request; a promise only when `onUnmatched` is a function. `untaken` is what is reported, `sessions` are those that were
   * asked, the newest first.
   */
  decide(request: IncomingRequest, untaken: IncomingRequest, sessions: readonly Session[]): Decision | Promise<Decision>
}

/**
 * Answers a request: each mocks object is asked, the newest first, and the newest decides on a request that none takes.
 * Never throws or rejects. User code is caught further in, so whatever is caught here is a bug in mynah.
 */
export function dispatch(request: IncomingRequest, started: readonly StartedMocks[]): Verdict | Promise<Verdict> {
  const [newest] = started
  // The mocks ended while the request was on its way. It was sent to them, so it must not reach the network.
  if (!newest) return { kind: 'error', error: mocksEndedError() }
  const fail = (thrown: unknown): Verdict => ({ kind: 'error', error: fault(request, thrown, newest) })
  return attempt(() => {
    for (const mocks of started) mocks.beginTest()
    return whenReady(checkBody(request), () => {
      if (request.unread && isPassthroughByHead(request, started)) request.streamBody()
      return firstVerdict(request, started, started)
    })
  }, fail)
}

/** Whether the head of a request decides that it passes through, whatever its body is. Does not record the request. */
export function isPassthroughByHead(request: IncomingRequest, started: readonly StartedMocks[]): boolean {
  for (const mocks of started) {
    const passes = mocks.passesByHead(request)
    if (passes !== undefined) return passes
  }
  return started[0]?.isAllowedByHead(request) ?? false
}

/**
 * Returns the verdict of the first of the started mocks that has a stub for the request. `unasked` are those that are still to be
 * asked, `call` is the call of a batch that those before had no stub for.
 */
function firstVerdict(
  request: IncomingRequest,
  started: readonly StartedMocks[],
  [asked, ...others]: readonly StartedMocks[],
  call?: SharedRequest,
): Verdict | Promise<Verdict> {
  if (!asked) return (started[0] as StartedMocks).decide(request, call ?? request, started)
  // Read before a function of a stub runs: it may end mocks, in the same tick too.
  const endings = started.map((mocks) => mocks.ending())
  return whenReady(asked.ask(request), (verdict): Verdict | Promise<Verdict> => {
    if (verdict.kind !== 'untaken') return verdict
    // Those that have ended meanwhile neither answer nor decide.
    const left = started.filter((_, at) => !endings[at]?.aborted)
    if (left.length === 0) return { kind: 'error', error: mocksEndedError() }
    const unasked = others.filter((mocks) => left.includes(mocks))
    return firstVerdict(request, left, unasked, verdict.call ?? call)
  })
}

/** Applies the policy to a request that no stub takes, and records the outcome. The sessions are those of this copy, the newest first. */
export function decideUnmatched(
  request: IncomingRequest,
  untaken: IncomingRequest,
  sessions: readonly Session[],
  policy: UnmatchedPolicy,
): Verdict | Promise<Verdict> {
  const session = sessions[0] as Session
  const { ended } = session
  const entry = session.open(untaken)
  const settle = ({ verdict, failsTest }: Decision): Verdict => {
    if (verdict.kind !== 'error' || !failsTest) return session.miss(entry, verdict)
    const isOver = ended.aborted || request.isAborted
    if (!isOver) session.threw(undefined, verdict.error)
    return session.miss(entry, verdict, isOver ? 'aborted' : 'unmatched')
  }
  const fail = (error: unknown) => settle({ verdict: { kind: 'error', error }, failsTest: true })
  try {
    if (policy.isAllowed(request)) return session.close(entry, { kind: 'passthrough' })
  } catch (error) {
    return fail(error)
  }
  const decision = policy.decide(request, untaken, sessions)
  return isThenable(decision) ? untilAborted(decision, request.signal, ended).then(settle, fail) : settle(decision)
}

/** Returns the error of a request on which mynah itself failed. The test of these mocks fails with it too. */
export function fault(request: RequestLine, thrown: unknown, mocks: StartedMocks | undefined): Error {
  const error = internalFault(request, thrown)
  mocks?.fail(error)
  return error
}
