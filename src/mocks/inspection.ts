import type { Miss } from '../core/match/match.ts'
import type { CallFilter } from './call-filter.ts'
import type { Call } from './session/journal.ts'

/** The request that came nearest to a filter. */
export interface NearestCall {
  readonly call: Call
  /** The differences, as data. */
  readonly misses: readonly Miss[]
  /** The request and the differences, worded as in the report on a miss: `Nearest: POST https://api.test/users …`. */
  readonly message: string
}

/** The calls of mocks, and those that a filter selects. */
export interface Inspection {
  /** The filter in a message: `'POST /users'`. */
  readonly filter: string
  /** The match in a message; `undefined` if there is none. */
  readonly match: string | undefined
  /** All calls, in order of arrival. */
  readonly arrived: readonly Call[]
  /** The calls of `arrived` that the filter selects. */
  readonly selected: readonly Call[]
  /** The nearest of the calls that the filter does not select; `undefined` if there is none, and for a function. */
  readonly nearest: NearestCall | undefined
}

/**
 * Looks at the calls of mocks through a filter. `match` has further conditions, as in a stub's settings. Calls before the
 * index `from` cannot be the nearest. `name` is the function that the user called, for messages.
 */
export type Inspect = (name: string, filter: CallFilter, match?: unknown, from?: number) => Inspection
