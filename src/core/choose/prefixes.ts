import { LONGEST_PREFIX, prefixDifference } from '../path/compare-segments.ts'
import { findLeaves, type Leaf, type PathNode } from './path-tree.ts'

/** How many nodes of a tree are looked at, the upper ones first and of these the earliest declared, so that a report's time does not grow with the number of routes. */
const MOST_NODES = 1000

/** Returns the leaves whose paths differ from a request's by a prefix that one of the two lacks. */
export function leavesBesidePrefix(root: PathNode, segments: readonly string[]): Leaf[] {
  const leaves: Leaf[] = []
  for (let from = 1; from <= LONGEST_PREFIX; from++) findLeaves(root, segments, from, leaves)
  for (const node of upperNodes(root)) findLeaves(node, segments, 0, leaves)
  return leaves.filter(([entry]) => entry && prefixDifference(entry.form, segments))
}

/** Returns the nodes below a root that have nodes behind them, level by level. */
function upperNodes(root: PathNode): PathNode[] {
  const nodes: PathNode[] = []
  let level = [root]
  while (level.length > 0 && nodes.length < MOST_NODES) {
    level = level.flatMap(nextNodes).filter(({ literals, mixed, param, rests }) => literals ?? mixed ?? param ?? rests)
    nodes.push(...level.slice(0, MOST_NODES - nodes.length))
  }
  return nodes
}

function nextNodes({ literals, mixed = [], param }: PathNode): PathNode[] {
  return [
    ...Array.from(literals ?? [], ([, node]) => node),
    ...mixed.map(({ node }) => node),
    ...(param ? [param] : []),
  ]
}
