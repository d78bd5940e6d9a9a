import { BRAND, brandOf } from './brand.ts'
import { atUser, deepenStacks, type Start, startAtUser } from './frames.ts'
import { isError } from './type-guards.ts'

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
  | 'HAR'
  | 'RECORDING'
  | 'EXPECTED'
  | 'NOT_STARTED'
  | 'OPENAPI'
  | 'CONTRACT'
  | 'WEBSOCKET'
  | 'INTERNAL'

/**
 * The class of all errors of mynah: an `Error` with a stable `code`.
 *
 * @example
 * try { mocks.verify() } catch (error) { if (error instanceof MynahError) console.log(error.code) }
 */
export class MynahError extends Error {
  // Runners print the name of the class, which a bundler shortens.
  /** @internal */
  static override readonly name: string = 'MynahError'
  // A field, not an assignment: assigning a name that `Error` also has fails if the prototypes are frozen.
  override name = 'MynahError'
  readonly code: ErrorCode

  /** @internal */
  constructor(code: ErrorCode, message: string, options?: ErrorOptions & Start) {
    const restore = deepenStacks()
    super(message, options)
    restore()
    this.code = code
    startAtUser(this, options, this.constructor.name)
  }

  /**
   * What Vitest prints of an error that nobody has caught: without the stubs of an explanation, which would hide the report.
   * @internal
   */
  toJSON(): Pick<MynahError, 'name' | 'code' | 'message'> {
    const { name, code, message } = this
    return { name, code, message }
  }
}

/** A route, a stub or an option is wrong. The message shows the code as written, and the corrected code. */
export class RouteDefinitionError extends MynahError {
  /** @internal */
  static override readonly name: string = 'RouteDefinitionError'
  override name = 'RouteDefinitionError'

  // Not `ErrorOptions`: a project without the library of ES2022 has no such type.
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('ROUTE_DEFINITION', message, options)
  }
}

/** Whether an error is a `RouteDefinitionError`, also of another copy of mynah. */
export function isRefusal(error: unknown): error is RouteDefinitionError {
  return isError(error) && 'code' in error && error.code === 'ROUTE_DEFINITION'
}

/** Marks the error as mynah's own, to distinguish it from a resolver's `AbortError`. */
function endedError(message: string): DOMException {
  const error = atUser(() => new DOMException(message, 'AbortError'))
  return Object.defineProperty(error, BRAND, { value: { kind: 'ended' } })
}

/** Whether mynah itself has ended the request of this error. */
export function isEndedError(error: unknown): error is DOMException {
  return error instanceof DOMException && brandOf(error, 'ended') !== undefined
}

/** The error of a request that was pending when its mocks ended. */
export function mocksEndedError(): DOMException {
  return endedError('The mocks ended before the request was answered')
}

/** The error of a request that was pending when the override that took it was undone. */
export function overrideUndoneError(): DOMException {
  return endedError('The override was undone before the request was answered')
}

/** The reason of an abort as the error of one pending request, which it names. */
export function pendingError({ reason }: { readonly reason: Error | undefined }, pending: string): DOMException {
  return endedError(`${reason?.message}: ${pending}`)
}
