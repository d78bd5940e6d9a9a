import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { arrowOfCall, statementOfCall } from '../read/assertions.ts'
import { functionAround, otherUses, outerOf } from '../read/nodes.ts'
import { callOf, isExporting, nameOfFunction } from '../read/passed.ts'
import type { Source } from '../read/source.ts'

/** Has a function return nothing whose body is an expression. */
export function putInBraces(source: Source, body: ts.Node): void {
  source.edits.insert(body.getStart(source.file), '{ ')
  source.edits.insert(body.end, ' }')
}

/** Refuses an answer that is handed on: what gets it would get an undo. A function of the file whose calls ignore it returns nothing. */
export function dropReturn(source: Source, node: ts.Node): void {
  const { ts } = source
  const outer = outerOf(source, node)
  const { parent } = outer
  const isReturned = ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && !arrowOfCall(source, node))
  const isPart = ts.isPropertyAssignment(parent) || ts.isArrayLiteralExpression(parent) || ts.isCallExpression(parent)
  const maker = isReturned ? functionAround(source, node) : undefined
  if (isPart || (isReturned && !(maker && isIgnored(source, maker))))
    leaveByHand('write mocks.use(stub) in a statement of its own, and hand on the stub: rest.get(path, payload)')
  if (ts.isReturnStatement(parent)) source.edits.replace(parent.getStart(source.file), outer.getStart(source.file), '')
  else if (isReturned) putInBraces(source, outer)
}

/** Whether nothing is done with what a function returns. */
function isIgnored(source: Source, maker: ts.SignatureDeclaration): boolean {
  const { ts, file } = source
  const name = nameOfFunction(ts, maker)
  const uses = name ? otherUses(source, name) : []
  return (
    uses.length > 0 &&
    !maker.type &&
    !isExporting(file) &&
    uses.every((use) => {
      const call = callOf(ts, use)
      return call && statementOfCall(source, ts.isAwaitExpression(call.parent) ? call.parent : call)
    })
  )
}
