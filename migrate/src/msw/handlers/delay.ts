import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { constantOf, constantText } from '../../read/constants.ts'
import { functionAround, isInside, nodesIn, symbolAt } from '../../read/nodes.ts'
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
    ts.isAwaitExpression(node) ||
    ts.isFunctionLike(node) ||
    (ts.isIdentifier(node) && !isKnownBefore(source, node, resolver))
  return nodesIn(ts, next, isLater).length === 0
}

/** Whether a name holds the same after a delay: one of the resolver's own, a constant that holds a literal, or msw's. */
function isKnownBefore(source: Source, node: ts.Identifier, resolver: ts.Node): boolean {
  const { ts } = source
  const { parent } = node
  const isMember = ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)
  if (isMember && parent.name === node) return true
  const [declaration] = symbolAt(source, node)?.declarations ?? []
  if (!declaration || ts.isImportSpecifier(declaration) || declaration.getSourceFile() !== source.file) return true
  const isVariable = ts.isVariableDeclaration(declaration) && ts.isIdentifier(declaration.name)
  const value = isVariable ? constantOf(source, declaration.name as ts.Identifier) : undefined
  return isInside(declaration, resolver) || (value !== undefined && ts.isLiteralExpression(value))
}
