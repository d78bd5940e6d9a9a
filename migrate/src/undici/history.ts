import type ts from 'typescript'
import type { ClearedCalls } from '../declare/cleared-calls.ts'
import { dropDeclaration } from '../declare/override.ts'
import { removeOrLeave } from '../declare/remove-call.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { statementOfCall } from '../read/assertions.ts'
import { calleeOf, functionAround, nodesIn, otherUses, outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { countTests, hookAround, isOncePerFile, isTest } from '../read/tests.ts'
import { isCounted, readCallback, readList, readOne } from '../request/call-lists.ts'
import { isInline } from '../request/resolver.ts'
import { CALLS, criteriaCode, fieldTest, logReader } from './call-logs.ts'

/** The places of one call. */
const PLACES: Readonly<Record<string, string>> = { firstCall: '0', lastCall: '-1' }

/** Rewrites `agent.getCallHistory()`, or the uses of the variable that holds it. */
export function convertHistory(source: Source, mocks: string, history: ts.CallExpression, cleared: ClearedCalls): void {
  const { parent } = outerOf(source, history)
  const uses = usesOfHistory(source, history)
  for (const use of uses) readHistory(source, mocks, use, cleared)
  if (!uses.includes(history) && source.ts.isVariableDeclaration(parent)) dropDeclaration(source, parent)
}

function readHistory(source: Source, mocks: string, history: ts.Node, cleared: ClearedCalls): void {
  const { ts } = source
  const around = outerOf(source, history)
  const { parent } = around
  const call = parent.parent
  if (ts.isForOfStatement(parent) || ts.isSpreadElement(parent)) {
    if (!isOfThisTest(source, mocks, history, cleared)) leaveByHand(CALLS)
    readAll(source, around, cleared.code(around, mocks))
  } else if (!ts.isPropertyAccessExpression(parent) || !ts.isCallExpression(call) || call.expression !== parent)
    leaveByHand(CALLS)
  else readMember(source, mocks, parent.name.text, call, cleared)
}

/** `for (const call of history)`, `[...history]` */
function readAll(source: Source, history: ts.Node, calls: string): void {
  const { ts } = source
  const { parent } = history
  source.replace(history, calls)
  if (ts.isForOfStatement(parent)) readList(source, history, logReader(source))
  else if (ts.isArrayLiteralExpression(parent.parent) && parent.parent.elements.length === 1)
    readList(source, parent.parent, logReader(source))
  else leaveByHand(CALLS)
}

function readMember(source: Source, mocks: string, name: string, call: ts.CallExpression, cleared: ClearedCalls): void {
  const [first, second] = call.arguments
  if (name === 'clear') {
    convertClear(source, mocks, call, cleared)
    return
  }
  // The last call of an agent is the test's own, as soon as it has one.
  if (name !== 'lastCall' && !isOfThisTest(source, mocks, call, cleared)) leaveByHand(CALLS)
  const calls = cleared.code(call, mocks)
  const place = PLACES[name] ?? (name === 'nthCall' ? nthPlace(source, call) : undefined)
  if (place !== undefined) {
    source.replace(call, `${calls}.at(${place})`)
    readOne(source, call, logReader(source))
    return
  }
  const [, field] = /^filterCallsBy(\w+)$/.exec(name) ?? []
  const filter = (test: string) => `${calls}.filter(({ request }) => ${test})`
  if (name === 'calls') source.replace(call, calls)
  else if (field) source.replace(call, filter(fieldTest(source, `${field[0]?.toLowerCase()}${field.slice(1)}`, first)))
  else if (name !== 'filterCalls' || !first) leaveByHand(CALLS)
  else if (isInline(source, first)) {
    readCallback(source, first, logReader(source))
    source.replace(call, `${calls}.filter(${source.code(first)})`)
  } else if (source.ts.isObjectLiteralExpression(first))
    source.replace(call, filter(criteriaCode(source, first, second, isUnordered(source, call))))
  else if (source.ts.isRegularExpressionLiteral(first))
    leaveByHand(
      `write what the RegExp finds: ${calls}.filter(({ request }) => ${source.code(first)}.test(request.method))`,
    )
  else leaveByHand(CALLS)
  readList(source, call, logReader(source))
}

/** `calls.length`, `calls.some(…)`: the order of the calls does not count. */
function isUnordered(source: Source, calls: ts.Node): boolean {
  const { parent } = outerOf(source, calls)
  const isAsked = source.ts.isPropertyAccessExpression(parent) && /^(?:length|some|every)$/.test(parent.name.text)
  return isAsked || isCounted(source, calls)
}

/** mynah's calls are those of one test; an agent's are those of its life, until they are cleared. */
function isOfThisTest(source: Source, mocks: string, node: ts.Node, cleared: ClearedCalls): boolean {
  const { text } = source.file
  if (
    isPerTest(source) ||
    /\b(?:before|after)Each\([^;]*(?:clearCallHistory|getCallHistory\(\)\??\.clear)\(/.test(text)
  )
    return true
  const test = testAround(source, node)
  if (!test) return false
  return countTests(text.slice(0, test.getStart(source.file))) === 0 || cleared.clearBefore(node, mocks) !== undefined
}

function testAround(source: Source, node: ts.Node): ts.Node | undefined {
  for (let one = functionAround(source, node); one; one = functionAround(source, one))
    if (isTest(calleeOf(source, one.parent))) return one.parent
  return undefined
}

/** Whether each test makes its agents anew. */
export function isPerTest(source: Source): boolean {
  const { ts, file } = source
  const made = nodesIn(ts, file, ts.isNewExpression).filter((one) => /\bMockAgent$/.test(one.expression.getText(file)))
  return made.every((one) => !isOncePerFile(source, one))
}

function nthPlace({ ts }: Source, { arguments: [position] }: ts.CallExpression): string | undefined {
  return position && ts.isNumericLiteral(position) && position.text !== '0'
    ? String(Number(position.text) - 1)
    : undefined
}

/** Clears the history, or begins or ends it: that matters in a test whose calls are read. */
export function convertClear(source: Source, mocks: string, call: ts.CallExpression, cleared: ClearedCalls): void {
  const code = call.getText(source.file)
  const { text } = source.file
  // The agents have a history from the start, and keep it.
  const isEnabled = /\benableCallHistory: true\b/.test(text) && !/\.disableCallHistory\(/.test(text)
  const isBegun = /\.enableCallHistory\(/.test(code) && (isEnabled || isFirst(source, call))
  if (!functionAround(source, call) || hookAround(source, call) || isBegun)
    removeOrLeave(source, call, 'each test has calls of its own')
  else cleared.clear(call, mocks, /\.disableCallHistory\(/.test(code) ? 'end' : 'own')
}

/** Whether a use of an agent clears its history. */
export function isClearing({ file }: Source, agent: ts.Node): boolean {
  return /^\.(?:(?:clear|enable|disable)CallHistory\(|getCallHistory\(\)[?!]*\.clear\()/.test(
    file.text.slice(agent.end),
  )
}

/** Finds what reads a history. */
export function readsOf(source: Source): ts.Node[] {
  const { ts, file } = source
  const isHistory = (node: ts.Node): node is ts.CallExpression =>
    ts.isCallExpression(node) && /\.getCallHistory$/.test(node.expression.getText(file))
  return nodesIn(ts, file, isHistory)
    .flatMap((history) => usesOfHistory(source, history))
    .filter((use) => {
      const { parent } = outerOf(source, use)
      return !(ts.isPropertyAccessExpression(parent) && parent.name.text === 'clear')
    })
}

/** The uses of a history: of the variable that it is put in, if it is. */
function usesOfHistory(source: Source, history: ts.CallExpression): ts.Node[] {
  const { ts } = source
  const { parent } = outerOf(source, history)
  const isHeld = ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)
  return isHeld ? otherUses(source, parent.name) : [history]
}

function isFirst(source: Source, call: ts.Node): boolean {
  const statement = statementOfCall(source, call)
  const block = statement?.parent
  return block !== undefined && source.ts.isBlock(block) && block.statements[0] === statement
}
