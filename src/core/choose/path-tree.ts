import { getOrAdd } from '../get-or-add.ts'
import type { Composed, PathForm, Segment } from '../path/path.ts'
import type { Method, Stub } from '../stub/stub.ts'

/** A stub at one of the paths that it stands for. */
export interface Entry {
  readonly stub: Stub
  readonly form: PathForm
  /** Its place among all stubs of the table. */
  readonly order: number
}

/** The stubs of one path, by method. */
export type Leaf = Partial<Record<Method, Entry[]>>

/** A segment's place in the tree of paths: what may follow it, from the more specific to the less. */
export interface Node {
  literals?: Map<string, Node>
  mixed?: { readonly segment: Extract<Segment, { kind: 'mixed' }>; readonly node: Node }[]
  param?: Node
  rests?: { readonly segment: Composed; readonly leaf: Leaf }[]
  leaf?: Leaf
}

/** Walks down the tree; the order of the branches is the order of precedence. */
export function findLeaves(start: Node, segments: readonly string[], from: number, leaves: Leaf[]): void {
  let node = start
  for (let depth = from; depth < segments.length; depth++) {
    const segment = segments[depth] as string
    // The last branch that fits is walked on in this loop: a path may have more segments than the stack has room.
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

/** Gives the leaf of a path, which is added where it is new. */
export function insert(root: Node, form: PathForm): Leaf {
  let node = root
  for (const segment of form.segments) {
    if (segment.kind === 'rest') return insertRest(node, segment)
    node = child(node, segment)
  }
  node.leaf ??= {}
  return node.leaf
}

function insertRest(node: Node, segment: Composed): Leaf {
  node.rests ??= []
  const known = node.rests.find((rest) => rest.segment.shape === segment.shape)
  if (known) return known.leaf
  const leaf: Leaf = {}
  node.rests.push({ segment, leaf })
  node.rests.sort(byLiterals)
  return leaf
}

function child(node: Node, segment: Exclude<Segment, { kind: 'rest' }>): Node {
  if (segment.kind === 'literal') {
    node.literals ??= new Map()
    return getOrAdd(node.literals, segment.text, () => ({}))
  }
  if (segment.kind === 'param') {
    node.param ??= {}
    return node.param
  }
  node.mixed ??= []
  const known = node.mixed.find((branch) => branch.segment.shape === segment.shape)
  if (known) return known.node
  const added = { segment, node: {} }
  node.mixed.push(added)
  node.mixed.sort(byLiterals)
  return added.node
}

/** Of segments of one kind that both fit, the one with more literal text is the more specific one. */
function byLiterals(a: { readonly segment: Composed }, b: { readonly segment: Composed }): number {
  return b.segment.literals - a.segment.literals
}
