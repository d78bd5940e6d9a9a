import type { Miss } from '../core/match/match.ts'
import type { CallFilter } from './call-filter.ts'
import type { Call } from './session/journal.ts'

/** The request that came nearest to a filter. */
export interface NearestCall {
  readonly call: Call
  /** What differs, as data. */
  readonly misses: readonly Miss[]
  /** The request and what differs, worded as in the report on a miss: `Nearest: POST https://api.test/users …`. */
  readonly message: string
}

/** What arrived, seen through a filter. */
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
 * The member of mocks that assertions read. It is not public. A symbol of the whole process: the mocks may be of another copy
 * of mynah than the assertions, or of its other format.
 */
export const INSPECT: unique symbol = Symbol.for('mynah.inspect.1') as never

/**
 * Looks at what mocks received, through a filter. `match` asks for more, as in a stub's settings. Calls before the place
 * `from` are not the nearest. `name` is the function that the user called, for messages.
 */
export type Inspect = (name: string, filter: CallFilter, match?: unknown, from?: number) => Inspection
