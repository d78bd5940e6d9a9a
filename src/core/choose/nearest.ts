import { distance } from 'fastest-levenshtein'
import { plain } from '../path/segments.ts'
import type { Leaf, Node } from './path-tree.ts'

/** How far off a segment is that has nothing in common with another, or none to be compared with. */
const FARTHEST = 8

/** How far off another origin is, or a path as a whole. */
export const ANOTHER = 12

/** A report looks at so many of the nearest paths: it must not take longer the more there are. */
export const MOST_PATHS = 100

/** Of the segments that may stand in one place, so many are compared, the earliest declared. */
const MOST_SEGMENTS = 1000

/** Longer segments are not compared letter by letter. */
const LONGEST = 1000

/** Something of a tree of paths, and how far off it is. */
interface Near<Place> {
  readonly place: Place
  readonly off: number
}

/**
 * Gives the nearest leaves of trees of paths, the nearest first: down the trees level by level, from each level on to
 * the nearest places only.
 */
export function nearLeaves(roots: readonly Near<Node>[], segments: readonly string[]): Near<Leaf>[] {
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

/** The nearest of some places; of equally near ones the earliest. */
export function nearest<Place>(places: Near<Place>[]): Near<Place>[] {
  return places.sort((a, b) => a.off - b.off).slice(0, MOST_PATHS)
}

/** How far off a segment is from the one that is asked for. */
export function segmentDistance(expected: string | undefined, received: string | undefined): number {
  if (expected === undefined || received === undefined) return FARTHEST
  return 2 + (FARTHEST - 2) * unlikeness(expected, received)
}

/** How little two segments are alike: from 0, the same but for case, to 1. Where more than half differs, all does. */
function unlikeness(expected: string, received: string): number {
  const longest = Math.max(expected.length, received.length)
  // The time that it takes grows with the product of their lengths.
  if (longest > LONGEST) return 1
  const different = distance(expected.toLowerCase(), received.toLowerCase()) / longest
  return different > 0.5 ? 1 : different
}

/** The places one segment further down. */
function steps({ place, off }: Near<Node>, received: string | undefined): Near<Node>[] {
  const found: Near<Node>[] = []
  const step = (node: Node, more: number) => found.push({ place: node, off: off + more })
  const same = place.literals?.get(received as string)
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
