import type ts from 'typescript'
import { mayRunBefore } from '../order/placements.ts'
import { calleeOf, statementsAfter } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { hookAround, isTest } from '../read/tests.ts'

const CLOSING =
  /^(?:await\s+)?(?:[\w.]+\.(?:close|destroy|deactivate|assertNoPendingInterceptors|cleanAll|restore|enableNetConnect)|setGlobalDispatcher)\(/
/** What asks the mocks themselves: it sees what was taken away. */
const ASKING = /\b(?:isDone|done|pendingMocks|activeMocks|pendingInterceptors|getCallHistory)\b/
const ASSERTING = /^(?:expect|assert|t)\b(?!.*(?:\bawait\b|=>|\bfunction\b))/s

/** Whether a call ends its test: nothing after it may send a request, or ask the mocks. In a hook it does. */
export function endsTest(source: Source, call: ts.Node): boolean {
  const { ts } = source
  if (hookAround(source, call)) return true
  for (let node = call; node.parent; node = node.parent) {
    const { parent } = node
    if (ts.isIterationStatement(parent, false)) return false
    if (ts.isStatement(node) && statementsAfter(source, node).some((one) => mayRequest(source, one))) return false
    if (!ts.isFunctionLike(node)) continue
    if (isTest(calleeOf(source, parent))) return true
    // Where a helper is called is not followed.
    if (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(parent)) return false
  }
  return true
}

function mayRequest({ file, ts }: Source, statement: ts.Statement): boolean {
  const text = statement.getText(file)
  const isAssertion = ASSERTING.test(text) && !ASKING.test(text)
  return !ts.isFunctionDeclaration(statement) && !CLOSING.test(text) && !isAssertion && !isTest(text)
}

/** Prints what removes all overrides. An expectation that has not come would fail its test, which no old library does. */
export function resetCode(source: Source, mocks: string, node: ts.Node): string {
  source.resets.push(node)
  const isExpected = source.declared.some((one) => one.isExpected && mayRunBefore(source, one.chain, node))
  return `${mocks}.reset(${isExpected ? '{ failures: true }' : ''})`
}

const RESET =
  /\b(?:cleanAll|cleanMocks|removeRoutes?|removeInterceptor|re(?:set|store)(?!AllMocks|History|Console|Quer|Modules|Env)\w*|hardReset|mockReset|unmockGlobal|close|persist\(false)\b|^[ \t].*\bnew MockAgent\(/m

/** Whether a file removes answers between two tests, in the words of the old libraries, or makes what has them anew. */
export function resetsAnswers(text: string): boolean {
  return RESET.test(text)
}
