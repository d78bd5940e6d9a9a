import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { kindOf } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { type Inline, isInline } from '../request/resolver.ts'
import type { Answer } from './response-init.ts'
import { returnedBy } from './returned-values.ts'

export const THROWN =
  'fetch rejects with this error there; here as fetch does, with a TypeError whose cause is the error'
const THROWN_VALUE = 'fetch rejects with this value there; here as fetch does, with a TypeError that has a cause'

/** Reads the error that fetch rejects with, or a function that rejects. */
export function rejection(source: Source, error: ts.Expression | undefined, node: ts.Node): Answer {
  if (isInline(source, error)) {
    const thrown = thrownBy(source, error)
    if (thrown) return rejection(source, thrown, node)
    const value = returnedBy(source, error)
    return isRejection(source, value)
      ? rejection(source, value.arguments[0], node)
      : leaveByHand('write networkError(error) with an Error')
  }
  if (!error || error.getText(source.file) === 'undefined' || source.ts.isStringLiteralLike(error)) {
    const code = error && source.ts.isStringLiteralLike(error) ? `new Error(${source.code(error)})` : ''
    source.note(node, THROWN_VALUE)
    return { response: { code: `${source.name('networkError')}(${code})`, isJson: false }, settings: [] }
  }
  if (!(source.ts.isNewExpression(error) || kindOf(source, error) === 'error'))
    return leaveByHand('write networkError(error) with an Error')
  source.note(error, THROWN)
  return { response: { code: `${source.name('networkError')}(${source.code(error)})`, isJson: false }, settings: [] }
}

/** What a function does nothing but throw. */
export function thrownBy({ ts }: Source, { body }: Inline): ts.Expression | undefined {
  const [only, ...others] = ts.isBlock(body) ? body.statements : []
  return only && others.length === 0 && ts.isThrowStatement(only) ? only.expression : undefined
}

export function isRejection({ ts, file }: Source, value: ts.Expression): value is ts.CallExpression {
  return ts.isCallExpression(value) && value.expression.getText(file) === 'Promise.reject'
}

const ABORTED = 'fetch rejects with an AbortError there; here as fetch does, with a TypeError whose cause is that error'

/** Fetch rejects as if its signal were aborted. */
export function aborted(source: Source, node: ts.Node): Answer {
  source.note(node, ABORTED)
  const error = `new DOMException(${source.quote('The operation was aborted.')}, ${source.quote('AbortError')})`
  return { response: { code: `${source.name('networkError')}(${error})`, isJson: false }, settings: [] }
}
