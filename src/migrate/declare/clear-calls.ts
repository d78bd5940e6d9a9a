import type ts from 'typescript'
import { placementsOf, runsBefore } from '../order/placements.ts'
import type { Source } from '../read/source.ts'
import { removeCall } from './remove-call.ts'

/** Removes a call that clears the calls so far, unless a test reads calls after it. Returns whether it could. */
export function removeClearing(source: Source, call: ts.Node, reads: readonly ts.Node[]): boolean {
  return !reads.some((read) => mayRunBefore(source, call, read)) && removeCall(source, call)
}

/** Whether the first of two nodes may run before the second, in one test. */
export function mayRunBefore(source: Source, first: ts.Node, second: ts.Node): boolean {
  const placements = placementsOf(source, second)
  return placementsOf(source, first).some((one) => placements.some((other) => runsBefore(source, one, other)))
}
