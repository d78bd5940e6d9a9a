import { resolve } from './core/choose/resolve.ts'
import type { Candidate } from './core/choose/table.ts'
import { startAtUser } from './core/own-frames.ts'
import type { Stub } from './core/stub/stub.ts'
import { isPromise } from './core/type-guards.ts'
import { internalFault } from './mocks/session/failure-error.ts'
import type { CallEntry } from './mocks/session/journal.ts'
import type { Session } from './mocks/session/session.ts'
import type { IncomingRequest } from './request/incoming-request.ts'
import { networkErrorOf } from './response/network-error.ts'
import { respond } from './response/respond.ts'
import type { TimedReply } from './response/timed-reply.ts'
import type { Verdict } from './response/verdict.ts'
import { writeResponse } from './response/write-response.ts'
import { type AbortSignals, type AbortSource, pendingError, untilAborted } from './runtime/abort.ts'
import { startTimer } from './runtime/time.ts'

/** A promise only if time must pass; `undefined` if no stub takes the request. */
export type Answer = Verdict | Promise<Verdict | undefined> | undefined

/**
 * Answers a request from the stubs of one session, in five steps: read, resolve, record, respond, write.
 *
 * A request without a body is resolved before this returns, so the stack of an unmatched request still has its caller.
 * The error of user code is a verdict. What this throws, or rejects with, is a bug in mynah.
 */
export function answer(request: IncomingRequest, session: Session): Answer {
  if (request.unread) return readThenAnswer(request, session)
  const candidate = resolveRequest(request, session)
  if (!candidate) return undefined
  const entry = session.open(request, candidate)
  return answerFrom(newExchange(request, session, entry, candidate))
}

/** Reads the body first: a stub's `match` may ask for it. */
function readThenAnswer(request: IncomingRequest, session: Session): Promise<Verdict | undefined> {
  const { ended } = session
  return untilAborted(request.readBody(), request.signal, ended).then(
    () => answer(request, session),
    (error: unknown) => {
      const verdict: Verdict = { kind: 'error', error }
      // The journal of ended mocks is cleared: this request has no place in the next one.
      return ended.aborted ? verdict : session.close(session.open(request), verdict, 'aborted')
    },
  )
}

/** Chooses the stub that answers. `declined` are the stubs that returned `next()` for this request. */
function resolveRequest(
  request: IncomingRequest,
  session: Session,
  declined?: ReadonlySet<Stub>,
): Candidate | undefined {
  return resolve(session.layers.tables, request, {
    available: (stub) => session.available(stub) && !declined?.has(stub),
    threw: (stub, error) => session.failures.add(startAtUser(error, { otherwise: stub.parts.trace })),
  })
}

/** A request and the stub that took it. */
interface Exchange {
  readonly request: IncomingRequest
  readonly session: Session
  readonly entry: CallEntry
  readonly candidate: Candidate
  readonly declined: ReadonlySet<Stub> | undefined
  /** Aborted when the mocks end, and when the stub's override is undone. */
  readonly endings: readonly (AbortSource | undefined)[]
}

function newExchange(
  request: IncomingRequest,
  session: Session,
  entry: CallEntry,
  candidate: Candidate,
  declined?: ReadonlySet<Stub>,
): Exchange {
  const endings = [session.ended, session.layers.endingOf(candidate.stub)]
  return { request, session, entry, candidate, declined, endings }
}

/** Makes the stub's reply, waits for it if it takes time, and sends it. */
function answerFrom(exchange: Exchange): Answer {
  const { request, session, entry, candidate } = exchange
  try {
    // Counted in the tick of the decision: otherwise concurrent requests would use a `times: 1` more than once.
    const uses = session.countUse(entry, candidate)
    const reply = respond(candidate.stub, request, candidate.params, uses)
    // Not awaited when it is there already: promises on the way to the client would be half of the cost of an answer.
    if (!isPromise(reply) && reply.delay === 0 && isPending(exchange)) return send(reply, exchange)
    return waitForReply(reply, signalsOf(exchange))
      .then((final) => send(final, exchange))
      .catch((thrown: unknown) => breakOff(thrown, exchange))
  } catch (thrown) {
    return breakOff(thrown, exchange)
  }
}

/** Waits for a resolver, then for the delay. */
async function waitForReply(reply: TimedReply | Promise<TimedReply>, signals: AbortSignals): Promise<TimedReply> {
  const final = await untilAborted(Promise.resolve(reply), ...signals)
  if (final.delay === 0) return final
  let stopTimer = () => {}
  const elapsed = new Promise<void>((resolve) => {
    stopTimer = startTimer(final.delay, resolve)
  })
  try {
    await untilAborted(elapsed, ...signals)
  } finally {
    // After an abort the timer would keep the process alive.
    stopTimer()
  }
  return final
}

/** Sends a reply to the client, and records it. */
function send({ reply, once }: TimedReply, exchange: Exchange): Answer {
  const { request, session, entry, endings } = exchange
  session.journal.keepReply(entry, reply)
  switch (reply.kind) {
    case 'next':
      return answerFromNext(exchange)
    case 'error':
      return fail(reply.error, exchange)
    case 'content':
      return session.close(entry, writeResponse(reply, request, once, endings))
    case 'networkError':
      return session.close(entry, { kind: 'networkError', error: networkErrorOf(reply) })
    case 'passthrough':
      return session.close(entry, reply)
  }
}

/** Hands a request to the next stub: the one that took it returned `next()`. */
function answerFromNext({ request, session, entry, candidate, declined }: Exchange): Answer {
  session.undoUse(entry, candidate.stub)
  const allDeclined = new Set(declined).add(candidate.stub)
  const next = resolveRequest(request, session, allDeclined)
  if (next) return answerFrom(newExchange(request, session, entry, next, allDeclined))
  session.forget(entry)
  return undefined
}

/** Fails the client with an error, and the test too if the request is still pending. */
function fail(error: unknown, exchange: Exchange): Verdict {
  const { session, entry } = exchange
  const isFailure = isPending(exchange)
  if (isFailure) session.failures.add(error)
  return session.close(entry, { kind: 'error', error }, isFailure ? 'failed' : 'aborted')
}

/**
 * Ends a request without a reply. What a resolver throws is a reply, so this is either the reason of an abort or a bug in
 * mynah.
 */
function breakOff(thrown: unknown, exchange: Exchange): Verdict {
  const { request, candidate, endings } = exchange
  const ending = endings.find((one) => one?.aborted && one.reason === thrown)
  if (ending) {
    const error = pendingError(ending, `${request.method} ${request.url}, taken by ${candidate.stub}`)
    request.giveUp(error)
    return fail(error, exchange)
  }
  return fail(isPending(exchange) ? internalFault(request, thrown) : thrown, exchange)
}

/** Whether the client still waits for the answer, and the mocks and the override are still there. */
function isPending(exchange: Exchange): boolean {
  const { request, endings } = exchange
  return !request.signal?.aborted && !endings.some((ending) => ending?.aborted)
}

function signalsOf({ request, endings }: Exchange): AbortSignals {
  return [request.signal, ...endings]
}
