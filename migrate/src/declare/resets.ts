import type ts from 'typescript'
import { mayRunBefore } from '../order/placements.ts'
import { originalOf } from '../read/imports.ts'
import { calleeOf, functionAround, nodesIn, statementsAfter } from '../read/nodes.ts'
import { callOf, isExporting, isNaming } from '../read/passed.ts'
import { Source } from '../read/source.ts'
import { hookAround, hookName, isTest } from '../read/tests.ts'

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
    const name = ts.isFunctionDeclaration(node) ? node.name : ts.isVariableDeclaration(parent) ? parent.name : undefined
    if (name) return ts.isIdentifier(name) && endsItsCallers(source, name)
  }
  return true
}

function mayRequest({ file, ts }: Source, statement: ts.Statement): boolean {
  const text = statement.getText(file)
  const isAssertion = ASSERTING.test(text) && !ASKING.test(text)
  return !ts.isFunctionDeclaration(statement) && !CLOSING.test(text) && !isAssertion && !isTest(text)
}

/** Whether a helper is called at the end of tests alone, or handed to a hook, also in other files. */
function endsItsCallers({ ts, file, checker, rulings }: Source, name: ts.Identifier): boolean {
  const declared = checker.getSymbolAtLocation(name)?.valueDeclaration
  const others = isExporting(file) ? rulings.files().filter((one) => one !== file && one.text.includes(name.text)) : []
  return [file, ...others].every((one) => {
    const source = new Source(ts, one, checker)
    const isUse = (node: ts.Node) =>
      ts.isIdentifier(node) &&
      node.text === name.text &&
      !isNaming(ts, node) &&
      originalOf(source, node)?.valueDeclaration === declared
    return nodesIn(ts, one, isUse).every((node) => {
      const call = callOf(ts, node)
      if (call) return endsTest(source, call)
      return ts.isCallExpression(node.parent) && hookName(source, node.parent) !== undefined
    })
  })
}

/** Whether a call is in a test, or in a helper, and ends it. */
export function isLastInTest(source: Source, call: ts.Node): boolean {
  return functionAround(source, call) !== undefined && !hookAround(source, call) && endsTest(source, call)
}

/** Prints what removes all overrides. An expectation that has not come would fail its test, which no old library does. */
export function resetCode(source: Source, mocks: string, node: ts.Node): string {
  source.resets.push({ construct: source.construct, node, mocks })
  const isExpected = source.declared.some((one) => one.isExpected && mayRunBefore(source, one.chain, node))
  return `${mocks}.reset(${isExpected ? '{ failures: true }' : ''})`
}

const RESET =
  /\b(?:cleanAll|cleanMocks|removeRoutes?|removeInterceptor|re(?:set|store)(?!History|Console|Quer|Modules|Env)\w*|hardReset|mockReset|unmockGlobal|close|persist\(false)\b|^[ \t].*\bnew Mock(?:Agent|Adapter)\(/m

/** Whether a file removes answers between two tests, in the words of the old libraries, or makes what has them anew. */
export function resetsAnswers(text: string): boolean {
  return RESET.test(text)
}
