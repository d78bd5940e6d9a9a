import type ts from 'typescript'
import { arrowOfCall, isStatement } from '../read/assertions.ts'
import { callersOf } from '../read/constants.ts'
import { isAssignment, outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** Has a function return nothing whose body is an expression. */
export function putInBraces(source: Source, body: ts.Node): void {
  source.edits.insert(body.getStart(source.file), '{ ')
  source.edits.insert(body.end, ' }')
}

/** Whether an answer is handed on, or is what a function returns whose callers do something with it. */
export function isHandedOn(source: Source, node: ts.Node): boolean {
  const { ts } = source
  const { parent } = outerOf(source, node)
  if (ts.isPropertyAssignment(parent) || ts.isArrayLiteralExpression(parent) || ts.isCallExpression(parent)) return true
  if (isAssignment(source, parent)) return true
  return isReturned(source, node) && isResultUsed(source, parent)
}

function isReturned(source: Source, node: ts.Node): boolean {
  const { ts } = source
  const { parent } = outerOf(source, node)
  return ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && !arrowOfCall(source, node))
}

/** Whether the value of a call of the function around a node is used. */
function isResultUsed(source: Source, node: ts.Node): boolean {
  const { ts } = source
  const around = ts.findAncestor(node, ts.isFunctionLike)
  const calls = around ? callersOf(source, around) : []
  return calls.some((call) => !isStatement(source, ts.isAwaitExpression(call.parent) ? call.parent : call))
}

/** A function that returned an answer which nothing uses returns nothing. */
export function dropReturn(source: Source, node: ts.Node): void {
  if (!isReturned(source, node)) return
  const outer = outerOf(source, node)
  const { parent } = outer
  if (source.ts.isReturnStatement(parent))
    source.edits.replace(parent.getStart(source.file), outer.getStart(source.file), '')
  else putInBraces(source, outer)
}
