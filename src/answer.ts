import type { Params } from './core/path.ts'
import { resolve } from './core/resolve.ts'
import type { Stub } from './core/stub.ts'
import type { Entry } from './journal.ts'
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

/**
 * A request's whole journey: read, resolve, record, respond, write. Gives `undefined` where no stub takes the request.
 * It never rejects: whatever throws on the way is the client's error, and the session's failure.
 */
export async function answer(request: IncomingRequest, session: Session): Promise<Verdict | undefined> {
  const steppedAside = new Set<Stub>()
  let entry: Entry | undefined
  try {
    if (request.hasBody) await whileWanted(request.readBody(), request.raw.signal, session.ended)
    for (;;) {
      const decision = resolve(session.candidates(request), request, {
        available: (stub) => session.available(stub) && !steppedAside.has(stub),
        threw: (_stub, error) => session.fail(error),
      })
      if (decision.kind === 'none') {
        if (entry) session.journal.forget(entry)
        return undefined
      }
      const { stub, params } = decision
      // In the same tick as the decision, or requests in flight together would use one `times: 1` more than once.
      const turn = session.take(stub)
      entry = session.open(request, decision, entry)
      const settled = await settleIn(session, stub, request, params, turn)
      if (settled.kind === 'next') {
        session.giveBack(stub)
        steppedAside.add(stub)
        continue
      }
      const verdict = write(settled, request.method)
      session.close(entry, verdict)
      return verdict
    }
  } catch (error) {
    const verdict: Verdict = { kind: 'error', error }
    const aborted = request.raw.signal.aborted || session.ended.aborted
    session.close(entry ?? session.open(request), verdict, aborted ? 'aborted' : 'failed')
    return verdict
  }
}

/** Asks the stub, and waits where it has a delay: for as long as somebody wants the answer. */
async function settleIn(
  session: Session,
  stub: Stub,
  request: IncomingRequest,
  params: Params,
  turn: number,
): Promise<Settled> {
  const { signal } = request.raw
  const reply = respond(stub, request, params, turn)
  const settled = 'then' in reply ? await whileWanted(reply, signal, session.ended) : reply
  if (settled.kind === 'next' || settled.delay === 0) return settled
  await whileWanted(wait(settled.delay), signal, session.ended)
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
