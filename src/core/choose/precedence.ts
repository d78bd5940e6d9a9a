import { getOrAdd } from '../get-or-add.ts'
import type { MatchableRequest } from '../match/match.ts'
import type { Protocol } from '../match/operation.ts'
import type { Stub } from '../stub/stub.ts'
import type { Leaf, PathEntry } from './path-tree.ts'

/** A list of so few stubs is walked through as it is. */
export const FEW = 8

/** The stubs of a leaf, by the names of the operations that they answer; those without one name are below `undefined`. */
interface Index {
  readonly protocols: readonly Protocol[]
  readonly named: ReadonlyMap<string | undefined, readonly PathEntry[]>
  /** The number of stubs. */
  readonly size: number
}

const indexes = new WeakMap<Leaf, Index>()

/** Returns the stubs of a leaf that may take a request, in order: the time to find one does not grow with the operations of a path. */
export function stubsFor(leaf: Leaf, request: MatchableRequest): readonly PathEntry[] {
  const known = indexes.get(leaf)
  const { protocols, named } = known?.size === leaf.length ? known : operationIndexOf(leaf)
  if (protocols.length === 0) return leaf
  const names = new Set([undefined, ...protocols.map((protocol) => protocol.read(request).called?.name)])
  return [...names].flatMap((name) => named.get(name) ?? []).sort(byPrecedence)
}

function operationIndexOf(leaf: Leaf): Index {
  const named = new Map<string | undefined, PathEntry[]>()
  const protocols = new Set<Protocol>()
  for (const entry of leaf) {
    const { operation } = entry.stub.parts.declarer
    if (operation) protocols.add(operation.protocol)
    getOrAdd(named, operation?.name, () => []).push(entry)
  }
  const index = { protocols: [...protocols], named, size: leaf.length }
  indexes.set(leaf, index)
  return index
}

interface Ordered {
  readonly stub: Stub
  readonly order: number
}

/** Matched stubs before default stubs, more conditions before fewer, fallbacks last; equal ones in order of declaration. */
export function byPrecedence(a: Ordered, b: Ordered): number {
  return precedenceOf(b.stub) - precedenceOf(a.stub) || a.order - b.order
}

function precedenceOf({ parts: { match, declarer } }: Stub): number {
  return declarer.isFallback ? -1 : (match?.weight ?? 0) + (declarer.operation?.weight ?? 0)
}
