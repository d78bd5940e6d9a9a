import type ts from 'typescript'
import { avaTest } from '../declare/setup.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { assertionOf, statementOfCall } from '../read/assertions.ts'
import type { Source } from '../read/source.ts'

/** `done()` asks whether all routes were used. An assertion stays one, since a test may count them. */
export function verifyCall(source: Source, done: ts.Node, mocks: string): void {
  const asserted = assertionOf(source, done)
  const statement = asserted?.isTrue ? asserted.statement : statementOfCall(source, done)
  const verify = `${mocks}.verify({ unused: true })`
  if (!statement) leaveByHand(`write ${verify}, which throws`)
  else source.replace(statement, assertionCode(source, statement, verify) + source.style.semicolon)
}

function assertionCode(source: Source, statement: ts.Statement, verify: string): string {
  const text = statement.getText(source.file)
  if (/^expect\b/.test(text)) return `expect(() => ${verify}).not.${/\)\.to\./.test(text) ? 'to.throw' : 'toThrow'}()`
  const [, context] = /^(\w+)\.\w+\(/.exec(text) ?? []
  return avaTest(source) && context ? `${context}.notThrows(() => ${verify})` : verify
}
