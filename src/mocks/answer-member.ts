import type { IncomingRequest } from '../request/incoming-request.ts'
import type { Verdict } from '../response/verdict.ts'
import type { Mocks } from './mocks.ts'

/** Answers a request that has reached this process by another way than a patched client. Never throws or rejects. */
export type AnswerRequest = (request: IncomingRequest) => Verdict | Promise<Verdict>

/** The member of mocks that answers. A symbol of the whole process: the mocks may be of another copy of mynah. */
export const ANSWER: unique symbol = Symbol.for('mynah.answer.1') as never

/** Returns the function by which mocks answer a request of another process. The mocks work from its first call on, started or not. */
export function answerOf(mocks: Mocks): AnswerRequest {
  return (mocks as Mocks & { readonly [ANSWER]: AnswerRequest })[ANSWER]
}
