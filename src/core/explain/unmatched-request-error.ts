import { MynahError } from '../errors.ts'
import type { Explanation } from './explain.ts'

const DEEP_ENOUGH = 30
/** No stub answered a request. The message is the report; `explanation` has the same as data. */
export class UnmatchedRequestError extends MynahError {
  override name = 'UnmatchedRequestError'
  declare readonly explanation: Explanation

  constructor(explanation: Explanation) {
    const { stackTraceLimit } = Error
    // The caller is behind our own frames: ten, as many as V8 keeps unasked.
    Reflect.set(Error, 'stackTraceLimit', Math.max(stackTraceLimit, DEEP_ENOUGH))
    super('UNMATCHED_REQUEST', explanation.message)
    Reflect.set(Error, 'stackTraceLimit', stackTraceLimit)
    // Not enumerable: runners print an error's own properties, and would bury the report under all the stubs.
    Object.defineProperty(this, 'explanation', { value: explanation })
  }
}
