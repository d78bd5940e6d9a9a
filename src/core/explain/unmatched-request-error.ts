import { MynahError } from '../errors.ts'
import type { Explanation } from './explain.ts'

const DEEP_ENOUGH = 30

/** No stub answered a request. The message is the report; `explanation` has the same as data. */
export class UnmatchedRequestError extends MynahError {
  /** @internal */
  static override readonly name: string = 'UnmatchedRequestError'
  override name = 'UnmatchedRequestError'
  declare readonly explanation: Explanation

  constructor(explanation: Explanation) {
    const { stackTraceLimit } = Error
    // The frames of mynah would fill the ten that V8 keeps by default, and the caller's line would be lost.
    Reflect.set(Error, 'stackTraceLimit', Math.max(stackTraceLimit, DEEP_ENOUGH))
    super('UNMATCHED_REQUEST', explanation.message)
    Reflect.set(Error, 'stackTraceLimit', stackTraceLimit)
    // Not enumerable: runners print the properties of an error, and the stubs would hide the report.
    Object.defineProperty(this, 'explanation', { value: explanation })
  }
}
