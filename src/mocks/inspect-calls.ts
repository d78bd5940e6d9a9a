import { nearestRequest, wordNearestRequest } from '../core/explain/nearest-request.ts'
import type { Miss } from '../core/match/match.ts'
import { assertArgument } from '../core/refusal.ts'
import { type CallFilter, parseFilter } from './call-filter.ts'
import { type Call, toCall } from './journal.ts'
import type { Session } from './session.ts'

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
  /** The calls that it selects, in order of arrival. */
  readonly selected: readonly Call[]
  /** All calls, in order of arrival. */
  readonly arrived: readonly Call[]
  /** The nearest of the calls that the filter does not select; `undefined` if there is none, and for a function. */
  readonly nearest: NearestCall | undefined
}

/** The member of mocks that assertions read. It is not public, and mocks of another copy of the library have it too. */
export const INSPECT: unique symbol = Symbol.for('mynah.inspect.1') as never

interface Inspectable {
  [INSPECT](name: string, filter: CallFilter, match?: unknown): Inspection
}

/**
 * Looks at what mocks received through a filter; `match` asks for more, as in a stub's settings. `name` is the function that
 * the user called, for messages.
 * @throws {RouteDefinitionError} for what are not mocks, and for a filter that could never select a call.
 * @throws {MynahError} `NOT_STARTED`, for mocks that were never started.
 */
export function inspectCalls(name: string, mocks: unknown, filter: CallFilter, match?: unknown): Inspection {
  const isMocks = typeof mocks === 'function' && INSPECT in mocks
  assertArgument(isMocks, name, mocks, 'what setupMocks(routes) returned', 'mocks')
  return (mocks as unknown as Inspectable)[INSPECT](name, filter, match)
}

/** Looks at the calls of one session. */
export function inspectSession(session: Session, name: string, filter: CallFilter, match?: unknown): Inspection {
  const { text, test, misses } = parseFilter(name, filter, session.base, match)
  const entries = session.journal.entries()
  const others = misses ? entries.filter((entry) => !test(entry)) : []
  const compared = others.map((entry) => {
    const { method, url } = entry.request
    return { entry, method, url, misses: misses?.(entry) ?? [] }
  })
  const nearest = nearestRequest(compared)
  return {
    filter: text,
    selected: entries.filter(test).map(toCall),
    arrived: entries.map(toCall),
    nearest: nearest && {
      call: toCall(nearest.entry),
      misses: nearest.misses,
      message:
        wordNearestRequest(nearest) +
        (nearest.misses.length > 0 ? '' : `\n  answered by ${nearest.entry.stub ?? 'no stub'}`),
    },
  }
}
