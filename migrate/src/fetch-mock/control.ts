import type ts from 'typescript'
import { removeOrLeave, resetCode } from '../declare/remove-call.ts'
import { avaTest } from '../declare/setup.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { assertionOf, pathOfExpectation, replaceComparison, statementOfCall } from '../read/assertions.ts'
import { type Chain, calleeOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { hookAround, isAtStart } from '../read/tests.ts'
import { CLEAR, isLimited } from './calls/history.ts'

/** What the hooks of mynah do. */
const IMPLIED =
  /^(?:mockGlobal|unmockGlobal|mock|restore|reset|hardReset|removeRoutes|clear|clearHistory|resetHistory|resetBehavior|mockReset|mockRestore|mockClear)$/
/** What removes the routes, and the calls with them. */
const RESET = /^(?:restore|reset|hardReset|mockReset|mockRestore)$/

/** The runner's hooks reset mocks after each test. */
export function convertControl(source: Source, { node, links }: Chain, name: string, mocks: string): void {
  if (!IMPLIED.test(name)) leaveByHand(`write ${name}() by hand: see "fetch-mock" in migrating.md`)
  else if (hookAround(source, node) || /lobal$|^mock$/.test(name)) removeControl(source, node)
  else if (RESET.test(name) && links.length === 1) source.replace(node, resetCode(source, mocks, node))
  else if (CLEAR.test(name) && isAtStart(source, node)) removeControl(source, node)
  else leaveByHand(`${mocks}.reset() clears routes and calls: call the undos of ${mocks}.use, or count from here`)
}

export function removeControl(source: Source, node: ts.Node): void {
  const { parent } = node
  const isRoutes = source.ts.isPropertyAccessExpression(parent) && /^(?:router|fallbackRoute)$/.test(parent.name.text)
  if (isRoutes) leaveByHand('keep the routes in an array of your own: mocks.unused() lists those without a request')
  removeOrLeave(source, node)
}

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
