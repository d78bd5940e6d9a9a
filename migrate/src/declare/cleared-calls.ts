import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { type Placement, placementsOf } from '../order/placements.ts'
import type { Source } from '../read/source.ts'
import { removeCall } from './remove-call.ts'

/** mynah keeps the calls of a test to its end: what clears them goes, unless the test reads calls after it. `reads` are the nodes that do. */
export class ClearedCalls {
  readonly #source: Source
  readonly #reads: readonly ts.Node[]

  constructor(source: Source, reads: readonly ts.Node[]) {
    this.#source = source
    this.#reads = reads
  }

  /** Removes a call that clears the calls so far. Other tests never see those of this one. */
  clear(call: ts.Node, mocks: string): void {
    if (this.readsAfter(call).length > 0 || !removeCall(this.#source, call)) leaveByHand(countFromHere(mocks))
  }

  /** Returns what may read the calls after a node, in one test: a helper reads where it is called, a hook at any time. */
  readsAfter(node: ts.Node): ts.Node[] {
    const source = this.#source
    const places = placementsOf(source, node)
    const isAfter = (read: Placement) =>
      places.some(
        ({ kind, scope, trail, loops }) =>
          read.kind !== 'test' ||
          kind !== 'test' ||
          (read.scope === scope && (loops.length > 0 || read.trail[0].pos >= trail[0].end)),
      )
    return this.#reads.filter((read) => {
      const placed = placementsOf(source, read)
      return placed.length === 0 || places.length === 0 || placed.some(isAfter)
    })
  }
}

/** Why what clears calls stays. */
export function countFromHere(mocks: string): string {
  return `count from here: const before = ${mocks}.calls().length; ${mocks}.reset() clears the overrides too`
}
