import type ts from 'typescript'
import type { ClearedCalls } from '../declare/cleared-calls.ts'
import { dropDeclaration } from '../declare/override.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { functionAround, isOncePerFile, nodesIn, outerOf, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isInline } from '../request/resolver.ts'
import { CALLS, criteriaCode, fieldTest, readCallback, readLog, readVariable } from './call-logs.ts'
import { convertClear, usesOfHistory } from './clear-history.ts'

export const TEST = /(?<![.\w])(?:x|f)?(?:it|test|specify)(?:\.\w+)*\s*[(`]/
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
  if (ts.isForOfStatement(parent)) readLoop(source, parent)
  else if (ts.isArrayLiteralExpression(parent.parent) && parent.parent.elements.length === 1)
    readCalls(source, parent.parent)
  else leaveByHand(CALLS)
}

function readLoop(source: Source, { initializer }: ts.ForOfStatement): void {
  const [declared] = source.ts.isVariableDeclarationList(initializer) ? initializer.declarations : []
  if (!declared || !source.ts.isIdentifier(declared.name)) leaveByHand(CALLS)
  else readVariable(source, declared.name, true)
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
    readLog(source, call)
    return
  }
  const [, field] = /^filterCallsBy(\w+)$/.exec(name) ?? []
  const filter = (test: string) => `${calls}.filter(({ request }) => ${test})`
  if (name === 'calls') source.replace(call, calls)
  else if (field) source.replace(call, filter(fieldTest(source, `${field[0]?.toLowerCase()}${field.slice(1)}`, first)))
  else if (name !== 'filterCalls' || !first) leaveByHand(CALLS)
  else if (isInline(source, first)) {
    readCallback(source, first)
    source.replace(call, `${calls}.filter(${source.code(first)})`)
  } else if (source.ts.isObjectLiteralExpression(first))
    source.replace(call, filter(criteriaCode(source, first, second, isCounted(source, call) || isAsked(source, call))))
  else if (source.ts.isRegularExpressionLiteral(first))
    leaveByHand(
      `write what the RegExp finds: ${calls}.filter(({ request }) => ${source.code(first)}.test(request.method))`,
    )
  else leaveByHand(CALLS)
  readCalls(source, call)
}

/** A list of calls, whose code is mynah's already: their number, one of them, or what a function makes of each. */
function readCalls(source: Source, calls: ts.Node): void {
  const { ts, file } = source
  const around = outerOf(source, calls)
  const { parent } = around
  if (isCounted(source, calls)) return
  if (ts.isElementAccessExpression(parent) && parent.expression === around) readLog(source, parent)
  else if (ts.isForOfStatement(parent)) readLoop(source, parent)
  else if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) {
    const symbol = source.checker.getSymbolAtLocation(parent.name)
    const uses = (symbol ? usesOf(source, symbol, symbol.name) : []).filter((use) => use !== parent.name)
    // The list of an agent grows, and this one does not.
    if (/\bawait\b/.test(file.text.slice(parent.end, uses.at(-1)?.end ?? parent.end))) leaveByHand(CALLS)
    for (const use of uses) readCalls(source, use)
  } else if (ts.isPropertyAccessExpression(parent) && ts.isCallExpression(parent.parent))
    readMethod(source, parent.name.text, parent.parent)
  else leaveByHand(CALLS)
}

function readMethod(source: Source, name: string, call: ts.CallExpression): void {
  if (name === 'at') {
    readLog(source, call)
    return
  }
  if (!/^(?:map|flatMap|forEach|some|every|filter|find|findLast)$/.test(name)) leaveByHand(CALLS)
  readCallback(source, call.arguments[0])
  if (name === 'filter') readCalls(source, call)
  else if (name.startsWith('find')) readLog(source, call)
}

/** `calls.some(…)`: the order of the calls does not count. */
function isAsked(source: Source, calls: ts.Node): boolean {
  const { parent } = outerOf(source, calls)
  return source.ts.isPropertyAccessExpression(parent) && /^(?:some|every)$/.test(parent.name.text)
}

/** `calls.length`, `expect(calls).toHaveLength(2)` */
function isCounted(source: Source, calls: ts.Node): boolean {
  const { ts } = source
  const around = outerOf(source, calls)
  const { parent } = around
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text === 'length'
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.parent)) return false
  return /^(?:toHaveLength|lengthOf)$/.test(parent.parent.name.text)
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
  return !TEST.test(text.slice(0, test.getStart(source.file))) || cleared.clearBefore(node, mocks) !== undefined
}

function testAround(source: Source, node: ts.Node): ts.CallExpression | undefined {
  for (let one = functionAround(source, node); one; one = functionAround(source, one)) {
    const { parent } = one
    if (source.ts.isCallExpression(parent) && TEST.test(parent.getText(source.file).slice(0, 40))) return parent
  }
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
