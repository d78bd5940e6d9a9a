import { type Base, behindPrefix } from './base.ts'
import { type Composed, type Params, type PathForm, readGroups, readParams, type Segment, segmentsOf } from './path.ts'
import { splitUrl } from './request.ts'
import { METHODS, type Method, type Stub } from './stub.ts'

/** A stub that may answer a request: its path and method fit. */
export interface Candidate {
  readonly stub: Stub
  readonly params: Params
}

type Takes = (candidate: Candidate) => boolean

/** A stub at one of the paths that it stands for. */
interface Entry {
  readonly stub: Stub
  readonly form: PathForm
}

/** The stubs of one path, by method. */
type Leaf = Partial<Record<Method, Entry[]>>

/** A segment's place in the tree of paths: what may follow it, from the more specific to the less. */
interface Node {
  literals?: Map<string, Node>
  mixed?: { readonly segment: Extract<Segment, { kind: 'mixed' }>; readonly node: Node }[]
  param?: Node
  rests?: { readonly segment: Composed; readonly leaf: Leaf }[]
  leaf?: Leaf
}

/** The stubs of one layer, found by method and path in time that does not grow with their number. */
export interface Table {
  readonly stubs: readonly Stub[]
  readonly base: Base | undefined
  /**
   * Offers the stubs whose method and path fit, the one to ask first coming first (contract: section 4, rules 2 and 3),
   * until one is taken; gives that one. It is no generator: that would cost more than all the rest of a decision.
   */
  find(method: string, url: string, takes: Takes): Candidate | undefined
}

/** Builds the table of a list of stubs. */
export function createTable(stubs: readonly Stub[], base?: Base): Table {
  const absolute = new Map<string, Node>()
  const relative: Node = {}
  const regexps: { readonly stub: Stub; readonly regexp: RegExp }[] = []
  const lists = new Set<Entry[]>()

  for (const stub of stubs) {
    const { pattern } = stub
    if (pattern.kind === 'regexp') {
      regexps.push({ stub, regexp: pattern.regexp })
      continue
    }
    const root = pattern.origin === undefined ? relative : getOrAdd(absolute, pattern.origin, () => ({}))
    for (const form of pattern.forms) {
      const leaf = insert(root, form)
      leaf[stub.method] ??= []
      const entries = leaf[stub.method] as Entry[]
      entries.push({ stub, form })
      lists.add(entries)
    }
  }
  for (const entries of lists) entries.sort(byPrecedence)
  regexps.sort(byPrecedence)

  return {
    stubs,
    base,
    find(method, url, takes) {
      const { origin, pathname } = splitUrl(url)
      const methods = methodsFor(method)
      const root = absolute.get(origin)
      const found = root && findBelow(root, methods, pathname, takes)
      if (found || (base && base.origin !== origin)) return found
      const inside = behindPrefix(base?.prefix ?? '', pathname)
      if (inside === undefined) return undefined
      return findBelow(relative, methods, inside, takes) ?? findAmong(regexps, methods, pathname, takes)
    },
  }
}

const TAKING = new Map<string, readonly Method[]>(METHODS.map((method) => [method, [method, 'ALL']]))
TAKING.set('HEAD', ['HEAD', 'GET', 'ALL'])

/** The stubs' methods that take a request's method, its own one first. */
export function methodsFor(method: string): readonly Method[] {
  return TAKING.get(method) ?? ['ALL']
}

function findBelow(root: Node, methods: readonly Method[], pathname: string, takes: Takes): Candidate | undefined {
  const segments = segmentsOf(pathname)
  const leaves: Leaf[] = []
  findLeaves(root, segments, 0, leaves)
  // One stub can stand at several of these leaves: an optional part makes it two paths.
  const seen = leaves.length > 1 ? new Set<Stub>() : undefined
  for (const leaf of leaves) {
    for (const method of methods) {
      for (const { stub, form } of leaf[method] ?? []) {
        const params = seen?.has(stub) ? undefined : readParams(form, segments)
        if (!params) continue
        seen?.add(stub)
        const candidate = { stub, params }
        if (takes(candidate)) return candidate
      }
    }
  }
  return undefined
}

function findAmong(
  regexps: readonly { readonly stub: Stub; readonly regexp: RegExp }[],
  methods: readonly Method[],
  pathname: string,
  takes: Takes,
): Candidate | undefined {
  for (const method of methods) {
    for (const { stub, regexp } of regexps) {
      const params = stub.method === method ? readGroups(regexp, pathname) : undefined
      if (params && takes({ stub, params })) return { stub, params }
    }
  }
  return undefined
}

/** Walks down the tree; the order of the branches is the order of precedence. */
function findLeaves(node: Node, segments: readonly string[], depth: number, leaves: Leaf[]): void {
  if (depth === segments.length) {
    if (node.leaf) leaves.push(node.leaf)
    return
  }
  const segment = segments[depth] as string
  const literal = node.literals?.get(segment)
  if (literal) findLeaves(literal, segments, depth + 1, leaves)
  for (const branch of node.mixed ?? []) {
    if (branch.segment.regexp.test(segment)) findLeaves(branch.node, segments, depth + 1, leaves)
  }
  if (node.param && segment !== '') findLeaves(node.param, segments, depth + 1, leaves)
  for (const { leaf } of node.rests ?? []) leaves.push(leaf)
}

function insert(root: Node, form: PathForm): Leaf {
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

/** Matched stubs before default ones, more conditions before fewer; equals stay in order of declaration. */
function byPrecedence(a: { readonly stub: Stub }, b: { readonly stub: Stub }): number {
  return (b.stub.match?.weight ?? 0) - (a.stub.match?.weight ?? 0)
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
