import type ts from 'typescript'
import { removeOrLeave, resetCode } from '../declare/remove-call.ts'
import { avaTest, isScript } from '../declare/setup.ts'
import { assertionOf, pathOfExpectation, replaceComparison, statementOfCall } from '../read/assertions.ts'
import type { Binding } from '../read/imports.ts'
import { type Chain, calleeOf, usesIn } from '../read/nodes.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import { hookAround, isAtStart } from '../read/tests.ts'
import { isInline } from '../request/resolver.ts'
import { CLEAR, HISTORY, isAsked, isLimited } from './calls/history.ts'
import { callsOn } from './declare-routes.ts'
import { isModern } from './routes/ask-fetch-mock.ts'

const IMPLIED =
  /^(?:mockGlobal|unmockGlobal|mock|restore|reset|hardReset|removeRoutes|clear|clearHistory|resetHistory|resetBehavior|mockReset|mockRestore|mockClear)$/
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
  const member = source.ts.isPropertyAccessExpression(node.parent) ? node.parent : undefined
  if (/^(?:router|fallbackRoute)$/.test(member?.name.text ?? ''))
    leaveByHand('keep the routes in an array of your own: mocks.unused() lists those without a request')
  removeOrLeave(source, member ?? node)
}

/** `done()` asks whether all routes were used. An assertion stays one, since a test may count them. */
export function verifyCall(source: Source, done: ts.CallExpression, mocks: string): void {
  const asserted = assertionOf(source, done)
  const statement = asserted?.is === 'true' ? asserted.statement : statementOfCall(source, done)
  const verify = `${mocks}.verify({ unused: true })`
  const code = asserted?.is === 'true' ? assertionCode(source, asserted.statement, verify) : statement && verify
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

/** The member by which a use asks the global fetch-mock for calls, or has it forget them, if fetch-mock can see all calls of the tests. */
export function memberOfCalls(source: Source, use: ts.Identifier, { module }: Binding): string | undefined {
  // It takes the place of fetch before each test, behind mynah. In place of a client it does not.
  if (usesIn(source, source.file, use).some((one) => mockOfClient(source, one))) return undefined
  if (module === 'fetch-mock-jest' || avaTest(source) !== undefined || isScript(source)) return undefined
  if (isAsked(source, use)) return 'calls'
  const [first] = callsOn(source, use).links
  return first && (HISTORY.test(first.name) || CLEAR.test(first.name)) ? first.name : undefined
}

/** The statement that puts fetch-mock in place of a client, `jest.mock('node-fetch', () => fetchMock.fetchHandler)`: mynah answers the client. */
export function mockOfClient(source: Source, use: ts.Identifier): ts.Node | undefined {
  const { ts } = source
  const call = ts.findAncestor(use, (one) => /^(?:jest|vi)\.(?:doM|m)ock$/.test(calleeOf(source, one)))
  const [module, factory] = call && ts.isCallExpression(call) ? call.arguments : []
  if (!call || !/^['"][^.]/.test(module?.getText() ?? '') || !isInline(source, factory)) return undefined
  const [last, ...others] = ts.isBlock(factory.body) ? factory.body.statements.toReversed() : []
  const isAlone = others.every((one) => ts.isVariableStatement(one) || one.getText().includes('.config'))
  const made = isAlone && last && ts.isReturnStatement(last) ? last.expression : factory.body
  return [use.text, `${use.text}.fetchHandler`].includes(made?.getText() ?? '')
    ? statementOfCall(source, call)
    : undefined
}

const SPIED =
  'fetch-mock hands the calls of this file on to mynah: in jsdom older versions do so without their options, and a polyfill may read other bodies'

/** What is left asks for calls alone: fetch-mock sees each, and hands it on to mynah, which has all routes. An older one hands back what is of its class. */
export function spyOnCalls(source: Source, fetchMock: string): void {
  const { indent, semicolon } = source.style
  const older = `if (${fetchMock}.config) ${fetchMock}.config.Response = globalThis.Response${semicolon}\n${indent}${fetchMock}.spy`
  const [start, end] = isModern(source) ? [`${fetchMock}.mockGlobal().spy`, 'hardReset'] : [older, 'restore']
  const hookOf = (hook: string, code: string) => `${hook}(() => {\n${indent}${code}()${semicolon}\n})${semicolon}`
  const code = `${hookOf('beforeEach', start)}\n${hookOf('afterEach', `${fetchMock}.${end}`)}`
  if (!source.file.text.includes(code)) source.behind.add(code)
  for (const hook of ['beforeEach', 'afterEach']) source.hooks.add(hook)
  source.notes.push({ line: source.left[0]?.line ?? 1, reason: SPIED })
}
