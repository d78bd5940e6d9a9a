import type ts from 'typescript'
import type { Source } from '../../read/source.ts'
import { returnStatements, thenCallback } from '../../request/resolver.ts'

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

/** Whether a value may be nothing, by its type, also a promise of it: msw asks the next handler then. */
export function mayBeNothing(source: Source, value: ts.Expression): boolean {
  const { ts, checker } = source
  const nothing = ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Null
  const isNothing = (type: ts.Type): boolean => {
    if (type.isUnion()) return type.types.some(isNothing)
    const [fulfilled] = type.symbol?.name === 'Promise' ? checker.getTypeArguments(type as ts.TypeReference) : []
    return (type.flags & nothing) !== 0 || (fulfilled !== undefined && isNothing(fulfilled))
  }
  if (isVoid(source, value)) return true
  // The type of `then()` has all that a resolver may return: what its callback returns tells.
  const callback = thenCallback(source, value)
  if (!callback) return isNothing(checker.getTypeAtLocation(value))
  const { body } = callback
  if (!ts.isBlock(body)) return mayBeNothing(source, body)
  const returned = returnStatements(source, body).map(({ expression }) => expression)
  return endsOpen(source, body) || returned.some((one) => one === undefined || mayBeNothing(source, one))
}

/** Whether an expression returns nothing: `console.log(url)`, whose types a project may lack. */
export function isVoid({ ts, checker }: Source, value: ts.Expression): boolean {
  return /^console\.\w+\(/.test(value.getText()) || (checker.getTypeAtLocation(value).flags & ts.TypeFlags.Void) !== 0
}
