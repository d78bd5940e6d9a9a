import { checkOptions, ON_OR_OFF } from '../core/options.ts'
import { failureOf, unusedStubsError } from './session/failure-error.ts'
import type { Session } from './session/session.ts'

/** The options of `verify`. */
export interface VerifyOptions {
  /** Whether a stub that took no request is a failure too. */
  readonly unused?: boolean
}

/** Throws the failures of a session: that one error, or an `AggregateError` of all. Forgets nothing. */
export function verify(session: Session, options: VerifyOptions = {}): void {
  checkOptions('mocks.verify', '', options, { unused: ON_OR_OFF })
  const failures = [...session.failures.tell(), ...(options.unused ? unusedStubsError(session.unused()) : [])]
  const error = failureOf(failures)
  if (error !== undefined) throw error
}
