import type ts from 'typescript'
import { resolvedAtOnce } from '../declare/delayed.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { calleeOf, innerOf } from '../read/nodes.ts'
import { kindOf } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { type Inline, isInline, returnsOf } from '../request/resolver.ts'
import type { Answer } from './response-init.ts'

/** The value that a function without parameters always returns, out of its promise. */
export function returnedBy(source: Source, { parameters, body }: Inline): ts.Expression {
  if (parameters.length > 0) leaveByHand('this function reads its request: write a resolver, ({ request }) => payload')
  return source.ts.isBlock(body) ? onlyReturn(source, body) : resolvedOf(source, body)
}

function onlyReturn(source: Source, body: ts.Block): ts.Expression {
  const [value] = returnsOf(source, body)
  if (!value || body.statements.length > 1)
    return leaveByHand('write this function as a resolver: ({ request }) => payload')
  return resolvedOf(source, value)
}

export function resolvedOf(source: Source, value: ts.Expression): ts.Expression {
  const inner = innerOf(source, value)
  const [resolved] =
    source.ts.isCallExpression(inner) && calleeOf(source, inner) === 'Promise.resolve'
      ? inner.arguments
      : resolvedAtOnce(source, inner)
  return resolved ? resolvedOf(source, resolved) : inner
}

export const THROWN =
  'fetch rejects with this error there; here as fetch does, with a TypeError whose cause is the error'
const THROWN_VALUE = 'fetch rejects with this value there; here as fetch does, with a TypeError that has a cause'

/** Reads the error that fetch rejects with, or a function that rejects. */
export function rejection(source: Source, error: ts.Expression | undefined, node: ts.Node): Answer {
  if (isInline(source, error))
    return rejectionBy(source, error, node) ?? leaveByHand('write networkError(error) with an Error')
  if (!error || error.getText(source.file) === 'undefined' || source.ts.isStringLiteralLike(error)) {
    source.note(node, THROWN_VALUE)
    return failure(source, error && source.ts.isStringLiteralLike(error) ? `new Error(${source.code(error)})` : '')
  }
  if (!(source.ts.isNewExpression(error) || kindOf(source, error) === 'error'))
    return leaveByHand('write networkError(error) with an Error')
  source.note(error, THROWN)
  return failure(source, source.code(error))
}

function failure(source: Source, error: string): Answer {
  return { response: { code: `${source.name('networkError')}(${error})`, isJson: false }, settings: [] }
}

/** What a function without parameters rejects with; `undefined` if it does not always reject. */
function rejectionBy(source: Source, made: Inline, node: ts.Node): Answer | undefined {
  const thrown = thrownBy(source, made)
  if (thrown) return rejection(source, thrown, node)
  const value = returnedBy(source, made)
  const isRejection = source.ts.isCallExpression(value) && calleeOf(source, value) === 'Promise.reject'
  return isRejection ? rejection(source, value.arguments[0], node) : undefined
}

/** What a function does nothing but throw. */
export function thrownBy({ ts }: Source, { body }: Inline): ts.Expression | undefined {
  const [only, ...others] = ts.isBlock(body) ? body.statements : []
  return only && others.length === 0 && ts.isThrowStatement(only) ? only.expression : undefined
}

const ABORTED = 'fetch rejects with an AbortError there; here as fetch does, with a TypeError whose cause is that error'

/** Fetch rejects as if its signal were aborted. */
export function aborted(source: Source, node: ts.Node): Answer {
  source.note(node, ABORTED)
  return failure(
    source,
    `new DOMException(${source.quote('The operation was aborted.')}, ${source.quote('AbortError')})`,
  )
}
