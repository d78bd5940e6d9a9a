import { isFormType } from '../http-rules.ts'
import type { Params } from '../params.ts'
import {
  MATCH_PARTS,
  type MatchPart,
  type Operation,
  type RawBody,
  type RequestParts,
  type RequestSnapshot,
} from '../request.ts'
import { compare, type Trail } from './compare.ts'
import type { Condition, Difference } from './condition.ts'
import type { PredicateResults } from './predicate.ts'

/** One difference between a request and a stub, as data; `explain/report.ts` words it. */
export interface Miss extends Difference {
  /** A part of the request, or of what its protocol reads in it, or what else a stub depends on. */
  readonly part: MatchPart | 'match' | 'method' | 'operation' | 'origin' | 'path' | 'times' | (string & {})
}

/** A compiled `match`. `weight` is its number of conditions. */
export interface Match {
  readonly parts: readonly MatchCondition[]
  readonly whole: Condition | undefined
  readonly weight: number
  readonly needsBody: boolean
}

export interface MatchCondition {
  readonly part: string
  readonly condition: Condition
  /** The condition on a form, whose fields are text. */
  readonly onForm?: Condition
}

/** A request as the core sees it: its parts, its raw body, and what depends on the params of a candidate's path. */
export interface MatchableRequest extends RequestParts, RawBody {
  /** The operation that it asks for, if a protocol of the stubs has read it. */
  readonly operation?: Operation | undefined
  /** The argument of a `match` function. */
  snapshot(params: Params): RequestSnapshot
  /** The results of functions, matchers and schemas for this request. */
  predicateResults(params: Params): PredicateResults
}

/** Whether a request satisfies a `match`. `add` is called with the first difference. */
export function satisfies(match: Match, request: MatchableRequest, params: Params, add: (miss: Miss) => void): boolean {
  return compareParts(match, request, params, add, false, false)
}

/**
 * Returns all differences between a request and a `match`. User code sees only the requests of its own route: if the request is not
 * of the route, its part is not compared.
 */
export function differences(match: Match, request: MatchableRequest, params: Params, isOfRoute: boolean): Miss[] {
  const misses: Miss[] = []
  compareParts(match, request, params, (miss) => misses.push(miss), true, !isOfRoute)
  return misses
}

function compareParts(
  match: Match,
  request: MatchableRequest,
  params: Params,
  add: (miss: Miss) => void,
  all: boolean,
  skipsUserCode: boolean,
): boolean {
  const trailOf = (part: Miss['part']): Trail => ({
    all,
    skipsUserCode,
    add: (difference) => add({ part, ...difference }),
    predicateResults: () => request.predicateResults(params),
    ...(part === 'body' && { raw: request }),
  })
  let same = true
  for (const { part, condition, onForm } of match.parts) {
    const received = part === 'params' ? params : request[part as keyof MatchableRequest]
    const wanted = onForm && isFormType(request.headers['content-type']) ? onForm : condition
    same = compare(wanted, received, '', trailOf(part)) && same
    if (!same && !all) return false
  }
  return (match.whole === undefined || compare(match.whole, request.snapshot(params), '', trailOf('match'))) && same
}

/** Whether the head of a request satisfies a `match`, as far as the `match` asks about the head. */
export function satisfiesByHead(match: Match, request: MatchableRequest, params: Params): boolean {
  const parts = match.parts.filter(({ part }) => isOfHead(part))
  return satisfies({ ...match, parts, whole: undefined }, request, params, () => {})
}

/** Whether a part is known before the body, and arrives as text. */
export function isOfHead(part: string): boolean {
  return part !== 'body' && MATCH_PARTS.includes(part as MatchPart)
}
