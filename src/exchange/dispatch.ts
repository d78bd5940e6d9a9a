import { chooseByHead } from '../core/choose/choose.ts'
import { mocksEndedError } from '../core/errors.ts'
import type { RequestLine } from '../core/request.ts'
import { isThenable } from '../core/type-guards.ts'
import { internalFault } from '../mocks/session/failure-error.ts'
import { checkBody } from '../request/check-body.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { Verdict } from '../response/verdict.ts'
import { untilAborted } from '../runtime/abort.ts'
import { attempt, whenReady } from '../runtime/event-loop.ts'
import { answer } from './exchange.ts'
import type { Decision, StartedMocks } from './started.ts'

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
    for (const { sessions } of started) sessions.beginTest()
    return whenReady(checkBody(request), () => {
      if (request.unread && isPassthroughByHead(request, started)) request.streamBody()
      return firstVerdict(request, started, started)
    })
  }, fail)
}

/** Whether the head of a request decides that it passes through, whatever its body is. Does not record the request. */
export function isPassthroughByHead(request: IncomingRequest, started: readonly StartedMocks[]): boolean {
  for (const { sessions } of started) {
    const { current } = sessions
    const found = chooseByHead(current.tables, request, current)
    if (found) return found !== 'body' && found.parts.replies.every(({ kind }) => kind === 'passthrough')
  }
  return started[0]?.policy.isAllowedByHead(request) ?? false
}

/**
 * Returns the verdict of the first of the started mocks that has a stub for the request. `unasked` are those that are still to be
 * asked, `call` is the call of a batch that those before had no stub for.
 */
function firstVerdict(
  request: IncomingRequest,
  started: readonly StartedMocks[],
  [asked, ...others]: readonly StartedMocks[],
  call?: IncomingRequest,
): Verdict | Promise<Verdict> {
  if (!asked) return decideUnmatched(request, started, call ?? request)
  // Read before a function of a stub runs: it may end mocks, in the same tick too.
  const endings = started.map(({ sessions }) => sessions.current.ended)
  return whenReady(answer(request, asked.sessions.current), (verdict): Verdict | Promise<Verdict> => {
    if (verdict.kind !== 'untaken') return verdict
    // Those that have ended meanwhile neither answer nor decide.
    const left = started.filter((_, at) => !endings[at]?.aborted)
    if (left.length === 0) return { kind: 'error', error: mocksEndedError() }
    const unasked = others.filter((mocks) => left.includes(mocks))
    return firstVerdict(request, left, unasked, verdict.call ?? call)
  })
}

/** Applies the newest mocks' policy to a request that no stub takes, and records the outcome. `untaken` is what is reported. */
function decideUnmatched(
  request: IncomingRequest,
  started: readonly StartedMocks[],
  untaken: IncomingRequest,
): Verdict | Promise<Verdict> {
  const { policy, sessions } = started[0] as StartedMocks
  const session = sessions.current
  const { ended } = session
  const entry = session.open(untaken)
  const settle = ({ verdict, failsTest }: Decision): Verdict => {
    if (verdict.kind !== 'error' || !failsTest) return session.miss(entry, verdict)
    const isAborted = ended.aborted || request.signal?.aborted === true
    if (!isAborted) session.threw(undefined, verdict.error)
    return session.miss(entry, verdict, isAborted ? 'aborted' : 'unmatched')
  }
  const fail = (error: unknown) => settle({ verdict: { kind: 'error', error }, failsTest: true })
  try {
    if (policy.isAllowed(request)) return session.close(entry, { kind: 'passthrough' })
  } catch (error) {
    return fail(error)
  }
  const asked = started.map((mocks) => mocks.sessions.current)
  const decision = policy.decide(request, untaken, asked)
  return isThenable(decision) ? untilAborted(decision, request.signal, ended).then(settle, fail) : settle(decision)
}

/** Returns the error of a request on which mynah itself failed. The test of these mocks fails with it too. */
export function fault(request: RequestLine, thrown: unknown, mocks: StartedMocks | undefined): Error {
  const error = internalFault(request, thrown)
  mocks?.sessions.current.failures.add(error)
  return error
}
