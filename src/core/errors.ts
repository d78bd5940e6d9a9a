import type { Explanation } from './explain/explain.ts'

/** The stable codes of mynah's errors; `docs/reference/errors.md` has a heading for each. */
export type ErrorCode =
  | 'ROUTE_DEFINITION'
  | 'UNMATCHED_REQUEST'
  | 'RELATIVE_URL'
  | 'PASSTHROUGH'
  | 'REQUEST'
  | 'RESOLVER'
  | 'RESPONSE'
  | 'STREAM'
  | 'LOOP'
  | 'ON_UNMATCHED'
  | 'ENVIRONMENT'
  | 'WAIT_TIMEOUT'
  | 'UNUSED_STUBS'
  | 'INTERNAL'

/**
 * What every error of mynah is: an `Error` with a stable `code`.
 *
 * @example
 * try { mocks.verify() } catch (error) { if (error instanceof MynahError) console.log(error.code) }
 */
export class MynahError extends Error {
  // Not assigned: where the prototypes are frozen, a name that `Error` has too cannot be.
  override name = 'MynahError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A route, a stub or the options were written wrong. The message shows what was written and the corrected code. */
export class RouteDefinitionError extends MynahError {
  override name = 'RouteDefinitionError'

  constructor(message: string, options?: ErrorOptions) {
    super('ROUTE_DEFINITION', message, options)
  }
}

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
