import { type Decision, resolve } from './core/choose/resolve.ts'
import type { Stub } from './core/stub/stub.ts'
import { isPromise } from './core/type-guards.ts'
import { internalFault } from './mocks/failures.ts'
import type { CallEntry } from './mocks/journal.ts'
import type { Session } from './mocks/session.ts'
import type { IncomingRequest } from './request/incoming-request.ts'
import { type FinalReply, respond } from './response/respond.ts'
import type { Verdict } from './response/verdict.ts'
import { writeResponse } from './response/write-response.ts'
import { type AbortSignals, pendingError, untilAborted } from './runtime/abort.ts'
import { startTimer } from './runtime/time.ts'

type Taken = Extract<Decision, { kind: 'stub' }>

/** There at once, or a promise where time must pass; `undefined` where no stub takes the request. */
export type Answer = Verdict | Promise<Verdict | undefined> | undefined

/**
 * A request's whole journey, once its body is read: resolve, record, respond, write. It decides before it returns, so
 * that an unmatched request fails with its caller on the stack. It never rejects.
 */
export function answer(request: IncomingRequest, session: Session): Answer {
  const first = decide(request, session)
  return first.kind === 'stub' ? carryOut(request, session, session.open(request, first), first) : undefined
}

/** What a stub does with a request that it takes. */
function carryOut(
  request: IncomingRequest,
  session: Session,
  entry: CallEntry,
  taken: Taken,
  steppedAside?: ReadonlySet<Stub>,
): Answer {
  const { ended } = session
  const undone = session.layers.endOf(taken.stub)
  const unwanted = [request.signal, ended, undone]
  const isWanted = () => !unwanted.some((ending) => ending?.aborted)
  const end = (settled: FinalReply): Answer => {
    const { reply } = settled
    if (reply.kind === 'error') return fail(reply.error)
    if (reply.kind !== 'next') return session.close(entry, write(reply, request.method, settled.once, [ended, undone]))
    session.undoUse(entry, taken.stub)
    const aside = new Set(steppedAside).add(taken.stub)
    const next = decide(request, session, aside)
    if (next.kind === 'stub') return carryOut(request, session, entry, next, aside)
    session.forget(entry)
    return undefined
  }
  /** The client's error, and the session's failure. */
  const fail = (error: unknown): Verdict => {
    if (isWanted()) session.fail(error)
    return session.close(entry, { kind: 'error', error }, isWanted() ? 'failed' : 'aborted')
  }
  /** What a resolver throws is a reply: all else that is thrown is an end that came first, or our own fault. */
  const breakOff = (thrown: unknown): Verdict => {
    const ours = [ended, undone].find((ending) => ending?.aborted && ending.reason === thrown)
    if (ours) {
      const error = pendingError(ours, `${request.method} ${request.url}, taken by ${taken.stub}`)
      request.giveUp(error)
      return fail(error)
    }
    return fail(isWanted() ? internalFault(request, thrown) : thrown)
  }
  try {
    // In the same tick as the decision, or requests in flight together would use one `times: 1` more than once.
    const turn = session.countUse(entry, taken)
    const reply = respond(taken.stub, request, taken.params, turn)
    // What is there already is not waited for: a promise, at each step to the client, would be half of what it costs.
    const isThere = !isPromise(reply) && reply.delay === 0 && isWanted()
    return isThere
      ? end(reply)
      : settle(reply, ...unwanted)
          .then(end)
          .catch(breakOff)
  } catch (thrown) {
    return breakOff(thrown)
  }
}

function decide(request: IncomingRequest, session: Session, steppedAside?: ReadonlySet<Stub>): Decision {
  return resolve(session.layers.tables, request, {
    available: (stub) => session.available(stub) && !steppedAside?.has(stub),
    threw: (_stub, error) => session.fail(error),
  })
}

/** Waits for a resolver, and for a delay: for as long as somebody wants the answer. */
async function settle(reply: FinalReply | Promise<FinalReply>, ...unwanted: AbortSignals): Promise<FinalReply> {
  const settled = await untilAborted(Promise.resolve(reply), ...unwanted)
  if (settled.delay > 0) await pause(settled.delay, ...unwanted)
  return settled
}

function write(
  reply: Exclude<FinalReply['reply'], { kind: 'next' | 'error' }>,
  method: string,
  once: boolean,
  endings: AbortSignals,
): Verdict {
  return reply.kind === 'content' ? writeResponse(reply, method, once, endings) : reply
}

/** One that nobody wants any more leaves no timer, which would keep the process open. */
async function pause(ms: number, ...unwanted: AbortSignals): Promise<void> {
  let stopTimer = () => {}
  const elapsed = new Promise<void>((resolve) => {
    stopTimer = startTimer(ms, resolve)
  })
  try {
    await untilAborted(elapsed, ...unwanted)
  } finally {
    stopTimer()
  }
}
