import { nearestRequest, wordNearestRequest } from '../core/explain/nearest-request.ts'
import { show } from '../core/show.ts'
import { parseFilter } from './call-filter.ts'
import type { Inspect } from './inspection.ts'
import { toCall } from './session/journal.ts'
import type { Session } from './session/session.ts'

/**
 * Looks at the calls of one session.
 * @throws {RouteDefinitionError} for a filter that could never select a call.
 */
export function inspectCalls(
  session: Session,
  ...[name, filter, match, from = 0]: Parameters<Inspect>
): ReturnType<Inspect> {
  const { text, test, misses } = parseFilter(name, filter, session.base, match)
  const entries = session.journal.entries()
  const calls = entries.map(toCall)
  const compared = entries.flatMap((entry, place) => {
    if (!misses || place < from || test(entry)) return []
    const { method, url } = entry.request
    return [{ place, entry, method, url, sent: entry.request, misses: misses(entry) }]
  })
  const nearest = nearestRequest(compared)
  return {
    filter: text,
    match: match === undefined ? undefined : show(match),
    arrived: calls,
    selected: calls.filter((_, place) => test(entries[place] as (typeof entries)[number])),
    nearest: nearest && {
      call: calls[nearest.place] as (typeof calls)[number],
      misses: nearest.misses,
      message: wordNearestRequest(nearest, nearest.entry.stub),
    },
  }
}
