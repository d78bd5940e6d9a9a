import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { calleeOf, nodesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** Removes an assertion, unless tests of the file count them. `scope.done()` is none. */
export function removeAssertion(source: Source, statement: ts.Statement): void {
  const { ts, file } = source
  const isCount = (node: ts.Node) => ts.isCallExpression(node) && /\.(?:assertions|plan)$/.test(calleeOf(source, node))
  const isAssertion = ts.isExpressionStatement(statement) && !calleeOf(source, statement.expression).endsWith('.done')
  if (isAssertion && nodesIn(ts, file, isCount).length > 0)
    leaveByHand('tests of this file count their assertions: remove this one, and write one less in each count')
  source.remove(statement)
}
