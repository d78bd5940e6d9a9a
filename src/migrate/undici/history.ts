import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { isOncePerFile, outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** Why a use of a call history stays. */
export const CALLS = 'mocks.calls() has each request, in their order: mocks.calls().at(-1)?.request'

/** The places of one call. */
const PLACES: Readonly<Record<string, string>> = { firstCall: '0', lastCall: '-1' }

/** Rewrites `agent.getCallHistory()`, if what is read of it is the number of calls, or a member of one. */
export function convertHistory(source: Source, mocks: string, history: ts.CallExpression): void {
  const { ts } = source
  if (!isPerTest(source)) leaveByHand(CALLS)
  const read = memberOf(source, history)
  const call = read?.parent
  if (!read || !call || !ts.isCallExpression(call) || call.expression !== read) {
    leaveByHand(CALLS)
    return
  }
  const name = read.name.text
  const member = memberOf(source, call)
  if (name === 'calls') {
    const isCounted = member ? member.name.text === 'length' : isLengthAsserted(source, call)
    if (!isCounted) leaveByHand(CALLS)
    source.replace(call, `${mocks}.calls()`)
    return
  }
  const place = PLACES[name] ?? (name === 'nthCall' ? nthPlace(source, call) : undefined)
  if (place === undefined || !member) {
    leaveByHand(CALLS)
    return
  }
  const request = `${mocks}.calls().at(${place})?.request`
  const code: Readonly<Record<string, string>> = {
    method: `${request}.method`,
    fullUrl: `${request}.url`,
    path: `new URL(${request}.url ?? ${source.quote('')}).pathname`,
  }
  const { text } = member.name
  source.replace(member, (Object.hasOwn(code, text) ? code[text] : undefined) ?? leaveByHand(CALLS))
}

/** mynah's calls are those of one test; an agent's are those of its life. */
function isPerTest(source: Source): boolean {
  const { ts } = source
  let isEach = true
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && /\bMockAgent$/.test(node.expression.getText(source.file)))
      isEach &&= !isOncePerFile(source, node)
    ts.forEachChild(node, visit)
  }
  visit(source.file)
  return isEach
}

function memberOf(source: Source, node: ts.Node): ts.PropertyAccessExpression | undefined {
  const outer = outerOf(source, node)
  const { parent } = outer
  return source.ts.isPropertyAccessExpression(parent) && parent.expression === outer ? parent : undefined
}

/** `expect(calls).toHaveLength(2)` */
function isLengthAsserted(source: Source, call: ts.CallExpression): boolean {
  const { ts } = source
  const asserted = outerOf(source, call).parent
  return (
    ts.isCallExpression(asserted) &&
    ts.isPropertyAccessExpression(asserted.parent) &&
    /^(?:toHaveLength|lengthOf)$/.test(asserted.parent.name.text)
  )
}

function nthPlace({ ts }: Source, { arguments: [position] }: ts.CallExpression): string | undefined {
  return position && ts.isNumericLiteral(position) && position.text !== '0'
    ? String(Number(position.text) - 1)
    : undefined
}
