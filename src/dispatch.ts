import { intercept } from '#intercept'
import { answer } from './answer.ts'
import { explain } from './core/explain/explain.ts'
import type { RequestLine } from './core/request.ts'
import { isPromise } from './core/type-guards.ts'
import { internalFault } from './mocks/failures.ts'
import { passthroughHint, type UnmatchedPolicy } from './mocks/on-unmatched.ts'
import type { Session } from './mocks/session.ts'
import { absoluteUrl } from './request/absolute-url.ts'
import type { IncomingRequest } from './request/incoming-request.ts'
import type { Verdict } from './response/verdict.ts'
import { mocksEndedError, untilAborted } from './runtime/abort.ts'

/** Mocks that are started. Another copy of the library may have made them. */
export interface StartedMocks {
  readonly baseUrl: string | undefined
  /** Decides on a request that no stub takes. */
  readonly policy: UnmatchedPolicy
  /** The session that a request belongs to: the running `isolate`'s, or the main one. */
  session(): Session
}

/** The state that all copies of the library in one realm share: one interception, and the started mocks, the newest first. */
interface Shared {
  started: readonly StartedMocks[]
  undo: (() => void) | undefined
}

const SHARED = Symbol.for('mynah.interception.1')

function shared(): Shared {
  const realm = globalThis as { [SHARED]?: Shared }
  realm[SHARED] ??= { started: [], undo: undefined }
  return realm[SHARED]
}

/** Puts mocks in front of the started ones. The first mocks start the interception, and the last undo ends it. */
export function addStarted(mocks: StartedMocks): () => void {
  const all = shared()
  all.undo ??= intercept({
    answer: (request) => dispatch(request, all.started),
    resolveUrl: (url) => resolveUrl(url, all.started),
    fault: (request, thrown) => fault(request, thrown, all.started[0]),
  })
  all.started = [mocks, ...all.started]
  return () => {
    all.started = all.started.filter((one) => one !== mocks)
    if (all.started.length > 0) return
    all.undo?.()
    all.undo = undefined
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
  try {
    const verdict = ask(request, started, 0)
    return isPromise(verdict) ? verdict.catch(fail) : verdict
  } catch (thrown) {
    return fail(thrown)
  }
}

/** Asks the started mocks from an index on. */
function ask(request: IncomingRequest, started: readonly StartedMocks[], index: number): Verdict | Promise<Verdict> {
  const mocks = started[index]
  if (!mocks) return decideUnmatched(request, started)
  const answered = answer(request, mocks.session())
  if (isPromise(answered)) return answered.then((verdict) => verdict ?? ask(request, started, index + 1))
  return answered ?? ask(request, started, index + 1)
}

/** Applies the newest mocks' policy to a request that no stub takes, and records the outcome. */
function decideUnmatched(request: IncomingRequest, started: readonly StartedMocks[]): Verdict | Promise<Verdict> {
  const { policy, session: current } = started[0] as StartedMocks
  const session = current()
  const { ended } = session
  const entry = session.open(request)
  /** Fails the client, and the test too unless the request was aborted. */
  const fail = (error: unknown): Verdict => {
    const isAborted = ended.aborted || request.signal?.aborted === true
    if (!isAborted) session.fail(error)
    return session.miss(entry, { kind: 'error', error }, isAborted ? 'aborted' : 'unmatched')
  }
  try {
    if (policy.isPassthrough(request)) return session.close(entry, { kind: 'passthrough' })
  } catch (error) {
    return fail(error)
  }
  const groups = started.map((mocks) => mocks.session().group)
  const explanation = explain(request, groups, { kind: 'none' }, passthroughHint(request.url))
  const verdict = policy.decide(request, explanation, ended)
  if (isPromise(verdict)) {
    return untilAborted(verdict, request.signal, ended).then((decided) => session.miss(entry, decided), fail)
  }
  return verdict.kind === 'error' ? fail(verdict.error) : session.miss(entry, verdict)
}

/** Returns the error of a request on which mynah itself failed. The test of these mocks fails with it too. */
function fault(request: RequestLine, thrown: unknown, mocks: StartedMocks | undefined): Error {
  const error = internalFault(request, thrown)
  mocks?.session().fail(error)
  return error
}

/** Makes a relative URL absolute, from the page's location, else from the newest `baseUrl`. */
function resolveUrl(url: string, started: readonly StartedMocks[]): string {
  const base = started.find(({ baseUrl }) => baseUrl !== undefined)?.baseUrl
  try {
    return absoluteUrl(url, base)
  } catch (error) {
    started[0]?.session().fail(error)
    throw error
  }
}
