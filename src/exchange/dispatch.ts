import { createSources } from '#intercept'
import { chooseByHead } from '../core/choose/choose.ts'
import { mocksEndedError } from '../core/errors.ts'
import { explain } from '../core/explain/explain.ts'
import type { RequestLine } from '../core/request.ts'
import { isThenable } from '../core/type-guards.ts'
import { internalFault } from '../mocks/session/failure-error.ts'
import { withOriginals } from '../mocks/session/layers.ts'
import { absoluteUrl } from '../request/absolute-url.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { Verdict } from '../response/verdict.ts'
import { untilAborted } from '../runtime/abort.ts'
import { isBypassed } from '../runtime/bypass.ts'
import { attempt, whenReady } from '../runtime/event-loop.ts'
import { runAll } from '../runtime/run-all.ts'
import { answer } from './exchange.ts'
import { type Decision, interception, type StartedMocks } from './started.ts'

/**
 * Adds mocks as the newest started ones. Each is an owner of the sources: the first one patches the clients, and the undo
 * of the last one removes the patches. Returns the undo.
 */
export function addStarted(mocks: StartedMocks): () => void {
  const all = interception()
  all.sources ??= createSources({
    resolveUrl: (url) => resolveUrl(url, all.started),
    fault: (request, thrown) => fault(request, thrown, all.started[0]),
    isBypassed,
    isPassthroughByHead(request) {
      for (const { sessions } of all.started) sessions.beginTest()
      return isPassthroughByHead(request, all.started)
    },
  })
  const { sources } = all
  sources.apply(mocks)
  all.started = [mocks, ...all.started]
  all.unlisten ??= sources.answerBy((request) => dispatch(request, all.started))
  return () => {
    all.started = all.started.filter((one) => one !== mocks)
    const unlisten = all.started.length === 0 && all.unlisten
    if (unlisten) all.unlisten = undefined
    runAll([unlisten || (() => {}), () => sources.dispose(mocks)])
  }
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
    for (const { sessions } of started) sessions.beginTest()
    if (request.unread && isPassthroughByHead(request, started)) request.streamBody()
    return firstVerdict(request, started, started)
  }, fail)
}

/** Whether the head of a request decides that it passes through, whatever its body is. Does not record the request. */
function isPassthroughByHead(request: IncomingRequest, started: readonly StartedMocks[]): boolean {
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
  const groups = started.map((mocks) => mocks.sessions.current)
  const explanation = withOriginals(explain(untaken, groups, undefined, policy.lastLines(request)))
  const decision = policy.decide(request, explanation, ended)
  return isThenable(decision) ? untilAborted(decision, request.signal, ended).then(settle, fail) : settle(decision)
}

/** Returns the error of a request on which mynah itself failed. The test of these mocks fails with it too. */
export function fault(request: RequestLine, thrown: unknown, mocks: StartedMocks | undefined): Error {
  const error = internalFault(request, thrown)
  mocks?.sessions.current.failures.add(error)
  return error
}

/** Makes a relative URL absolute, from the page's location, else from the newest `baseUrl`. */
function resolveUrl(url: string, started: readonly StartedMocks[]): string {
  const base = started.find(({ baseUrl }) => baseUrl !== undefined)?.baseUrl
  try {
    return absoluteUrl(url, base)
  } catch (error) {
    started[0]?.sessions.current.failures.add(error)
    throw error
  }
}
