import { checkOptions, ON_OR_OFF } from '../core/options.ts'
import type { Session } from './session/session.ts'

/** The options of `reset`. */
export interface ResetOptions {
  /** Whether failures are forgotten too, so that no test fails with them. */
  readonly failures?: boolean
}

/** Clears overrides, expectations, counts and the journal; failures only with the option `failures`. */
export function reset(session: Session, options: ResetOptions = {}): void {
  checkOptions('mocks.reset', '', options, { failures: ON_OR_OFF })
  session.reset()
  if (options.failures) session.failures.forget()
}
