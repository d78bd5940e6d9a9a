import { getOrAdd } from '../get-or-add.ts'
import type { MatchableRequest } from '../match/match.ts'
import type { Protocol } from '../match/operation.ts'
import type { Params } from '../params.ts'
import { type Base, behindPrefix } from '../path/base.ts'
import { answersNothing, type Pattern } from '../path/path.ts'
import { readRegExp } from '../path/read-regexp.ts'
import { readParams, segmentsOf } from '../path/segments.ts'
import { splitUrl, type UrlParts } from '../request.ts'
import { METHODS, type Method, routeOf, type Stub } from '../stub/stub.ts'
import { findLeaves, insert, type Leaf, newNode, type PathNode } from './path-tree.ts'
import { byPrecedence, FEW, stubsFor } from './precedence.ts'

/** A stub whose path and method fit a request, with the params of the path. */
export interface Candidate {
  readonly stub: Stub
  readonly params: Params
}

type Takes = (candidate: Candidate) => boolean

interface PathRegExp {
  readonly stub: Stub
  readonly pattern: Extract<Pattern, { kind: 'regexp' }>
  readonly order: number
}

/** The stubs of one layer. The time to find candidates does not grow with the number of stubs. */
export interface Table {
  readonly stubs: readonly Stub[]
  readonly base: Base | undefined
  /** The protocols of the stubs. */
  readonly protocols: ReadonlySet<Protocol>
  /** Adds stubs behind the others. */
  add(stubs: readonly Stub[]): void
  /**
   * Calls `takes` with the candidates in order of precedence (docs/guide/choosing.md) and returns the first one that it
   * takes. A generator would be simpler to use, but would cost more than the rest of a decision.
   */
  find(method: string, url: string, takes: Takes, request?: MatchableRequest): Candidate | undefined
  /** The number of stubs of each route. */
  readonly routes: ReadonlyMap<string, number>
  /** The stubs that share a path with others, and those of a RegExp, in order of declaration: no other stub can hide one. */
  readonly sharing: readonly Stub[]
}

/** Builds the table of a list of stubs. */
export function createTable(stubs: readonly Stub[], base?: Base): Table {
  const all: Stub[] = []
  const absolute = new Map<string, PathNode>()
  const relative = newNode()
  const regexps: PathRegExp[] = []
  const crowded = new Set<Leaf>()
  /** Those that have a stub of handshakes. */
  const opened = new Set<Leaf>()
  const protocols = new Set<Protocol>()
  let routes: ReadonlyMap<string, number> | undefined

  const table: Table = {
    stubs: all,
    base,
    protocols,
    add(stubs) {
      const grown = new Set<Leaf>()
      for (const stub of stubs) {
        const order = all.push(stub) - 1
        const { pattern, declarer } = stub.parts
        if (declarer.operation) protocols.add(declarer.operation.protocol)
        if (pattern.kind === 'regexp') {
          regexps.push({ stub, pattern, order })
          continue
        }
        const root = pattern.origin === undefined ? relative : getOrAdd(absolute, pattern.origin, newNode)
        for (const form of pattern.forms) {
          const leaf = insert(root, { stub, form, order })
          if (declarer.handshake && !opened.has(leaf)) {
            leaf.push({ stub: declarer.handshake, form, order })
            opened.add(leaf)
          }
          // Only a path with several stubs has to be sorted; most have one.
          if (leaf.length > 1) grown.add(leaf)
        }
      }
      for (const leaf of grown) crowded.add(leaf.sort(byPrecedence))
      regexps.sort(byPrecedence)
      routes = undefined
    },
    find(method, url, takes, request) {
      const parts = splitUrl(url)
      const { origin, pathname } = parts
      const methods = methodsFor(method)
      const root = absolute.get(origin)
      const found = root && findBelow(root, methods, pathname, takes, request)
      if (found) return found
      const inside = base ? base.origin === origin && behindPrefix(base.prefix, pathname) : pathname
      const below = inside && findBelow(relative, methods, inside, takes, request)
      return below || findAmong(regexps, methods, parts, base, takes)
    },
    get routes() {
      routes ??= countRoutes(all)
      return routes
    },
    get sharing() {
      const sharing = new Set([...crowded, regexps].flatMap((entries) => entries.map(({ stub }) => stub)))
      return all.filter((stub) => sharing.has(stub))
    },
  }
  table.add(stubs)
  return table
}

function countRoutes(stubs: readonly Stub[]): Map<string, number> {
  const routes = new Map<string, number>()
  for (const stub of stubs) {
    const { pattern } = stub.parts
    if (answersNothing(pattern)) continue
    const route = routeOf(stub)
    routes.set(route, (routes.get(route) ?? 0) + 1)
  }
  return routes
}

const TAKING = new Map<string, readonly Method[]>(METHODS.map((method) => [method, [method, 'ALL']]))
TAKING.set('HEAD', ['HEAD', 'GET', 'ALL'])

/** Returns the methods of stubs that take requests of a method, its own method first. */
export function methodsFor(method: string): readonly Method[] {
  return TAKING.get(method) ?? ['ALL']
}

function findBelow(
  root: PathNode,
  methods: readonly Method[],
  pathname: string,
  takes: Takes,
  request: MatchableRequest | undefined,
): Candidate | undefined {
  const segments = segmentsOf(pathname)
  const leaves: Leaf[] = []
  findLeaves(root, segments, 0, leaves)
  for (const leaf of leaves) {
    const entries = request && leaf.length > FEW ? stubsFor(leaf, request) : leaf
    for (const method of methods) {
      for (const { stub, form } of entries) {
        if (stub.method !== method) continue
        const params = readParams(form, segments)
        if (params && takes({ stub, params })) return { stub, params }
      }
    }
  }
  return undefined
}

function findAmong(
  regexps: readonly PathRegExp[],
  methods: readonly Method[],
  url: UrlParts,
  base: Base | undefined,
  takes: Takes,
): Candidate | undefined {
  for (const method of methods) {
    for (const { stub, pattern } of regexps) {
      const params = stub.method === method ? readRegExp(pattern, url, base) : undefined
      if (params && takes({ stub, params })) return { stub, params }
    }
  }
  return undefined
}
