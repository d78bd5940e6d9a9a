import { type Decision, resolve } from './core/resolve.ts'
import type { Stub } from './core/stub.ts'
import type { IncomingRequest } from './read-request.ts'
import { respond, type Settled } from './respond.ts'
import type { Session } from './session.ts'
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
  const { ended } = session
  const entry = session.open(request, first)
  const steppedAside = new Set<Stub>()
  try {
    for (let decision: Decision = first; decision.kind === 'stub'; decision = decide(request, session, steppedAside)) {
      // In the same tick as the decision, or requests in flight together would use one `times: 1` more than once.
      const turn = session.take(entry, decision)
      const settled = await settle(decision, request, turn, ended)
      if (settled.kind !== 'next') return session.close(entry, write(settled, request.method))
      session.giveBack(decision.stub)
      steppedAside.add(decision.stub)
    }
    session.journal.forget(entry)
    return undefined
  } catch (error) {
    const aborted = request.raw.signal.aborted || ended.aborted
    return session.close(entry, { kind: 'error', error }, aborted ? 'aborted' : 'failed')
  }
}

function decide(request: IncomingRequest, session: Session, steppedAside?: ReadonlySet<Stub>): Decision {
  return resolve(session.candidates(request), request, {
    available: (stub) => session.available(stub) && !steppedAside?.has(stub),
    threw: (_stub, error) => session.fail(error),
  })
}

/** Asks the stub, and waits where it has a delay: for as long as somebody wants the answer. */
async function settle(
  { stub, params }: Taken,
  request: IncomingRequest,
  turn: number,
  ended: AbortSignal,
): Promise<Settled> {
  const { signal } = request.raw
  const reply = respond(stub, request, params, turn)
  const settled = 'then' in reply ? await whileWanted(reply, signal, ended) : reply
  if (settled.kind !== 'next' && settled.delay > 0) await whileWanted(wait(settled.delay), signal, ended)
  return settled
}

function write(settled: Exclude<Settled, { kind: 'next' }>, method: string): Verdict {
  if (settled.kind !== 'content') return settled
  return { kind: 'response', response: writeResponse(settled.content, method) }
}

/** The timers are looked up at each call, so that a runner's fake ones decide. An endless wait needs none, and keeps no process open. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (ms !== Number.POSITIVE_INFINITY) setTimeout(resolve, ms)
  })
}
