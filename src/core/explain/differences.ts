import { distance } from 'fastest-levenshtein'
import { methodsFor } from '../choose/table.ts'
import { differences, type Match, type MatchableRequest, type Miss } from '../match/match.ts'
import type { ReadRequest, StubOperation } from '../match/operation.ts'
import type { Base } from '../path/base.ts'
import { record } from '../request.ts'
import type { Stub } from '../stub/stub.ts'
import { type PathOfStub, pathDifference } from './path-difference.ts'

/** A pattern that requests are compared with. A part that is `undefined` is not compared. */
export interface RequestPattern {
  /** In capitals. */
  readonly method: string | undefined
  readonly route: PathOfStub | undefined
  readonly match: Match | undefined
  readonly operation?: Pick<StubOperation, 'title' | 'takes'> | undefined
}

/**
 * Returns each difference between a request and a pattern; none if the request fits. User code of the pattern sees the requests
 * of its own route only: those whose method and path fit, and of which `isOfRoute` does not say otherwise.
 */
export function requestMisses(
  { method, route, match, operation }: RequestPattern,
  request: MatchableRequest,
  base: Base | undefined,
  isOfRoute = true,
): Miss[] {
  const misses: Miss[] = []
  if (method !== undefined && method !== request.method) {
    misses.push({ part: 'method', at: '', expected: method, received: request.method })
  }
  const path = route ? pathDifference(route, request.url, base) : { misses: [], params: record<string>() }
  misses.push(...path.misses)
  if (operation && !operation.takes(request as ReadRequest)) {
    misses.push({ part: 'operation', at: '', expected: operation.title, received: request.operation?.title })
  }
  if (!path.params || !match) return misses
  return [...misses, ...differences(match, request, path.params, isOfRoute && misses.length === 0)]
}

/** Returns each difference between a request and a stub; none if the stub takes it. `available` is whether its `times` is not used up. */
export function stubMisses(
  stub: Stub,
  request: MatchableRequest,
  base: Base | undefined,
  available: (stub: Stub) => boolean,
): Miss[] {
  const { method, path, at, times } = stub
  const { pattern, match, declarer } = stub.parts
  const takesMethod = methodsFor(request.method).includes(method)
  const route = { pattern, path, at }
  const { operation } = declarer
  const read = operation ? operation.protocol.read(request) : request
  const misses = requestMisses({ method: takesMethod ? undefined : method, route, match, operation }, read, base)
  if (misses.length > 0 || available(stub)) return misses
  return [{ part: 'times', at: '', expected: times, received: times + 1 }]
}

interface Compared {
  readonly misses: readonly Miss[]
  /** Whether its path takes any path: that it fits a request then says nothing. */
  readonly takesAnyPath?: boolean
}

/**
 * Sorts what differs, the nearest first. Of equally near ones, the one whose differing texts are most alike comes first, then the one
 * with fewer differences, then the earlier one.
 */
export function nearestFirst<One extends Compared>(compared: readonly One[]): One[] {
  return compared
    .map((one) => ({ one, off: distanceOf(one), unlike: sumOf(one.misses, unlikenessOf) }))
    .sort((a, b) => a.off - b.off || a.unlike - b.unlike || a.one.misses.length - b.one.misses.length)
    .map(({ one }) => one)
}

function sumOf(misses: readonly Miss[], score: (miss: Miss) => number): number {
  return misses.reduce((sum, miss) => sum + score(miss), 0)
}

/** A text often says which of several stubs is meant, such as a name of an operation. Other values seldom do. */
function unlikenessOf({ expected, received }: Miss): number {
  const texts = [expected, received].filter((value) => typeof value === 'string')
  return texts.length === 2 ? unlikeness(texts[0] as string, texts[1] as string) : texts.length
}

/** The distance of two segments that have nothing in common, and of a segment that is missing. */
const FARTHEST = 8

/** The distance of another origin and path, and of a path that differs as a whole. */
const ANOTHER = 12

/** The distance of another origin alone: a wrong port or host is more likely than a wrong path or method that exists. */
const ORIGIN_OF_SAME_PATH = 0.5

/** The distance of a path that differs by a prefix alone: less than a typo, since it is forgotten more often. */
const PREFIX = 1

function distanceOf({ misses, takesAnyPath }: Compared): number {
  const isSamePath = !takesAnyPath && misses.every(({ part }) => part !== 'path')
  return sumOf(misses, (miss) => (miss.part === 'origin' && isSamePath ? ORIGIN_OF_SAME_PATH : weigh(miss)))
}

/** Returns the distance of a difference. Another path weighs more than another method, which weighs more than conditions. */
function weigh({ part, at, expected, received }: Miss): number {
  if (part === 'origin' || (part === 'path' && at === '')) return ANOTHER
  if (part === 'path' && at === 'prefix') return PREFIX
  if (part === 'path') return segmentDistance(expected as string | undefined, received as string | undefined)
  // Below a method, above conditions.
  if (part === 'operation') return 1
  return part === 'method' ? 3 : 0
}

function segmentDistance(expected: string | undefined, received: string | undefined): number {
  if (expected === undefined || received === undefined) return FARTHEST
  return 2 + (FARTHEST - 2) * unlikeness(expected, received)
}

/** Longer segments are not compared by their characters: the time for it grows with the product of the lengths. */
const LONGEST_PATH = 1000

/** Returns how different two segments are: from 0, equal except for case, to 1. If more than half differs, it is 1. */
function unlikeness(expected: string, received: string): number {
  const longest = Math.max(expected.length, received.length)
  if (longest > LONGEST_PATH) return 1
  const different = distance(expected.toLowerCase(), received.toLowerCase()) / longest
  return different > 0.5 ? 1 : different
}
