import { nearestRequest, wordNearestRequest } from '../core/explain/nearest-request.ts'
import type { Miss } from '../core/match/match.ts'
import { show } from '../core/show.ts'
import type { UpgradedConnection } from '../response/verdict.ts'
import { type CallFilter, parseFilter } from './call-filter.ts'
import { answerOf, type Call, toCall } from './session/journal.ts'
import type { Session } from './session/session.ts'

/** The request that came nearest to a filter. */
interface NearestCall {
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
  /** Compiles a condition on messages, if one of `selected` has opened a connection: what compiles it comes with `websocket`. */
  readonly parseCondition: UpgradedConnection['parseCondition'] | undefined
}

/**
 * Looks at the calls of mocks through a filter. `match` has further conditions, as in a stub's settings. Calls before the
 * index `from` cannot be the nearest. `name` is the function that the user called, for messages.
 */
export type Inspect = (name: string, filter: CallFilter, match?: unknown, from?: number) => Inspection

/**
 * Looks at the calls of one session.
 * @throws {RouteDefinitionError} for a filter that could never select a call.
 */
export function inspectCalls(session: Session, ...[name, filter, match, from = 0]: Parameters<Inspect>): Inspection {
  const { text, test, misses } = parseFilter(name, filter, session, match)
  const entries = session.journal.entries()
  const calls = entries.map(toCall)
  const compared = entries.flatMap((entry, place) => {
    if (!misses || place < from || test(entry)) return []
    const { method, url } = entry.request
    const { operation } = entry.read ?? {}
    return [{ place, entry, method, url, operation, sent: entry.request, misses: misses(entry) }]
  })
  const nearest = nearestRequest(compared)
  const selected = calls.filter((_, place) => test(entries[place] as (typeof entries)[number]))
  return {
    filter: text,
    match: match === undefined ? undefined : show(match),
    arrived: calls,
    selected,
    nearest: nearest && {
      call: calls[nearest.place] as (typeof calls)[number],
      misses: nearest.misses,
      message: wordNearestRequest(nearest, nearest.entry.stub),
    },
    parseCondition: selected.flatMap((call) => answerOf(call).head?.upgrade ?? [])[0]?.parseCondition,
  }
}
