import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Source } from '../read/source.ts'
import { type Inline, returnsOf } from '../request/resolver.ts'

/** The value that a function without parameters always returns, out of its promise. */
export function returnedBy(source: Source, { parameters, body }: Inline): ts.Expression {
  if (parameters.length > 0) leaveByHand('this function reads its request: write a resolver, ({ request }) => payload')
  return source.ts.isBlock(body) ? onlyReturn(source, body) : resolvedOf(source, body)
}

export function onlyReturn(source: Source, body: ts.Block): ts.Expression {
  const [value] = returnsOf(source, body)
  if (!value || body.statements.length > 1)
    return leaveByHand('write this function as a resolver: ({ request }) => payload')
  return resolvedOf(source, value)
}

export function resolvedOf(source: Source, value: ts.Expression): ts.Expression {
  const { ts } = source
  if (ts.isParenthesizedExpression(value) || ts.isAsExpression(value)) return resolvedOf(source, value.expression)
  const isResolve = ts.isCallExpression(value) && value.expression.getText(source.file) === 'Promise.resolve'
  return isResolve && value.arguments[0] ? resolvedOf(source, value.arguments[0]) : value
}
