import { choose } from './core/choose/choose.ts'
import type { Candidate } from './core/choose/table.ts'
import { pendingError } from './core/errors.ts'
import type { Stub } from './core/stub/stub.ts'
import { internalFault } from './mocks/session/failure-error.ts'
import type { CallEntry } from './mocks/session/journal.ts'
import type { Session } from './mocks/session/session.ts'
import type { IncomingRequest } from './request/incoming-request.ts'
import { type DueReply, respond } from './response/respond.ts'
import type { StreamedBody } from './response/stream-body.ts'
import type { Verdict } from './response/verdict.ts'
import { writeResponse } from './response/write-response.ts'
import { type AbortSignals, type AbortSource, untilAborted } from './runtime/abort.ts'
import { attempt, isLater, nextTask } from './runtime/event-loop.ts'
import { networkErrorOf } from './runtime/network-error.ts'
import { keepOpen, startTimer } from './runtime/time.ts'

/** `undefined` if no stub takes the request. */
type Answered = Verdict | undefined

/**
 * Answers a request from the stubs of one session, in five steps: read, resolve, record, respond, write. Returns a promise only
 * if time must pass.
 *
 * A request without a body is resolved before this returns, so the stack of an unmatched request still has its caller.
 * The error of user code is a verdict. What this throws, or rejects with, is a bug in mynah.
 */
export function answer(request: IncomingRequest, session: Session): Answered | Promise<Answered> {
  if (request.unread) return readThenAnswer(request, session)
  const candidate = choose(session.tables, request, session)
  return candidate && answerFrom(newExchange(request, session, candidate))
}

/** Reads the body first: a stub's `match` may ask for it. */
function readThenAnswer(request: IncomingRequest, session: Session): Promise<Answered> {
  const { ended } = session
  return untilAborted(request.readBody(), request.signal, ended).then(
    () => answer(request, session),
    (error: unknown) => {
      const verdict: Verdict = { kind: 'error', error }
      // The journal of ended mocks is cleared: this request has no place in the next one.
      return ended.aborted ? verdict : session.close(session.open(request), verdict, undefined, 'aborted')
    },
  )
}

/** A request and the stub that took it. */
interface Exchange {
  readonly request: IncomingRequest
  readonly session: Session
  readonly entry: CallEntry
  readonly candidate: Candidate
  /** The stubs that returned `next()` for this request. */
  readonly declined: ReadonlySet<Stub> | undefined
  /** Aborted when the mocks end. */
  readonly ended: AbortSource
  /** Aborted when the stub's override is undone. */
  readonly undone: AbortSource | undefined
}

function newExchange(request: IncomingRequest, session: Session, candidate: Candidate): Exchange {
  // Read before the entry is made: a listener of the request may end the mocks.
  const { ended, layers } = session
  const undone = layers.endingOf(candidate.stub)
  return { request, session, entry: session.open(request, candidate), candidate, declined: undefined, ended, undone }
}

/** Makes the stub's reply, waits for it if it takes time, and sends it. */
function answerFrom(exchange: Exchange): Answered | Promise<Answered> {
  const { request, session, entry, candidate } = exchange
  const reply = () => {
    // Counted in the tick of the decision: otherwise concurrent requests would use a `times: 1` more than once.
    const uses = session.countUse(entry, candidate)
    const answered = respond(candidate.stub, request, candidate.params, uses, session.states)
    const isDue = !isLater(answered) && answered.delay === 0 && !(request.isRevocable && isResponse(answered))
    if (isDue && isPending(exchange)) return send(answered, exchange)
    return waitForReply(answered, exchange).then((final) => send(final, exchange))
  }
  return attempt(reply, (thrown) => giveUp(thrown, exchange))
}

/** Whether the client sees a reply as the network's. No server answers in the tick of the request, so the client may still abort it. */
function isResponse({ reply: { kind } }: DueReply): boolean {
  return kind === 'content' || kind === 'networkError'
}

/** Waits for a resolver, then for the delay. */
async function waitForReply(answered: DueReply | Promise<DueReply>, exchange: Exchange): Promise<DueReply> {
  const signals = signalsOf(exchange)
  // The delay of a reply that is there begins at once: fake timers may be advanced in the tick of the request.
  const isThere = !isLater(answered) && isPending(exchange)
  const final = isThere ? answered : await untilAborted(Promise.resolve(answered), ...signals)
  if (final.delay === 0) {
    if (exchange.request.isRevocable && isResponse(final)) await untilAborted(nextTask(), ...signals)
    return final
  }
  let stopTimer = () => {}
  const elapsed = new Promise<void>((resolve) => {
    stopTimer = startTimer(final.delay, resolve)
  })
  // The timer of `AbortSignal.timeout` alone keeps no process open.
  const letEnd = exchange.request.signal ? keepOpen() : () => {}
  try {
    await untilAborted(elapsed, ...signals)
  } finally {
    // After an abort the timer would keep the process alive.
    stopTimer()
    letEnd()
  }
  return final
}

/** Sends a reply to the client, and records it. */
function send({ reply, once }: DueReply, exchange: Exchange): Answered | Promise<Answered> {
  const { request, session, entry, ended, undone } = exchange
  switch (reply.kind) {
    case 'next':
      return answerFromNext(exchange)
    case 'error':
      return fail(reply.error, exchange)
    case 'content': {
      const watched = reply.body.kind === 'stream' ? { ...reply, body: watchChunks(reply.body, exchange) } : reply
      return session.close(entry, writeResponse(watched, request, once, [ended, undone]), reply)
    }
    case 'networkError':
      return session.close(entry, { kind: 'networkError', error: networkErrorOf(reply) }, reply)
    case 'passthrough':
      return session.close(entry, reply)
  }
}

/** Fails the test with a wrong chunk or event too: the response has begun by then, and a client may swallow its end. */
function watchChunks(body: StreamedBody, { session, candidate }: Exchange): StreamedBody {
  const toChunk = (item: unknown) => {
    try {
      return body.toChunk(item)
    } catch (error) {
      session.threw(candidate.stub, error)
      throw error
    }
  }
  return { ...body, toChunk }
}

/** Hands a request to the next stub: the one that took it returned `next()`. */
function answerFromNext(exchange: Exchange): Answered | Promise<Answered> {
  const { request, session, entry, candidate, declined } = exchange
  session.undoUse(entry, candidate.stub)
  const allDeclined = new Set(declined).add(candidate.stub)
  const next = choose(session.tables, request, {
    available: (stub) => session.available(stub) && !allDeclined.has(stub),
    threw: (stub, error) => session.threw(stub, error),
  })
  if (next) {
    const undone = session.layers.endingOf(next.stub)
    return answerFrom({ ...exchange, candidate: next, declined: allDeclined, undone })
  }
  session.forget(entry)
  return undefined
}

/** Fails the client with an error, and the test too if the request is still pending. */
function fail(error: unknown, exchange: Exchange): Verdict {
  const { session, entry, candidate } = exchange
  const isFailure = isPending(exchange)
  if (isFailure) session.threw(candidate.stub, error)
  return session.close(entry, { kind: 'error', error }, undefined, isFailure ? 'failed' : 'aborted')
}

/**
 * Ends a request without a reply. What a resolver throws is a reply, so this is either the reason of an abort or a bug in
 * mynah.
 */
function giveUp(thrown: unknown, exchange: Exchange): Verdict {
  const { request, candidate, ended, undone } = exchange
  const ending = [ended, undone].find((one) => one?.aborted && one.reason === thrown)
  if (ending) {
    const error = pendingError(ending, `${request.method} ${request.url}, taken by ${candidate.stub}`)
    request.giveUp(error)
    return fail(error, exchange)
  }
  return fail(isPending(exchange) ? internalFault(request, thrown) : thrown, exchange)
}

/** Whether the client still waits for the answer, and the mocks and the override are still there. */
function isPending({ request, ended, undone }: Exchange): boolean {
  return !(request.signal?.aborted || ended.aborted || undone?.aborted)
}

function signalsOf({ request, ended, undone }: Exchange): AbortSignals {
  return [request.signal, ended, undone]
}
