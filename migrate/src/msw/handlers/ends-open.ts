import type ts from 'typescript'
import { constantOf } from '../../read/constants.ts'
import { functionAround, innerOf } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { type Callable, functionOf, returnStatements, thenCallback } from '../../request/resolver.ts'

/** Whether a body can end without a `return` or a `throw`. If in doubt it can: a `return` behind it does no harm. */
export function endsOpen(source: Source, statement: ts.Statement | undefined): boolean {
  const { ts } = source
  if (statement === undefined) return true
  if (ts.isReturnStatement(statement) || ts.isThrowStatement(statement)) return false
  if (ts.isBlock(statement)) return endsOpen(source, statement.statements.at(-1))
  if (ts.isIfStatement(statement)) {
    return endsOpen(source, statement.thenStatement) || endsOpen(source, statement.elseStatement)
  }
  if (!ts.isTryStatement(statement)) return true
  const { tryBlock, catchClause, finallyBlock } = statement
  if (finallyBlock && !endsOpen(source, finallyBlock)) return false
  return endsOpen(source, tryBlock) || (catchClause !== undefined && endsOpen(source, catchClause.block))
}

/** The semicolon that a statement ends in, if it does. */
export function semicolonOf({ file }: Source, statement: ts.Node): string {
  return statement.getText(file).endsWith(';') ? ';' : ''
}

/** Whether a function may return nothing: msw asks the next handler then. */
function mayReturnNothing(source: Source, { body }: Callable, depth = 0): boolean {
  const { ts } = source
  if (!body || !ts.isBlock(body)) return body !== undefined && mayBeNothing(source, body, depth)
  const returned = returnStatements(source, body).map(({ expression }) => expression)
  return endsOpen(source, body) || returned.some((one) => one === undefined || mayBeNothing(source, one, depth))
}

/** Whether a value may be nothing, or a promise of nothing. If neither its form nor its type tells, it may. */
export function mayBeNothing(source: Source, value: ts.Expression, depth = 0): boolean {
  const { ts, checker } = source
  const inner = innerOf(source, value)
  if (isVoid(source, inner)) return true
  if (ts.isAwaitExpression(inner)) return mayBeNothing(source, inner.expression, depth)
  if (ts.isConditionalExpression(inner))
    return [inner.whenTrue, inner.whenFalse].some((one) => mayBeNothing(source, one, depth))
  if (ts.isBinaryExpression(inner))
    return inner.operatorToken.getText() === '&&' || mayBeNothing(source, inner.right, depth)
  if (ts.isNewExpression(inner) || OF_MSW.test(inner.getText())) return false
  // What a function returns tells more than its type, which has all that a resolver may return.
  const called = thenCallback(source, inner) ?? (ts.isCallExpression(inner) && functionOf(source, inner.expression))
  if (called && depth < 8) return mayReturnNothing(source, called, depth + 1)
  if (ts.isIdentifier(inner)) return isEmptyVariable(source, inner, depth)
  return isLookup(source, inner) || isNothing(source, checker.getTypeAtLocation(inner))
}

const OF_MSW = /^(?:Promise\.resolve\()?(?:(?:Http)?Response\.|passthrough\(|fetch\()/

/** Whether a variable may hold nothing where it is returned, unless the function asks it before. */
function isEmptyVariable(source: Source, name: ts.Identifier, depth: number): boolean {
  const { ts, checker } = source
  const type = checker.getTypeAtLocation(name)
  const asked = new RegExp(String.raw`\bif \(!?${name.text}(?: [!=]==? (?:undefined|null))?\)`)
  if (asked.test(functionAround(source, name)?.getText() ?? '')) return false
  const value = constantOf(source, name)
  if (value && (isLookup(source, value) || type.flags & ts.TypeFlags.Any)) return mayBeNothing(source, value, depth + 1)
  const declaration = checker.getSymbolAtLocation(name)?.valueDeclaration
  const isLater = declaration && ts.isVariableDeclaration(declaration) && !declaration.initializer
  return isLater || isNothing(source, type)
}

/** Whether a value is looked up in what may lack it. Its type may not say so. */
function isLookup({ ts }: Source, value: ts.Expression): boolean {
  if (ts.isElementAccessExpression(value) || ts.isOptionalChain(value)) return true
  return ts.isCallExpression(value) && /\.(?:get|find|findLast|at|shift|pop)$/.test(value.expression.getText())
}

function isNothing(source: Source, type: ts.Type): boolean {
  const { ts, checker } = source
  if (type.isUnion()) return type.types.some((one) => isNothing(source, one))
  const [fulfilled] = type.symbol?.name === 'Promise' ? checker.getTypeArguments(type as ts.TypeReference) : []
  if (fulfilled) return isNothing(source, fulfilled)
  const { Undefined, Void, Null, Any, Unknown } = ts.TypeFlags
  return (type.flags & (Undefined | Void | Null | Any | Unknown)) !== 0
}

/** Whether an expression returns nothing: `console.log(url)`, whose types a project may lack. */
export function isVoid({ ts, checker }: Source, value: ts.Expression): boolean {
  return /^console\.\w+\(/.test(value.getText()) || (checker.getTypeAtLocation(value).flags & ts.TypeFlags.Void) !== 0
}
