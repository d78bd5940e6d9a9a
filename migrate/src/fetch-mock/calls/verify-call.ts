import type ts from 'typescript'
import { avaTest } from '../../declare/setup.ts'
import { leaveByHand } from '../../layout/by-hand.ts'
import { assertionOf, replaceComparison, statementOfCall } from '../../read/assertions.ts'
import type { Source } from '../../read/source.ts'
import { isLimited } from './history.ts'

/** `done()` asks whether all routes were used. An assertion stays one, since a test may count them. */
export function verifyCall(source: Source, done: ts.CallExpression, mocks: string): void {
  const asserted = assertionOf(source, done)
  const statement = asserted?.isTrue ? asserted.statement : statementOfCall(source, done)
  const verify = `${mocks}.verify({ unused: true })`
  const [route] = done.arguments
  if (route) leaveByHand(`count what this route took: ${mocks}.calls(path).length`)
  else if (statement) source.replace(statement, assertionCode(source, statement, verify) + source.style.semicolon)
  else if (isLimited(source)) leaveByHand(`write ${verify}, which throws`)
  else replaceComparison(source, done, `${mocks}.unused().length === 0`)
}

function assertionCode(source: Source, statement: ts.Statement, verify: string): string {
  const text = statement.getText(source.file)
  if (/^expect\b/.test(text)) return `expect(() => ${verify}).not.${/\)\.to\./.test(text) ? 'to.throw' : 'toThrow'}()`
  const [, context] = /^(\w+)\.\w+\(/.exec(text) ?? []
  return avaTest(source) && context ? `${context}.notThrows(() => ${verify})` : verify
}
