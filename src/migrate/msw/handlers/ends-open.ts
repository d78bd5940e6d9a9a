import type ts from 'typescript'
import type { Source } from '../../read/source.ts'

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
