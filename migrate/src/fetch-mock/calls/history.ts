import type ts from 'typescript'
import { type ClearedCalls, countFromHere } from '../../declare/cleared-calls.ts'
import { leaveByHand } from '../../layout/by-hand.ts'
import { replaceComparison } from '../../read/assertions.ts'
import { isTypeScript, nodesIn } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { readCall, readCalls, readOptions } from '../../request/recorded-calls.ts'
import { filterCode } from './filters.ts'

export const HISTORY = /^(?:calls|called|lastCall|lastUrl|lastOptions)$/

/** Rewrites `callHistory.lastCall(url)` and what a test reads of the call. */
export function convertHistory(source: Source, call: ts.CallExpression, member: string, mocks: string): void {
  const calls = callsCode(source, call, mocks)
  if (member === 'called') replaceComparison(source, call, `${calls}.length > 0`)
  else if (member === 'calls') {
    source.replace(call, calls)
    readCalls(source, call)
  } else if (member === 'lastCall') {
    source.replace(call, `${calls}.at(-1)`)
    readCall(source, call)
  } else {
    source.replace(call, `${calls}.at(-1)${accessOf(source, call)}request${member === 'lastUrl' ? '.url' : ''}`)
    if (member === 'lastOptions') readOptions(source, call)
  }
}

/** How the last call is read: what threw without a call, `lastOptions().body`, is not `undefined` then. */
function accessOf(source: Source, call: ts.Node): string {
  const { ts } = source
  const outer = ts.isNonNullExpression(call.parent) ? call.parent : call
  const { parent } = outer
  const isAccess = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)
  if (!isAccess || parent.expression !== outer || parent.questionDotToken) return '?.'
  return isTypeScript(source) ? '!.' : '.'
}

/** Rewrites `callHistory.callLogs`, the list of all calls. Returns whether a node is that list. */
export function convertCallLogs(source: Source, node: ts.Node, mocks: string): boolean {
  if (!source.ts.isPropertyAccessExpression(node) || node.name.text !== 'callLogs') return false
  source.replace(node, `${mocks}.calls()`)
  readCalls(source, node)
  return true
}

/** What no other route took went to `catch()` there, which is a stub here. */
function callsCode(source: Source, call: ts.CallExpression, mocks: string): string {
  const [filter, last] = call.arguments
  const text = filter?.getText(source.file).replaceAll('"', "'") ?? ''
  if (!/^(?:true|false|'matched'|'unmatched')$/.test(text)) return `${mocks}.calls(${filterCode(source, filter, last)})`
  if (last || /\.catch\(/.test(source.file.text))
    leaveByHand(`write this filter by the stub that took the request: ${mocks}.calls(({ stub }) => stub === fallback)`)
  return /true|'matched/.test(text) ? `${mocks}.calls()` : `${mocks}.unmatched()`
}

const READ =
  /^(?:calls|called|lastCall|lastUrl|lastOptions|lastResponse|callLogs|done|toBeDone|mock|toHaveBeen\w*Called\w*|toBeCalled\w*|toHave\w*(?:Fetched|Got|Posted|Put|Deleted|Patched)\w*)$/

/** Finds what may read the calls in a file. */
export function readsOf({ ts, file }: Source): ts.Node[] {
  return nodesIn(ts, file, ts.isPropertyAccessExpression).flatMap(({ name }) => (READ.test(name.text) ? name : []))
}

/** Removes `clearHistory()`, unless it has routes answer again, or be asked for their requests again. */
export function clearHistory(source: Source, call: ts.Node, mocks: string, cleared: ClearedCalls): void {
  const isDemanded = cleared.readsAfter(call).some((read) => /^(?:done|toBeDone)$/.test(read.getText(source.file)))
  if (isDemanded || isLimited(source)) leaveByHand(countFromHere(mocks))
  cleared.clear(call, mocks)
}

/** Whether a route of the file answers a number of times: `clearHistory` has it answer again, and `done` asks for all of them. */
export function isLimited({ file }: Source): boolean {
  return /\brepeat\s*:|Once\(|\bonce\(/.test(file.text)
}
