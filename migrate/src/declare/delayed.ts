import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Source } from '../read/source.ts'
import { type Inline, isInline } from '../request/resolver.ts'
import { isChanging } from './changing.ts'

/** A value that a promise has after a time. */
interface Delayed {
  readonly value: ts.Expression
  /** The milliseconds, as code. */
  readonly delay: string
}

/** Reads `new Promise((resolve) => setTimeout(() => resolve(value), 20))`, and `setTimeout(resolve, 20, value)`. */
export function delayedValue(source: Source, node: ts.Expression): Delayed | undefined {
  const executor = executorOf(source, node)
  const [parameter, ...others] = executor?.parameters ?? []
  if (!executor || !parameter || others.length > 0) return undefined
  const resolve = parameter.name.getText(source.file)
  const timer = onlyCall(source, executor.body)
  if (timer?.expression.getText(source.file) !== 'setTimeout') return undefined
  const [callback, time, given] = timer.arguments
  if (!callback || !time) return undefined
  // A delay is read when the stub is declared, and this one when the request comes.
  if (isChanging(source, time)) leaveByHand(`wait in the resolver: setDelay(${source.code(time)})`)
  if (callback.getText(source.file) === resolve && given) return { value: given, delay: source.code(time) }
  const call = isInline(source, callback) ? onlyCall(source, callback.body) : undefined
  const [value] = call?.expression.getText(source.file) === resolve ? call.arguments : []
  return value && { value, delay: source.code(time) }
}

/** What a function does nothing but return, or throw. */
function onlyResult({ ts }: Source, { body }: Inline): ts.Expression | undefined {
  if (!ts.isBlock(body)) return body
  const [only, ...others] = body.statements
  const isResult = only && (ts.isReturnStatement(only) || ts.isThrowStatement(only))
  return isResult && others.length === 0 ? only.expression : undefined
}

/** The same of a function that does nothing but return the promise, with the same value each time. */
export function delayedAnswer(source: Source, node: Inline): Delayed | undefined {
  const value = node.parameters.length === 0 ? onlyResult(source, node) : undefined
  const delayed = value && delayedValue(source, value)
  return delayed && !isChanging(source, delayed.value) ? delayed : undefined
}

/** The function that `new Promise(executor)` is handed, if it is written inline. */
function executorOf(source: Source, node: ts.Expression): Inline | undefined {
  const isPromise = source.ts.isNewExpression(node) && node.expression.getText(source.file) === 'Promise'
  const executor = isPromise ? node.arguments?.[0] : undefined
  return isInline(source, executor) ? executor : undefined
}

/** The call that a function does nothing but make. */
function onlyCall({ ts }: Source, body: ts.ConciseBody): ts.CallExpression | undefined {
  const [statement, ...others] = ts.isBlock(body) ? body.statements : []
  const only = ts.isBlock(body) ? statement && ts.isExpressionStatement(statement) && statement.expression : body
  return others.length === 0 && only && ts.isCallExpression(only) ? only : undefined
}
