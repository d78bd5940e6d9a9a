import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { constantText } from '../../read/constants.ts'
import { functionAround, nodesIn, symbolAt } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'

/** msw waits for 5 ms in Node if it is not told how long. */
export function convertDelay(source: Source, use: ts.Identifier, take: (name: string) => string): void {
  const { ts } = source
  const call = use.parent
  if (!ts.isCallExpression(call) || call.expression !== use)
    leaveByHand('write delay() as setDelay(ms), which the resolver is handed')
  const statement = ts.isAwaitExpression(call.parent) ? call.parent.parent : undefined
  const [time] = call.arguments
  const text = time && constantText(source, time)
  const isMode = text !== undefined && Number.isNaN(Number(text))
  const code = text === 'infinite' ? 'Infinity' : time && !isMode ? source.code(time) : '5'
  if (statement && ts.isExpressionStatement(statement) && isLastWait(source, statement))
    source.replace(call.parent, `${take('setDelay')}(${code})`)
  else if (code === 'Infinity') source.replace(call, 'new Promise(() => {})')
  else source.replace(call, `new Promise((resolve) => setTimeout(resolve, ${code}))`)
}

/** setDelay() holds the response back, and nothing else: what follows runs at once, so it may only be the return of what is known by then. */
function isLastWait(source: Source, statement: ts.Statement): boolean {
  const { ts } = source
  const { statements } = statement.parent as ts.Block
  const next = statements?.[statements.indexOf(statement) + 1]
  if (!next || !ts.isReturnStatement(next) || statements.at(-1) !== next) return false
  const resolver = functionAround(source, statement)
  if (!resolver || statement.parent.parent !== resolver) return false
  const isLater = (node: ts.Node) =>
    ts.isAwaitExpression(node) || ts.isFunctionLike(node) || (ts.isIdentifier(node) && !isKnownBefore(source, node))
  return nodesIn(ts, next, isLater).length === 0
}

/** Whether a name holds the same after a delay: it is that of a member, or msw's. */
function isKnownBefore(source: Source, node: ts.Identifier): boolean {
  const { ts } = source
  const { parent } = node
  if ((ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node) return true
  const [declaration] = symbolAt(source, node)?.declarations ?? []
  return (
    !declaration || ts.isImportSpecifier(declaration) || ts.isParameter(declaration) || ts.isBindingElement(declaration)
  )
}
