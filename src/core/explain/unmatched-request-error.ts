import { MynahError } from '../errors.ts'
import type { Explanation } from './explain.ts'

/** No stub answered a request. The message is the report; `explanation` has the same as data. */
export class UnmatchedRequestError extends MynahError {
  /** @internal */
  static override readonly name: string = 'UnmatchedRequestError'
  override name = 'UnmatchedRequestError'
  declare readonly explanation: Explanation

  constructor(explanation: Explanation) {
    // A request of node:http is decided on in a server's event: no frame of its stack is the user's.
    super('UNMATCHED_REQUEST', explanation.message, { otherwise: explanation.misses[0]?.stub.parts.trace })
    // Not enumerable: runners print the properties of an error, and the stubs would hide the report.
    Object.defineProperty(this, 'explanation', { value: explanation })
  }
}
