import { showUrl } from '../../core/explain/request-text.ts'
import { joinPlace } from '../../core/match/compare.ts'
import type { Miss } from '../../core/match/match.ts'
import { splitUrl } from '../../core/request.ts'
import { printable } from '../../core/show.ts'
import { type NearEntry, nearestEntry } from './nearest-entry.ts'
import type { UnusedOverrides } from './unused-overrides.ts'

/** At most so many overrides are named. */
const MOST_NAMED = 3

/** How many conditions of an override are named. */
const MOST_CONDITIONS = 2

/** Words the overrides that no request fits, a line for each. One that fits a request was taken off, or overridden, before it came. */
export function wordUnused({ stubs, entries, base }: UnusedOverrides): string[] {
  const unasked = stubs
    .map((stub) => ({ stub, nearest: nearestEntry(stub, entries, base) }))
    .filter(({ nearest }) => nearest?.misses.length !== 0)
  const lines = unasked.slice(0, MOST_NAMED).map(({ stub, nearest }) => `Not used: ${stub}; ${wordNearest(nearest)}`)
  const left = unasked.length - lines.length
  return left > 0 ? [...lines, `and ${left} more`] : lines
}

function wordNearest(nearest: NearEntry | undefined): string {
  if (!nearest) return 'no request was sent'
  const { method, url, operation, misses } = nearest
  const name = operation ? `${printable(operation.title)}, ` : ''
  const isElsewhere = misses.some(({ part }) => part === 'origin')
  const shown = isElsewhere ? url : url.slice(splitUrl(url).origin.length)
  return `nearest request ${name}${printable(method)} ${showUrl(shown)}${wordConditions(misses)}`
}

/** Names the conditions that differ; that a method, a path or an origin differs can be seen. */
function wordConditions(misses: readonly Miss[]): string {
  const places = misses
    .filter(({ part }) => !['method', 'path', 'origin', 'operation'].includes(part))
    .map(({ part, at }) => printable(joinPlace(part, at)))
  const unseen = places.length === misses.length ? places.slice(0, MOST_CONDITIONS) : []
  return unseen.length > 0 ? `, which differs in ${unseen.join(' and ')}` : ''
}
