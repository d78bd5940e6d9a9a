import type ts from 'typescript'
import { mayRunBefore } from '../order/placements.ts'
import { calleeOf, nodesIn, statementsAfter } from '../read/nodes.ts'
import type { Source, TypeScript } from '../read/source.ts'
import { hookAround, isTest } from '../read/tests.ts'

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
    if (isTest(calleeOf(source, parent))) return true
    // Where a helper is called is not followed.
    if (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(parent)) return false
  }
  return true
}

function mayRequest({ ts }: Source, statement: ts.Statement): boolean {
  if (ts.isFunctionDeclaration(statement)) return false
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
