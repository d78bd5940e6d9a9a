import type ts from 'typescript'
import { constantOf } from '../../read/constants.ts'
import { calleeOf, innerOf } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { isInline } from '../../request/resolver.ts'

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

/** Whether a value may be nothing, or a promise of nothing. If neither its form nor its type tells, it may. */
export function mayBeNothing(source: Source, value: ts.Expression): boolean {
  const { ts, checker } = source
  const inner = innerOf(source, value)
  if (isVoid(source, inner)) return true
  if (ts.isAwaitExpression(inner)) return mayBeNothing(source, inner.expression)
  if (ts.isConditionalExpression(inner))
    return [inner.whenTrue, inner.whenFalse].some((one) => mayBeNothing(source, one))
  if (ts.isBinaryExpression(inner)) return inner.operatorToken.getText() === '&&' || mayBeNothing(source, inner.right)
  const [made] = calleeOf(source, inner) === 'Promise.resolve' ? (inner as ts.CallExpression).arguments : [inner]
  if (ts.isNewExpression(inner) || OF_MSW.test(calleeOf(source, made))) return false
  const [callback] = calleeOf(source, inner).endsWith('.then') ? (inner as ts.CallExpression).arguments : []
  if (isInline(source, callback) && !ts.isBlock(callback.body)) return mayBeNothing(source, callback.body)
  const held = ts.isIdentifier(inner) ? constantOf(source, inner) : undefined
  if (held && (ts.isCallExpression(held) || ts.isAwaitExpression(held))) return mayBeNothing(source, held)
  // The type of what is looked up may not say that it may be missing.
  return ts.isElementAccessExpression(inner) || isNothing(source, checker.getTypeAtLocation(inner))
}

const OF_MSW = /^(?:(?:Http)?Response\.\w+|passthrough|fetch)$/

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
  return (
    calleeOf({ ts }, value).startsWith('console.') || (checker.getTypeAtLocation(value).flags & ts.TypeFlags.Void) !== 0
  )
}
