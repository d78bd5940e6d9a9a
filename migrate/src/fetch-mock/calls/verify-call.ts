import type ts from 'typescript'
import { avaTest } from '../../declare/setup.ts'
import { leaveByHand } from '../../layout/by-hand.ts'
import { assertionOf, replaceComparison, statementOfCall } from '../../read/assertions.ts'
import type { Source } from '../../read/source.ts'
import { filterCode } from './filters.ts'
import { isLimited } from './history.ts'

/** `done()` asks whether all routes were used. An assertion stays one, since a test may count them. */
export function verifyCall(source: Source, done: ts.CallExpression, mocks: string): void {
  const asserted = assertionOf(source, done)
  const statement = asserted?.isTrue ? asserted.statement : statementOfCall(source, done)
  const verify = `${mocks}.verify({ unused: true })`
  const [route] = done.arguments
  if (route) {
    if (isLimited(source)) leaveByHand(`count what this route took: ${mocks}.calls(path).length`)
    replaceComparison(source, done, areCalled(source, route, mocks))
  } else if (statement) source.replace(statement, assertionCode(source, statement, verify) + source.style.semicolon)
  else if (isLimited(source)) leaveByHand(`write ${verify}, which throws`)
  else replaceComparison(source, done, `${mocks}.unused().length === 0`)
}

/** Prints whether a route was called, or each one of a list. */
export function areCalled(source: Source, route: ts.Expression, mocks: string): string {
  const [first, ...others] = namesIn(source, route)
  if (first && others.length === 0) return `${mocks}.calls(${filterCode(source, first, undefined)}).length > 0`
  const filters = [first, ...others].map((one) => filterCode(source, one, undefined))
  return `[${filters.join(', ')}].every((route) => ${mocks}.calls(route).length > 0)`
}

/** The names of `done('a')` and of `done(['a', 'b'])`. */
export function namesIn({ ts }: Source, route: ts.Expression): readonly ts.Expression[] {
  return ts.isArrayLiteralExpression(route) && route.elements.length > 0 ? route.elements : [route]
}

function assertionCode(source: Source, statement: ts.Statement, verify: string): string {
  const text = statement.getText(source.file)
  if (/^expect\b/.test(text)) return `expect(() => ${verify}).not.${/\)\.to\./.test(text) ? 'to.throw' : 'toThrow'}()`
  const [, context] = /^(\w+)\.\w+\(/.exec(text) ?? []
  return avaTest(source) && context ? `${context}.notThrows(() => ${verify})` : verify
}
