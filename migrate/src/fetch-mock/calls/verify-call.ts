import type ts from 'typescript'
import { avaTest } from '../../declare/setup.ts'
import { leaveByHand } from '../../layout/by-hand.ts'
import { assertionOf, pathOfExpectation, replaceComparison, statementOfCall } from '../../read/assertions.ts'
import { calleeOf } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { isLimited } from './history.ts'

/** `done()` asks whether all routes were used. An assertion stays one, since a test may count them. */
export function verifyCall(source: Source, done: ts.CallExpression, mocks: string): void {
  const asserted = assertionOf(source, done)
  const statement = asserted?.isTrue ? asserted.statement : statementOfCall(source, done)
  const verify = `${mocks}.verify({ unused: true })`
  const code = asserted?.isTrue ? assertionCode(source, asserted.statement, verify) : statement && verify
  const [route] = done.arguments
  if (route) leaveByHand(`count what this route took: ${mocks}.calls(path).length`)
  else if (statement && code) source.replace(statement, code + source.style.semicolon)
  else if (isLimited(source)) leaveByHand(`write ${verify}, which throws`)
  else replaceComparison(source, done, `${mocks}.unused().length === 0`)
}

/** `undefined` for an assertion of a test's context that has no other form. */
function assertionCode(source: Source, statement: ts.Statement, verify: string): string | undefined {
  const call = source.ts.isExpressionStatement(statement) ? statement.expression : undefined
  const asked = call && pathOfExpectation(source, call)
  if (asked) return `expect(() => ${verify}).not.${asked.startsWith('to.') ? 'to.throw' : 'toThrow'}()`
  const [context = '', member] = calleeOf(source, call).split('.')
  if (context === 'assert' || member === undefined) return verify
  return avaTest(source) && `${context}.notThrows(() => ${verify})`
}
