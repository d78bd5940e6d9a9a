import { distance } from 'fastest-levenshtein'
import { plain } from '../path/segments.ts'
import type { Leaf, PathNode } from './path-tree.ts'

/** The distance of two segments that have nothing in common, and of a segment that is missing. */
const FARTHEST = 8

/** The distance of another origin, and of a path that differs as a whole. */
export const ANOTHER = 12

/** The distance of a path that differs by a prefix alone: less than a typo, since it is forgotten more often. */
export const PREFIX = 1

/** How many of the nearest paths a report looks at, so that its time does not grow with the number of routes. */
export const MOST_PATHS = 100

/** How many literal segments of one node are compared, the earliest declared first. */
const MOST_SEGMENTS = 1000

/** Longer segments are not compared by their characters. */
const LONGEST = 1000

/** A node or a leaf of a tree of paths, with its distance. */
export interface Near<Place> {
  readonly place: Place
  readonly off: number
}

/**
 * Returns the nearest leaves of trees of paths, the nearest first. It walks down level by level, and continues only from
 * the nearest nodes of each level.
 */
export function nearLeaves(roots: readonly Near<PathNode>[], segments: readonly string[]): Near<Leaf>[] {
  const leaves: Near<Leaf>[] = []
  let level = roots
  for (let depth = 0; level.length > 0; depth++) {
    const segment = segments[depth]
    const surplus = Math.max(0, segments.length - depth) * FARTHEST
    for (const { place, off } of level) {
      if (place.leaf) leaves.push({ place: place.leaf, off: off + surplus })
      const missing = segment === undefined ? FARTHEST : 0
      for (const { leaf } of place.rests ?? []) leaves.push({ place: leaf, off: off + missing })
    }
    level = nearest(level.flatMap((from) => steps(from, segment)))
  }
  return nearest(leaves)
}

/** Sorts places by distance and keeps the nearest; equally near ones keep their order. */
export function nearest<Place>(places: Near<Place>[]): Near<Place>[] {
  return places.sort((a, b) => a.off - b.off).slice(0, MOST_PATHS)
}

/** Returns the distance of two segments. */
export function segmentDistance(expected: string | undefined, received: string | undefined): number {
  if (expected === undefined || received === undefined) return FARTHEST
  return 2 + (FARTHEST - 2) * unlikeness(expected, received)
}

/** Returns how different two segments are: from 0, equal except for case, to 1. If more than half differs, it is 1. */
function unlikeness(expected: string, received: string): number {
  const longest = Math.max(expected.length, received.length)
  // The time for the distance grows with the product of the lengths.
  if (longest > LONGEST) return 1
  const different = distance(expected.toLowerCase(), received.toLowerCase()) / longest
  return different > 0.5 ? 1 : different
}

/** Returns the nodes one segment further down. */
function steps({ place, off }: Near<PathNode>, received: string | undefined): Near<PathNode>[] {
  const found: Near<PathNode>[] = []
  const step = (node: PathNode, more: number) => found.push({ place: node, off: off + more })
  const same = received === undefined ? undefined : place.literals?.get(received)
  if (same) step(same, 0)
  let compared = 0
  for (const [text, node] of place.literals ?? []) {
    if (++compared > MOST_SEGMENTS) break
    if (node !== same) step(node, segmentDistance(plain(text), received && plain(received)))
  }
  for (const { segment, node } of place.mixed ?? []) {
    const fits = received !== undefined && segment.regexp.test(received)
    step(node, fits ? 0 : segmentDistance(plain(segment.text), received))
  }
  if (place.param) step(place.param, received ? 0 : FARTHEST)
  return found
}
