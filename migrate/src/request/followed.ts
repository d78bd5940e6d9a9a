import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { functionAround, outerOf } from '../read/nodes.ts'
import { callsIn, isExporting, ownNameOf } from '../read/passed.ts'
import type { Followed } from '../read/rulings.ts'
import type { Source } from '../read/source.ts'

/**
 * Has the callers of the function around a value, which returns it, read it as the function would. Returns whether it is returned: else the
 * value is of no function with a name.
 */
export function followReturn(
  source: Source,
  node: ts.Node,
  returns: NonNullable<Followed['returns']>,
  read: (source: Source, call: ts.Expression) => void,
): boolean {
  const { ts, file } = source
  const maker = functionAround(source, node)
  const { parent } = outerOf(source, node)
  const name = maker && ownNameOf(ts, maker)
  const isReturned = ts.isReturnStatement(parent) || (parent === maker && ts.isArrowFunction(parent))
  if (!maker || !isReturned || name === undefined) return false
  if (isExporting(file) && !source.followed) return false
  for (const call of callsIn(source, file, name, maker, false))
    read(source, call ?? leaveByHand(`read what the callers of ${name} need in it, and return that`))
  if (isExporting(file)) source.followed?.push({ name, maker, returns })
  return true
}
