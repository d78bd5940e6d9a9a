import { getOrAdd } from '../get-or-add.ts'
import type { MatchableRequest } from '../match/match.ts'
import type { Protocol } from '../match/operation.ts'
import type { Stub } from '../stub/stub.ts'
import type { Leaf, PathEntry } from './path-tree.ts'

/** A list of so few stubs is walked through as it is. */
export const FEW = 8

/** The stubs of a leaf, by the names of the operations that they answer. */
interface Index {
  readonly protocols: ReadonlySet<Protocol>
  readonly named: ReadonlyMap<string, readonly PathEntry[]>
  /** Those that answer operations of several names, or none. */
  readonly others: readonly PathEntry[]
}

const indexes = new WeakMap<Leaf, Index & { readonly size: number }>()

/** Returns the stubs of a leaf that may take a request, in order: the time to find one does not grow with the operations of a path. */
export function stubsFor(leaf: Leaf, request: MatchableRequest): readonly PathEntry[] {
  const known = indexes.get(leaf)
  const index = known?.size === leaf.length ? known : indexOf(leaf)
  if (index.protocols.size === 0) return leaf
  let found = index.others
  for (const protocol of index.protocols) {
    const { called, calls } = protocol.read(request)
    if (calls) return leaf
    const named = called?.name === undefined ? undefined : index.named.get(called.name)
    if (named) found = [...named, ...found]
  }
  return found === index.others ? found : [...new Set(found)].sort(byPrecedence)
}

function indexOf(leaf: Leaf): Index {
  const named = new Map<string, PathEntry[]>()
  const others: PathEntry[] = []
  const protocols = new Set<Protocol>()
  for (const entry of leaf) {
    const { operation } = entry.stub.parts.declarer
    if (operation) protocols.add(operation.protocol)
    if (operation?.name === undefined) others.push(entry)
    else getOrAdd(named, operation.name, () => []).push(entry)
  }
  const index = { protocols, named, others, size: leaf.length }
  indexes.set(leaf, index)
  return index
}

interface Ordered {
  readonly stub: Stub
  readonly order: number
}

/**
 * Matched stubs before default stubs, more conditions before fewer, one name of an operation before several, fallbacks last; equal ones
 * in order of declaration.
 */
export function byPrecedence(a: Ordered, b: Ordered): number {
  return precedenceOf(b.stub) - precedenceOf(a.stub) || nameOf(b.stub) - nameOf(a.stub) || a.order - b.order
}

function precedenceOf({ parts: { match, declarer } }: Stub): number {
  return declarer.isFallback ? -1 : (match?.weight ?? 0) + (declarer.operation?.weight ?? 0)
}

function nameOf({ parts: { declarer } }: Stub): number {
  return declarer.operation?.name === undefined ? 0 : 1
}
