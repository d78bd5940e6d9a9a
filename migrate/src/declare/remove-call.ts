import type ts from 'typescript'
import { mayRunBefore } from '../order/placements.ts'
import { expectationOn, isCounted, statementOfCall } from '../read/assertions.ts'
import { calleeOf, callsNamed, isSum, nodesIn, otherUses, outerOf, statementsAfter } from '../read/nodes.ts'
import { leaveByHand, type Source, type TypeScript } from '../read/source.ts'
import { callOfCallback, hookAround, hookName, isTest } from '../read/tests.ts'

/**
 * Removes a call that mynah's hooks make needless: its statement, or the hook that does nothing else, as `afterEach(() => nock.cleanAll())`.
 * Returns whether it could.
 */
export function removeCall(source: Source, call: ts.Node): boolean {
  const { ts } = source
  const awaited = ts.isAwaitExpression(call.parent) ? call.parent : call
  const outer = outerOf(source, awaited)
  const callback = ts.isArrowFunction(outer.parent) ? outer.parent : outer
  const hook = callback.parent
  const hooked = ts.isCallExpression(hook) && hookName(source, hook) ? statementOfCall(source, hook) : undefined
  const statement = statementOfCall(source, awaited) ?? hooked
  if (statement) source.remove(statement)
  return statement !== undefined
}

export function removeOrLeave(source: Source, call: ts.Node, reason = 'the hooks of the runner do it'): void {
  if (!removeCall(source, call)) leaveByHand(`remove this: ${reason}`)
}

export const UNUSED = 'ask mocks.unused(), which lists the stubs without a request'

/** Writes `mocks.unused()` in place of a list of what has not come. Its items are stubs, so that its number and its text may be asked for. */
export function replaceByUnused(source: Source, call: ts.CallExpression, isAlike: boolean, isBoth = false): void {
  const unused = `${source.localName('mocks')}.unused()`
  const asked = isAlike ? askedOf(source, call) : undefined
  if (!asked) leaveByHand(UNUSED)
  const list = asked === 'number' && !isBoth ? unused : `${unused}.map(String)`
  source.replace(call, isBoth ? `[...${call.getText()}, ...${list}]` : list)
}

/** What is asked of a list: its number, or its text. Nothing if it may be its items. */
export function askedOf(source: Source, list: ts.Expression): 'number' | 'text' | undefined {
  const { ts } = source
  const { parent } = list
  const asked = expectationOn(source, list)?.call ?? (ts.isCallExpression(parent) ? parent : undefined)
  const isLength = ts.isPropertyAccessExpression(parent) && parent.name.text === 'length'
  // `expect(list).toEqual([])`, `assert.deepEqual(list, [])`
  const isEmpty = asked?.arguments.some((one) => ts.isArrayLiteralExpression(one) && one.elements.length === 0)
  if (isLength || isEmpty || isCounted(source, list)) return 'number'
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name))
    return otherUses(source, parent.name).every((use) => askedOf(source, use)) ? 'text' : undefined
  const isJoined = ts.isPropertyAccessExpression(parent) && parent.name.text === 'join'
  const isShown = /^console\.|^String$|Error$/.test(calleeOf(source, parent))
  return isJoined || isShown || isSum(source, parent) || ts.isTemplateSpan(parent) ? 'text' : undefined
}

/** Removes an assertion, unless tests of the file count them. `scope.done()` is none. */
export function removeAssertion(source: Source, statement: ts.Statement): void {
  const { ts } = source
  const isAssertion = ts.isExpressionStatement(statement) && !calleeOf(source, statement.expression).endsWith('.done')
  if (isAssertion && callsNamed(source, /\.(?:assertions|plan)$/).length > 0)
    leaveByHand('tests of this file count their assertions: remove this one, and write one less in each count')
  source.remove(statement)
}

const CLOSING =
  /(?:\.(?:close|destroy|deactivate|assertNoPendingInterceptors|cleanAll|restore|enableNetConnect)|^setGlobalDispatcher)$/
/** What asks the mocks themselves: it sees what was taken away. */
const ASKING = /^(?:isDone|done|pendingMocks|activeMocks|pendingInterceptors|getCallHistory)$/
const ASSERTING = /^(?:expect|assert|t)\b/

/** Whether a call ends its test: nothing after it may send a request, or ask the mocks. In a hook it does. */
export function endsTest(source: Source, call: ts.Node): boolean {
  const { ts } = source
  if (hookAround(source, call)) return true
  for (let node = call; node.parent; node = node.parent) {
    const { parent } = node
    if (ts.isIterationStatement(parent, false)) return false
    if (ts.isStatement(node) && statementsAfter(source, node).some((one) => mayRequest(source, one))) return false
    if (!ts.isFunctionLike(node)) continue
    if (isTest(calleeOf(source, callOfCallback(source, node)))) return true
    // Where a helper is called is not followed.
    if (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(parent)) return false
  }
  return true
}

function mayRequest({ ts }: Source, statement: ts.Statement): boolean {
  if (ts.isFunctionDeclaration(statement)) return false
  if (ts.isVariableStatement(statement)) return /[(`]|\bawait\b|\bnew\b/.test(statement.getText())
  if (!ts.isExpressionStatement(statement)) return true
  const { expression } = statement
  const callee = calleeOf({ ts }, ts.isAwaitExpression(expression) ? expression.expression : expression)
  const isRunning = (node: ts.Node) =>
    ts.isAwaitExpression(node) || ts.isFunctionLike(node) || (ts.isIdentifier(node) && ASKING.test(node.text))
  const isAssertion = ASSERTING.test(callee) && nodesIn(ts, expression, isRunning).length === 0
  return !CLOSING.test(callee) && !isAssertion && !isTest(callee)
}

/** Prints what removes all overrides. An expectation that has not come would fail its test, which no old library does. */
export function resetCode(source: Source, mocks: string, node: ts.Node): string {
  source.resets.push(node)
  const isExpected = source.declared.some((one) => one.isExpected && mayRunBefore(source, one.chain, node))
  return `${mocks}.reset(${isExpected ? '{ failures: true }' : ''})`
}

const RESET =
  /^(?:cleanAll|cleanMocks|removeRoutes?|removeInterceptor|re(?:set|store)(?!AllMocks|History|Console|Quer|Modules|Env)\w*|hardReset|mockReset|unmockGlobal|close)$/

/** Whether a file removes answers between two tests, in the words of the old libraries, or makes what has them anew. */
export function resetsAnswers(ts: TypeScript, file: ts.SourceFile): boolean {
  const isReset = (node: ts.Node) => {
    const [first] = ts.isCallExpression(node) ? node.arguments : []
    const callee = calleeOf({ ts }, node)
    const isMade = ts.isNewExpression(node) && callee.endsWith('MockAgent') && ts.findAncestor(node, ts.isFunctionLike)
    return (
      isMade ||
      (ts.isIdentifier(node) && RESET.test(node.text)) ||
      (/\.persist$/.test(callee) && first?.kind === ts.SyntaxKind.FalseKeyword)
    )
  }
  return nodesIn(ts, file, (node) => Boolean(isReset(node))).length > 0
}
