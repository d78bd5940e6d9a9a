import { type Match, type Miss, type ResolvableRequest, satisfies } from '../match/match.ts'
import type { Base } from '../path/base.ts'
import { printable } from '../printable.ts'
import { type RequestLine, record } from '../request.ts'
import { weigh } from './explain.ts'
import { type PathOfStub, pathDifference } from './path-difference.ts'
import { type SentParts, wordMisses } from './report.ts'
import { showUrl } from './show-url.ts'

/** A pattern that requests are compared with. A part that is `undefined` is not compared. */
export interface RequestPattern {
  /** In capitals. */
  readonly method: string | undefined
  readonly route: PathOfStub | undefined
  readonly match: Match | undefined
}

/** Returns each difference between a request and a pattern; none if the request fits. */
export function requestMisses(
  { method, route, match }: RequestPattern,
  request: ResolvableRequest,
  base: Base | undefined,
): Miss[] {
  const misses: Miss[] = []
  if (method !== undefined && method !== request.method) {
    misses.push({ part: 'method', at: '', expected: method, received: request.method })
  }
  const path = route ? pathDifference(route, request.url, base) : { misses: [], params: record<string>() }
  misses.push(...path.misses)
  if (path.params && match) satisfies(match, request, path.params, true, (miss) => misses.push(miss))
  return misses
}

/** One request with its differences. */
export interface ComparedRequest extends RequestLine {
  readonly sent: SentParts
  readonly misses: readonly Miss[]
}

/** Returns the request that differs least; of equally near ones the earliest. */
export function nearestRequest<Compared extends ComparedRequest>(requests: readonly Compared[]): Compared | undefined {
  const weighed = requests.map((request) => ({
    request,
    weight: request.misses.reduce((sum, miss) => sum + weigh(miss), 0),
  }))
  weighed.sort((a, b) => a.weight - b.weight || a.request.misses.length - b.request.misses.length)
  return weighed[0]?.request
}

/** Words a request with its differences, as the report on a miss words a stub's. */
export function wordNearestRequest({ method, url, misses, sent }: ComparedRequest): string {
  return [
    `Nearest: ${printable(method)} ${showUrl(url)}`,
    ...(misses.length > 0 ? wordMisses({ misses }, sent) : []),
  ].join('\n')
}
