import { getOrAdd } from '../get-or-add.ts'
import type { Composed, PathForm, Segment } from '../path/segments.ts'
import type { Stub } from '../stub/stub.ts'

/** A stub with one of the paths that it stands for. */
export interface PathEntry {
  readonly stub: Stub
  readonly form: PathForm
  /** The index of the stub in the table. */
  readonly order: number
}

/** The stubs of one path, of all methods. */
export type Leaf = PathEntry[]

/** A node of the tree of paths: the segments that may follow, the most specific kind first. */
export interface PathNode {
  literals?: Map<string, PathNode>
  mixed?: { readonly segment: Extract<Segment, { kind: 'mixed' }>; readonly node: PathNode }[]
  param?: PathNode
  rests?: { readonly segment: Composed; readonly leaf: Leaf }[]
  leaf?: Leaf
}

export function newNode(): PathNode {
  return {}
}

/** Collects the leaves that fit a path. The order of the branches is the order of precedence. */
export function findLeaves(start: PathNode, segments: readonly string[], from: number, leaves: Leaf[]): void {
  let node = start
  for (let depth = from; depth < segments.length; depth++) {
    const segment = segments[depth] as string
    // This loop follows the last branch that fits; recursion would overflow the stack for a path of many segments.
    let last = node.literals?.get(segment)
    for (const branch of node.mixed ?? []) {
      if (!branch.segment.regexp.test(segment)) continue
      if (last) findLeaves(last, segments, depth + 1, leaves)
      last = branch.node
    }
    if (node.param && segment !== '') {
      if (last) findLeaves(last, segments, depth + 1, leaves)
      last = node.param
    }
    if (node.rests) {
      if (last) findLeaves(last, segments, depth + 1, leaves)
      for (const { leaf } of node.rests) leaves.push(leaf)
      return
    }
    if (!last) return
    node = last
  }
  if (node.leaf) leaves.push(node.leaf)
}

/** Adds a stub at its path, behind the others of that path. Returns all of them. */
export function insert(root: PathNode, entry: PathEntry): Leaf {
  let node = root
  for (const segment of entry.form.segments) {
    if (segment.kind === 'rest') return insertRest(node, segment, entry)
    node = child(node, segment)
  }
  // An empty list that is pushed to has room for 17 entries. Most paths have one.
  if (node.leaf) node.leaf.push(entry)
  else node.leaf = [entry]
  return node.leaf
}

function insertRest(node: PathNode, segment: Composed, entry: PathEntry): Leaf {
  node.rests ??= []
  let rest = node.rests.find((one) => one.segment.shape === segment.shape)
  if (!rest) {
    rest = { segment, leaf: [] }
    node.rests.push(rest)
    node.rests.sort(byLiterals)
  }
  rest.leaf.push(entry)
  return rest.leaf
}

function child(node: PathNode, segment: Exclude<Segment, { kind: 'rest' }>): PathNode {
  if (segment.kind === 'literal') {
    node.literals ??= new Map()
    return getOrAdd(node.literals, segment.text, newNode)
  }
  if (segment.kind === 'param') {
    node.param ??= newNode()
    return node.param
  }
  node.mixed ??= []
  const known = node.mixed.find((branch) => branch.segment.shape === segment.shape)
  if (known) return known.node
  const branch = { segment, node: newNode() }
  node.mixed.push(branch)
  node.mixed.sort(byLiterals)
  return branch.node
}

/** Of two segments of one kind, the one with more literal text is more specific. */
function byLiterals(a: { readonly segment: Composed }, b: { readonly segment: Composed }): number {
  return b.segment.literals - a.segment.literals
}
