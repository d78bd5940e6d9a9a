import type ts from 'typescript'
import type { DeclaredResponse } from '../layout/model.ts'
import { constantOf } from '../read/constants.ts'
import { functionAround, nodesIn, symbolAt } from '../read/nodes.ts'
import { hasFlags } from '../read/payload.ts'
import type { Source } from '../read/source.ts'

const CHANGES = String.raw`(?:\.\w+|\[[^\]]*\])*(?:\s*(?:=(?![=>])|[-+*/?|&]+=|\+\+|--)|\.(?:push|pop|shift|unshift|splice|sort|reverse|set|delete|add|clear)\()`

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
  return { ...payload, code: laterCode(payload.code), isJson: false }
}

/** The code of a function that returns a value when the request comes. */
function laterCode(code: string): string {
  return `() => ${code.startsWith('{') ? `(${code})` : code}`
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
  const { ts } = source
  const declaration = symbolAt(source, node)?.valueDeclaration
  if (!declaration || !ts.isVariableDeclaration(declaration) || declaration.name === node) return false
  if (declaration.getSourceFile() !== source.file) return false
  const isSetOnce = ts.isIdentifier(declaration.name) && constantOf(source, declaration.name) !== undefined
  if (!isSetOnce || isDeclaredBehind(source, declaration, node)) return true
  const { text } = source.file
  const others = text.slice(0, declaration.pos) + text.slice(declaration.end)
  const isChanged = new RegExp(String.raw`(?<![.\w])${node.text}${CHANGES}`).test(others)
  return isChanged && !isPrimitive(source, source.checker.getTypeAtLocation(declaration.name))
}

/** Whether the statement around a name runs before the name has its value. */
function isDeclaredBehind(source: Source, declaration: ts.VariableDeclaration, name: ts.Node): boolean {
  const { ts } = source
  const statement = ts.findAncestor(name, (one) => ts.isExpressionStatement(one) || ts.isVariableStatement(one)) ?? name
  return name.pos < declaration.pos && functionAround(source, statement) === functionAround(source, declaration)
}

/** Whether a value has no members that could be set. */
function isPrimitive({ ts }: Source, type: ts.Type): boolean {
  const { StringLike, NumberLike, BooleanLike, Null, Undefined } = ts.TypeFlags
  return hasFlags(type, StringLike | NumberLike | BooleanLike | Null | Undefined)
}
