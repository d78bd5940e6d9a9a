import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { arrowOfCall } from '../read/assertions.ts'
import { outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** Has a function return nothing whose body is an expression. */
export function putInBraces(source: Source, body: ts.Node): void {
  source.edits.insert(body.getStart(source.file), '{ ')
  source.edits.insert(body.end, ' }')
}

const RETURNED = 'this returned a scope, and returns nothing here: declare the stub by what uses it, if anything does'

/** Refuses an answer that is handed on: what gets it would get an undo. A function that returned it returns nothing. */
export function dropReturn(source: Source, node: ts.Node): void {
  const { ts } = source
  const outer = outerOf(source, node)
  const { parent } = outer
  const isReturn = ts.isReturnStatement(parent)
  const isBody = ts.isArrowFunction(parent) && !arrowOfCall(source, node)
  if (ts.isPropertyAssignment(parent) || ts.isArrayLiteralExpression(parent) || ts.isCallExpression(parent))
    leaveByHand('write mocks.use(stub) in a statement of its own, and hand on the stub: rest.get(path, payload)')
  if (isReturn) source.edits.replace(parent.getStart(source.file), outer.getStart(source.file), '')
  else if (isBody) putInBraces(source, outer)
  const isKnown = source.notes.some(({ reason }) => reason === RETURNED)
  if ((isReturn || isBody) && !isKnown) source.notes.push({ line: source.lineOf(node), reason: RETURNED })
}
