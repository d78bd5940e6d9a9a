import { type Decision, resolve } from './core/resolve.ts'
import type { Stub } from './core/stub.ts'
import { type Ending, endOfPending, type SessionEnding } from './ending.ts'
import type { IncomingRequest } from './read-request.ts'
import { respond, type Settled } from './respond.ts'
import type { Session } from './session.ts'
import { LONGEST_DELAY } from './turn.ts'
import { whileWanted } from './while-wanted.ts'
import { writeResponse } from './write-response.ts'

/** What becomes of a request at its client. */
export type Verdict =
  | { readonly kind: 'response'; readonly response: Response }
  /** The client's own failure, as of a refused connection. */
  | { readonly kind: 'networkError'; readonly code: string }
  /** The client rejects with this very error. */
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'passthrough' }

type Taken = Extract<Decision, { kind: 'stub' }>

/**
 * A request's whole journey, once its body is read: resolve, record, respond, write. Gives `undefined` where no stub
 * takes the request, and decides before it returns, so that an unmatched request fails with its caller on the stack.
 */
export function answer(request: IncomingRequest, session: Session): Promise<Verdict | undefined> | undefined {
  const decision = decide(request, session)
  return decision.kind === 'stub' ? carryOut(request, session, decision) : undefined
}

/** Never rejects: whatever throws on the way is the client's error, and the session's failure. */
async function carryOut(request: IncomingRequest, session: Session, first: Taken): Promise<Verdict | undefined> {
  const { signal } = request
  const { ended } = session
  let undone: SessionEnding | undefined
  const unwanted = () => [signal, ended, undone].filter((ending) => ending !== undefined)
  const entry = session.open(request, first)
  const steppedAside = new Set<Stub>()
  try {
    for (let decision: Decision = first; decision.kind === 'stub'; decision = decide(request, session, steppedAside)) {
      // In the same tick as the decision, or requests in flight together would use one `times: 1` more than once.
      const turn = session.take(entry, decision)
      undone = session.undoneWith(decision.stub)
      const reply = respond(decision.stub, request, decision.params, turn)
      // What is there already is not waited for: a static stub answers without another turn of the microtasks.
      const settled = isSettled(reply) ? reply : await settle(reply, ...unwanted())
      if (settled.kind !== 'next') return session.close(entry, write(settled, request.method))
      session.giveBack(entry, decision.stub)
      steppedAside.add(decision.stub)
    }
    session.forget(entry)
    return undefined
  } catch (thrown) {
    const pending = `${request.method} ${request.url}, taken by ${entry.stub}`
    const ours = [ended, undone].find((ending) => ending?.aborted && ending.reason === thrown)
    const error = ours ? endOfPending(ours, pending) : thrown
    const aborted = unwanted().some((ending) => ending.aborted)
    if (!aborted) session.fail(error)
    return session.close(entry, { kind: 'error', error }, aborted ? 'aborted' : 'failed')
  }
}

function decide(request: IncomingRequest, session: Session, steppedAside?: ReadonlySet<Stub>): Decision {
  return resolve(session.candidates(request), request, {
    available: (stub) => session.available(stub) && !steppedAside?.has(stub),
    threw: (_stub, error) => session.fail(error),
  })
}

function isSettled(reply: Settled | Promise<Settled>): reply is Settled {
  return !('then' in reply) && (reply.kind === 'next' || reply.delay === 0)
}

/** Waits for a resolver, and for a delay: for as long as somebody wants the answer. */
async function settle(reply: Settled | Promise<Settled>, ...unwanted: readonly Ending[]): Promise<Settled> {
  const settled = 'then' in reply ? await whileWanted(reply, ...unwanted) : reply
  if (settled.kind !== 'next' && settled.delay > 0) await pause(settled.delay, ...unwanted)
  return settled
}

function write(settled: Exclude<Settled, { kind: 'next' }>, method: string): Verdict {
  if (settled.kind !== 'content') return settled
  return { kind: 'response', response: writeResponse(settled.content, method) }
}

/**
 * The timers are looked up at each call, so that a runner's fake ones decide. An endless pause needs none; one that
 * nobody wants any more leaves none: neither keeps the process open.
 */
async function pause(ms: number, ...unwanted: readonly Ending[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const elapsed = new Promise<void>((resolve) => {
    if (ms <= LONGEST_DELAY) timer = setTimeout(resolve, ms)
  })
  try {
    await whileWanted(elapsed, ...unwanted)
  } finally {
    clearTimeout(timer)
  }
}
