import type { Session } from '../mocks/session/session.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { Verdict } from '../response/verdict.ts'

type Answered = Verdict | undefined | Promise<Verdict | undefined>

/** How a protocol answers a request that consists of several calls: `answer` answers one, as a request of its own. */
export type AnswerBatch = (
  request: IncomingRequest,
  session: Session,
  answer: (call: IncomingRequest, session: Session) => Answered,
) => Answered

/** The first call of a batch that no stub takes. */
const missed = new WeakMap<IncomingRequest, IncomingRequest>()

/** Says by which call a batch fails. */
export function setMissedCall(request: IncomingRequest, call: IncomingRequest): void {
  missed.set(request, call)
}

/** Returns the call that a batch has failed by, or the request itself if it is no batch. */
export function missedCallOf(request: IncomingRequest): IncomingRequest {
  return missed.get(request) ?? request
}
