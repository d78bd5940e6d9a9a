import type ts from 'typescript'
import { mayRunBefore } from '../order/placements.ts'
import { hookAround, hookName, statementsAfter, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

const TEST = /^(?:x|f)?(?:it|test|specify)\b|\.(?:test|it)$/
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
    if (ts.isCallExpression(parent) && TEST.test(parent.expression.getText(source.file))) return true
    const name = ts.isFunctionDeclaration(node) ? node.name : ts.isVariableDeclaration(parent) ? parent.name : undefined
    if (name) return ts.isIdentifier(name) && endsItsCallers(source, name)
  }
  return true
}

function mayRequest({ file, ts }: Source, statement: ts.Statement): boolean {
  const text = statement.getText(file)
  const isAssertion = ASSERTING.test(text) && !ASKING.test(text)
  return !ts.isFunctionDeclaration(statement) && !CLOSING.test(text) && !isAssertion && !TEST.test(text)
}

/** Whether a helper is called at the end of tests alone, or handed to a hook. */
function endsItsCallers(source: Source, name: ts.Identifier): boolean {
  const { ts } = source
  const symbol = source.checker.getSymbolAtLocation(name)
  const uses = symbol ? usesOf(source, symbol, name.text).filter((use) => use !== name) : []
  return uses.every(({ parent }) => {
    if (!ts.isCallExpression(parent)) return false
    return hookName(source, parent) !== undefined || endsTest(source, parent)
  })
}

/** Prints what takes all overrides away. An expectation that has not come would fail its test, which no old library does. */
export function resetCode(source: Source, mocks: string, node: ts.Node): string {
  source.resets.push({ construct: source.construct, node, mocks })
  const isExpected = source.declared.some((one) => one.isExpected && mayRunBefore(source, one.chain, node))
  return `${mocks}.reset(${isExpected ? '{ failures: true }' : ''})`
}

const RESET =
  /\b(?:cleanAll|cleanMocks|removeRoutes?|removeInterceptor|re(?:set|store)(?!History|Console|Quer|Modules|Env)\w*|hardReset|mockReset|unmockGlobal|close|persist\(false)\b|^[ \t].*\bnew Mock(?:Agent|Adapter)\(/m

/** Whether a file takes answers away between two tests, in the words of the old libraries, or makes what has them anew. */
export function resetsAnswers(text: string): boolean {
  return RESET.test(text)
}
