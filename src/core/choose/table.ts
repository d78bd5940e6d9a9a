import { getOrAdd } from '../get-or-add.ts'
import type { Params } from '../params.ts'
import { type Base, behindPrefix } from '../path/base.ts'
import { readGroups, readParams } from '../path/read-params.ts'
import { segmentsOf } from '../path/segments.ts'
import { splitUrl } from '../request.ts'
import { METHODS, type Method, routeOf, type Stub } from '../stub/stub.ts'
import { ANOTHER, MOST_PATHS, nearest, nearLeaves } from './nearest.ts'
import { type Entry, findLeaves, insert, type Leaf, type Node } from './path-tree.ts'

/** A stub that may answer a request: its path and method fit. */
export interface Candidate {
  readonly stub: Stub
  readonly params: Params
}

type Takes = (candidate: Candidate) => boolean

interface RegExpEntry {
  readonly stub: Stub
  readonly regexp: RegExp
  readonly order: number
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
  /** Gives the stubs whose paths are nearest to a URL, in order of declaration. */
  near(url: string): Stub[]
  /** How many stubs each route has. */
  readonly routes: ReadonlyMap<string, number>
}

/** Builds the table of a list of stubs. */
export function createTable(stubs: readonly Stub[], base?: Base): Table {
  const absolute = new Map<string, Node>()
  const relative: Node = {}
  const regexps: RegExpEntry[] = []
  const crowded = new Set<Entry[]>()
  let routes: ReadonlyMap<string, number> | undefined

  for (const [order, stub] of stubs.entries()) {
    const { pattern } = stub
    if (pattern.kind === 'regexp') {
      regexps.push({ stub, regexp: pattern.regexp, order })
      continue
    }
    const root = pattern.origin === undefined ? relative : getOrAdd(absolute, pattern.origin, () => ({}))
    for (const form of pattern.forms) {
      const leaf = insert(root, form)
      const entries = leaf[stub.method]
      if (!entries) leaf[stub.method] = [{ stub, form, order }]
      else {
        // Most routes have one stub: nothing of theirs is sorted.
        entries.push({ stub, form, order })
        crowded.add(entries)
      }
    }
  }
  for (const entries of crowded) entries.sort(byPrecedence)
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
    near(url) {
      const { origin, pathname } = splitUrl(url)
      const inside = (base && behindPrefix(base.prefix, pathname)) ?? pathname
      const own = absolute.get(origin)
      const others = [...absolute.values()].filter((root) => root !== own).slice(0, MOST_PATHS)
      const leaves = nearest([
        ...nearLeaves([{ place: relative, off: 0 }], segmentsOf(inside)),
        ...nearLeaves(own ? [{ place: own, off: 0 }] : [], segmentsOf(pathname)),
        ...nearLeaves(
          others.map((place) => ({ place, off: ANOTHER })),
          segmentsOf(pathname),
        ),
      ])
      const entries = leaves.flatMap(({ place }) => Object.values(place).flat())
      const all = [...entries, ...regexps.slice(0, MOST_PATHS)].sort((a, b) => a.order - b.order)
      return [...new Set(all.map(({ stub }) => stub))]
    },
    get routes() {
      routes ??= countRoutes(stubs)
      return routes
    },
  }
}

function countRoutes(stubs: readonly Stub[]): Map<string, number> {
  const routes = new Map<string, number>()
  for (const stub of stubs) {
    const route = routeOf(stub)
    routes.set(route, (routes.get(route) ?? 0) + 1)
  }
  return routes
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
  for (const leaf of leaves) {
    for (const method of methods) {
      for (const { stub, form } of leaf[method] ?? []) {
        const params = readParams(form, segments)
        if (params && takes({ stub, params })) return { stub, params }
      }
    }
  }
  return undefined
}

function findAmong(
  regexps: readonly RegExpEntry[],
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

/** Matched stubs before default ones, more conditions before fewer; equals stay in order of declaration. */
function byPrecedence(a: { readonly stub: Stub }, b: { readonly stub: Stub }): number {
  return (b.stub.match?.weight ?? 0) - (a.stub.match?.weight ?? 0)
}
