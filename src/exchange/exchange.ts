import { choose, NextCandidates } from '../core/choose/choose.ts'
import type { Candidate, Table } from '../core/choose/table.ts'
import { pendingError } from '../core/errors.ts'
import { isThenable } from '../core/type-guards.ts'
import { internalFault } from '../mocks/session/failure-error.ts'
import type { CallEntry } from '../mocks/session/journal.ts'
import type { Session } from '../mocks/session/session.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { StreamedBody } from '../response/stream-body.ts'
import type { Upgrade, Verdict } from '../response/verdict.ts'
import { type Receiver, writeResponse } from '../response/write-response.ts'
import { type AbortSignals, type AbortSource, delayed, untilAborted } from '../runtime/abort.ts'
import { attempt, nextTask } from '../runtime/event-loop.ts'
import { networkErrorOf } from '../runtime/network-error.ts'
import { type DueReply, replyTo } from './reply.ts'
import type { Taken } from './resolver-context.ts'

/** No stub takes the request; `call` is the first call of a batch that none takes. */
export interface Untaken {
  readonly kind: 'untaken'
  readonly call?: IncomingRequest | undefined
}

const UNTAKEN: Untaken = { kind: 'untaken' }

type Answered = Verdict | Untaken

/** How many stubs may return `next()` for a request within one tick. */
const MOST_IN_A_TICK = 100

/** How a protocol answers a request that consists of several calls: `answerCall` answers one, as a request of its own. */
export type AnswerBatch = (
  ...args: [...Parameters<typeof answer>, answerCall: typeof answer]
) => ReturnType<typeof answer>

/**
 * Answers a request from the stubs of one session: reads its body, resolves the stub, records the call, makes the reply, waits
 * for its delay, sends it, and closes the call. Returns a promise only if time must pass.
 *
 * A request without a body is resolved before this returns, so the stack of an unmatched request still has its caller.
 * The error of user code is a verdict. What this throws, or rejects with, is a bug in mynah.
 */
export function answer(request: IncomingRequest, session: Session): Answered | Promise<Answered> {
  if (request.unread) return readThenAnswer(request, session)
  // Read before a stub's `match` runs, which may end the mocks.
  const { ended } = session
  const candidate = choose(session.layers.tables, request, session)
  if (!candidate) return UNTAKEN
  const answerBatch = batchOf(request, candidate)
  return answerBatch ? answerBatch(request, session, answer) : new Exchange(request, session, candidate, ended).answer()
}

/** Returns the answer to a request of several calls; `undefined` for any other request. */
function batchOf(request: IncomingRequest, { stub }: Candidate): AnswerBatch | undefined {
  return stub.parts.declarer.operation?.protocol.read(request).answerBatch as AnswerBatch | undefined
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

/** A request and the stub that has taken it, until its verdict. The steps stand in the order in which they run. */
class Exchange implements Taken, Receiver {
  readonly request: IncomingRequest
  readonly session: Session
  candidate: Candidate
  readonly #entry: CallEntry
  /** The tables of the choice: an override may come or go before a resolver returns `next()`. */
  readonly #tables: readonly Table[]
  #following: NextCandidates | undefined
  /** Aborted when the mocks end. */
  readonly #ended: AbortSource
  /** Aborted when the stub's override is undone. */
  #undone: AbortSource | undefined

  constructor(request: IncomingRequest, session: Session, candidate: Candidate, ended: AbortSource) {
    this.request = request
    this.session = session
    this.candidate = candidate
    this.#ended = ended
    // Read before the entry is made: a listener of the request may undo the override.
    this.#undone = session.layers.endingOf(candidate.stub)
    this.#tables = session.layers.tables
    this.#entry = session.open(request, candidate)
  }

  answer(): Answered | Promise<Answered> {
    return attempt(
      () => {
        // Counted in the tick of the decision: otherwise concurrent requests would use a `times: 1` more than once.
        const uses = this.session.countUse(this.#entry, this.candidate)
        const due = replyTo(this, uses)
        if (!isThenable(due) && this.#isDue(due) && this.#isPending) return this.#send(due)
        return this.#wait(due).then((waited) => this.#send(waited))
      },
      (thrown) => this.#giveUp(thrown),
    )
  }

  /** Whether a reply may be sent at once. No server answers in the tick of the request, so a client with a signal may still abort it. */
  #isDue({ reply: { kind }, delay }: DueReply): boolean {
    return delay === 0 && !(this.request.isRevocable && (kind === 'content' || kind === 'networkError'))
  }

  /** Whether the client still waits for the answer, and the mocks and the override are still there. */
  get #isPending(): boolean {
    return !(this.request.isAborted || this.#ended.aborted || this.#undone?.aborted)
  }

  /** Waits for a resolver, then for the delay. */
  async #wait(replying: DueReply | Promise<DueReply>): Promise<DueReply> {
    const { signal } = this.request
    const signals = [signal, ...this.endings]
    // The delay of a reply that is there begins at once: fake timers may be advanced in the tick of the request.
    const isThere = !isThenable(replying) && this.#isPending
    const due = isThere ? replying : await untilAborted(Promise.resolve(replying), ...signals)
    if (this.#isDue(due)) return due
    if (due.delay === 0) await untilAborted(nextTask(), ...signals)
    else await delayed(due.delay, signals, signal !== undefined)
    return due
  }

  #send({ reply, isOnce }: DueReply): Answered | Promise<Answered> {
    switch (reply.kind) {
      case 'next':
        return this.#answerFromNext()
      case 'error':
        return this.#fail(reply.error)
      case 'content': {
        const sent = reply.body.kind === 'stream' ? { ...reply, body: this.#watchItems(reply.body) } : reply
        const answer = (reply.upgrade as Upgrade | undefined)?.(this, reply) ?? writeResponse(sent, this, isOnce)
        return this.session.close(this.#entry, answer, reply)
      }
      case 'networkError':
        return this.session.close(this.#entry, { kind: 'networkError', error: networkErrorOf(reply) }, reply)
      case 'passthrough':
        return this.session.close(this.#entry, reply, reply)
    }
  }

  /** A streamed body ends with these. */
  get endings(): AbortSignals {
    return [this.#ended, this.#undone]
  }

  /** Fails the test with a wrong chunk or event too: the response has begun by then, and a client may swallow its end. */
  #watchItems(body: StreamedBody): StreamedBody {
    const toChunk = (item: unknown) => {
      try {
        return body.toChunk(item)
      } catch (error) {
        this.session.threw(this.candidate.stub, error)
        throw error
      }
    }
    return { ...body, toChunk }
  }

  /** Hands the request to the next stub: the one that took it returned `next()`. */
  #answerFromNext(): Answered | Promise<Answered> {
    const { request, session } = this
    session.undoUse(this.#entry, this.candidate.stub)
    this.#following ??= new NextCandidates(this.#tables)
    const next = this.#following.after(this.candidate.stub, session.layers.tables, request, session)
    if (!next) {
      session.forget(this.#entry)
      return UNTAKEN
    }
    const answerBatch = batchOf(request, next)
    if (answerBatch) {
      // Each of its calls is opened, and chosen, as a request of its own.
      session.forget(this.#entry)
      return answerBatch(request, session, answer)
    }
    this.candidate = next
    this.#undone = session.layers.endingOf(next.stub)
    // A long chain of stubs that decline in one tick would overflow the stack.
    return this.#following.declined % MOST_IN_A_TICK === 0 ? Promise.resolve().then(() => this.answer()) : this.answer()
  }

  /** Fails the client with an error, and the test too if the request is still pending. */
  #fail(error: unknown): Verdict {
    const isFailure = this.#isPending
    if (isFailure) this.session.threw(this.candidate.stub, error)
    return this.session.close(this.#entry, { kind: 'error', error }, undefined, isFailure ? 'failed' : 'aborted')
  }

  /** Ends a request without a reply, by an abort or by a bug in mynah: an error of a resolver is a reply. */
  #giveUp(thrown: unknown): Verdict {
    const { request, candidate } = this
    const ending = [this.#ended, this.#undone].find((one) => one?.aborted && one.reason === thrown)
    if (!ending) return this.#fail(this.#isPending ? internalFault(request, thrown) : thrown)
    const error = pendingError(ending, `${request.method} ${request.url}, taken by ${candidate.stub}`)
    request.giveUp(error)
    return this.#fail(error)
  }
}
