import type ts from 'typescript'
import { removeCall } from '../declare/remove-call.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { statementOfCall } from '../read/assertions.ts'
import { functionAround, hookAround } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isInline } from '../request/resolver.ts'

export const TEST = /(?<![.\w])(?:x|f)?(?:it|test|specify)(?:\.\w+)*\s*[(`]/
/** The variable that has the number of the calls that were cleared. */
const EARLIER = 'earlierCalls'

/** Clears the history, or begins or ends it: that matters in a test whose calls are read. */
export function convertClear(source: Source, mocks: string, call: ts.CallExpression): void {
  const { text } = source.file
  const isRead = /\bgetCallHistory\(\)(?!\??\.clear\()/.test(text)
  const statement = statementOfCall(source, call)
  const own = bodyOfTest(source, call)
  const isKnown = /\.enableCallHistory\(/.test(call.getText(source.file)) && isEnabled(text)
  const isFirst = own?.[0] === statement && /\.enable/.test(call.getText(source.file))
  if (!isRead || !functionAround(source, call) || hookAround(source, call) || isKnown || isFirst) {
    if (!removeCall(source, call)) leaveByHand('take this away: each test has calls of its own')
    return
  }
  const isOnly = (text.match(clearing(text)) ?? []).length === 1 && !text.includes(EARLIER)
  if (
    isOnly &&
    statement &&
    own?.includes(statement) &&
    new RegExp(clearing(text).source).test(statement.getText(source.file))
  )
    source.replace(call, `const ${EARLIER} = ${mocks}.calls().length`)
  else leaveByHand('keep the number of mocks.calls() here, and read those that follow: mocks.calls().slice(number)')
}

/** Finds what clears a history: `agent.clearCallHistory()`, or `history.clear()` of a variable. */
function clearing(text: string): RegExp {
  const names = [...text.matchAll(/(\w+) = [\w.]+\.getCallHistory\(\)/g)].map(([, name]) => name)
  const holders = [String.raw`getCallHistory\(\)`, ...names.map((name) => String.raw`\b${name}`)]
  return new RegExp(String.raw`\.clearCallHistory\(|(?:${holders.join('|')})[?!]*\.clear\(`, 'g')
}

/** Whether the agents of a file have a history from the start, and keep it. */
function isEnabled(text: string): boolean {
  return /\benableCallHistory: true\b/.test(text) && !/\.disableCallHistory\(/.test(text)
}

/** The statements of a test that clear the history before a node. */
export function clearsBefore(source: Source, node: ts.Node): ts.Statement[] {
  const body = bodyOfTest(source, node) ?? []
  const clears = new RegExp(clearing(source.file.text).source)
  return body.filter((one) => one.end < node.pos && clears.test(one.getText(source.file)))
}

/** The calls of a test, since it has cleared them. */
export function callsCode(source: Source, mocks: string, node: ts.Node): string {
  const isSince = clearsBefore(source, node).length > 0
  return isSince ? `${mocks}.calls().slice(${EARLIER})` : `${mocks}.calls()`
}

function bodyOfTest(source: Source, node: ts.Node): readonly ts.Statement[] | undefined {
  const callback = testAround(source, node)?.arguments.at(-1)
  return isInline(source, callback) && source.ts.isBlock(callback.body) ? callback.body.statements : undefined
}

export function testAround(source: Source, node: ts.Node): ts.CallExpression | undefined {
  for (let one = functionAround(source, node); one; one = functionAround(source, one)) {
    const { parent } = one
    if (source.ts.isCallExpression(parent) && TEST.test(parent.getText(source.file).slice(0, 40))) return parent
  }
  return undefined
}
