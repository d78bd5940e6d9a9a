import type ts from 'typescript'
import type { DeclaredResponse } from '../layout/model.ts'
import { constantOf, isSetBy } from '../read/constants.ts'
import { nodesIn, symbolAt, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** The object that an expression is, or that is in a constant which the file does not change. */
export function objectOf(source: Source, node: ts.Expression): ts.ObjectLiteralExpression | undefined {
  const { ts } = source
  const object = ts.isIdentifier(node) && !isVariable(source, node) ? constantOf(source, node) : node
  return object && ts.isObjectLiteralExpression(object) ? object : undefined
}

/** Makes a payload one that is read when the request comes: a constant of the file is in it, and is changed later. */
export function readLate<Payload extends DeclaredResponse>(
  source: Source,
  node: ts.Expression | undefined,
  payload: Payload,
): Payload {
  if (!node || !payload.isJson || !isChangedLater(source, node)) return payload
  const code = payload.code.startsWith('{') ? `(${payload.code})` : payload.code
  return { ...payload, code: `() => ${code}`, isJson: false }
}

/** Whether a constant of the file is in an expression, and is changed later. */
function isChangedLater(source: Source, node: ts.Expression): boolean {
  const { ts } = source
  const isOther = (one: ts.Node) =>
    ts.isSpreadElement(one) ||
    ts.isSpreadAssignment(one) ||
    ts.isCallExpression(one) ||
    ts.isPropertyAccessExpression(one)
  if (nodesIn(ts, node, isOther).length > 0) return false
  const changed = nodesIn(ts, node, ts.isIdentifier).filter((one) => isVariable(source, one))
  return changed.length > 0 && changed.every((one) => constantOf(source, one))
}

/** Whether a name holds what the file sets again, or changes. */
function isVariable(source: Source, node: ts.Identifier): boolean {
  const { ts, file } = source
  const symbol = symbolAt(source, node)
  const declaration = symbol?.valueDeclaration
  if (!symbol || !declaration || !ts.isVariableDeclaration(declaration) || declaration.getSourceFile() !== file)
    return false
  return usesOf(source, symbol, node.text).some((use) => isSetBy(source, use) || isChangedBy(source, use))
}

const CHANGES = /^(?:push|pop|shift|unshift|splice|sort|reverse|set|delete|add|clear)$/

/** Whether a use changes what its name holds: `list.push(1)`, `user.name = 'Ada'`. */
function isChangedBy(source: Source, use: ts.Node): boolean {
  const { ts } = source
  let member = use
  while (ts.isPropertyAccessExpression(member.parent) || ts.isElementAccessExpression(member.parent))
    member = member.parent
  const name = ts.isPropertyAccessExpression(member) ? member.name.text : ''
  if (ts.isCallExpression(member.parent)) return CHANGES.test(name) && member.parent.expression === member
  return member !== use && isSetBy(source, member)
}
