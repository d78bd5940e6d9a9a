import type ts from 'typescript'
import type { KeptUndo } from '../declare/declarer.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { statementOfCall } from '../read/assertions.ts'
import { type Chain, type Link, nodesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { routesNamed } from './calls/filters.ts'
import { partsOf } from './routes/route-options.ts'

const BY_HAND = 'keep the undo that mocks.use returned for this route, and call it here'

/** The names of the routes that `removeRoute(name)` or `removeRoutes({ names })` removes. */
export function namesRemoved({ ts, file }: Source, node: ts.Node): string[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
  const [argument] = node.arguments
  const method = node.expression.name.text
  if (!argument || !/^removeRoutes?$/.test(method)) return []
  if (method === 'removeRoute') return ts.isStringLiteralLike(argument) ? [argument.text] : []
  const list = /^\{\s*names:\s*\[([^\]]*)\],?\s*\}$/.exec(argument.getText(file))?.[1]
  const names = list === undefined ? [] : list.split(',').map((one) => one.trim())
  return names.every((one) => /^(['"])[^'"]+\1$/.test(one)) ? names.map((one) => one.slice(1, -1)) : []
}

/** The constant that keeps the undo of a route, if it is removed by its name where the constant can be read. */
export function keptUndo(source: Source, { node: route, links }: Chain): KeptUndo | undefined {
  const { ts } = source
  const statement = links.length === 1 ? statementOfCall(source, route) : undefined
  if (!statement) return undefined
  const calls = nodesIn(ts, statement.parent, ts.isCallExpression).filter(({ pos }) => pos >= statement.end)
  const undone = calls.flatMap((call) => namesRemoved(source, call).map((name) => ({ name, call })))
  const found = undone.find(({ name, call }) => routesNamed(source, name, call).some((link) => link.node === route))
  return found && { name: constantOf(source, found.name), at: found.call.pos }
}

/** Prints the calls of the undos. */
export function undoCode(source: Source, node: ts.Node, names: readonly string[]): string {
  // fetch-mock removes what catch() answers too.
  if (!statementOfCall(source, node) || /\.(?:catch|spy|spyGlobal)\(/.test(source.file.text)) leaveByHand(BY_HAND)
  return names.map((name) => `${undoOf(source, node, name)}()`).join(`${source.style.semicolon || ';'} `)
}

function undoOf(source: Source, node: ts.Node, name: string): string {
  const [route, ...others] = routesNamed(source, name, node)
  const declared = route && statementOfCall(source, route.node)
  const isInScope = declared && declared.end <= node.pos && node.end <= declared.parent.end
  const isLeft = source.left.some((one) => declared && one.node.pos >= declared.pos && one.node.end <= declared.end)
  if (!route || others.length > 0 || !isInScope || isLeft || mayBePending(source, route)) return leaveByHand(BY_HAND)
  return constantOf(source, name)
}

/** Whether an answer may be under way: an undo aborts it. */
function mayBePending({ ts, file }: Source, route: Link): boolean {
  const { response } = partsOf(route)
  const isPlain =
    response &&
    (ts.isNumericLiteral(response) ||
      ts.isStringLiteral(response) ||
      ts.isObjectLiteralExpression(response) ||
      ts.isArrayLiteralExpression(response))
  return !isPlain || /\b(?:delay|waitFor|sticky)\b/.test(route.node.getText(file))
}

function constantOf(source: Source, name: string): string {
  const words = name.split(/\W+/).filter((word) => word !== '')
  const code = `remove${words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')}`
  return source.localName(code) === code ? code : leaveByHand(BY_HAND)
}
