import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { nodesIn } from '../read/nodes.ts'
import { kindOf } from '../read/payload.ts'
import type { Source } from '../read/source.ts'

/** Has a function return the errors that it throws and does not catch: a resolver that throws fails its test. */
export function returnErrors(source: Source, body: ts.Node, note: string): void {
  const { ts } = source
  const isCaught = (node: ts.Node) =>
    ts.isBlock(node) && ts.isTryStatement(node.parent) && node.parent.catchClause !== undefined
  const isApart = (node: ts.Node) => ts.isFunctionLike(node) || isCaught(node)
  for (const thrown of nodesIn(ts, body, ts.isThrowStatement, isApart)) returnError(source, thrown, note)
}

function returnError(source: Source, { expression }: ts.ThrowStatement, note: string): void {
  if (!source.ts.isNewExpression(expression) && kindOf(source, expression) !== 'error')
    leaveByHand('return networkError(error) with an Error')
  source.note(expression, note)
  const { parent } = expression
  source.edits.replace(parent.getStart(source.file), parent.getStart(source.file) + 'throw'.length, 'return')
  source.replace(expression, `${source.name('networkError')}(${source.code(expression)})`)
}
