import type ts from 'typescript'
import { readCall, readCalls, readOptions, readResponse } from '../declare/call-fields.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { comparisonCode } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { filterCode } from './filters.ts'

export const HISTORY = /^(?:calls|called|lastCall|lastUrl|lastOptions|lastResponse)$/

/** Rewrites `callHistory.lastCall(url)` and what a test reads of the call. */
export function convertHistory(source: Source, call: ts.CallExpression, member: string, mocks: string): void {
  const calls = callsCode(source, call.arguments, mocks)
  if (member === 'called') source.replace(call, comparisonCode(source, call, `${calls}.length > 0`))
  else if (member === 'calls') {
    source.replace(call, calls)
    readCalls(source, call)
  } else if (member === 'lastCall') {
    source.replace(call, `${calls}.at(-1)`)
    readCall(source, call)
  } else if (member === 'lastResponse') {
    source.replace(call, `${calls}.at(-1)?.response`)
    readResponse(source, call)
  } else {
    source.replace(call, `${calls}.at(-1)?.request${member === 'lastUrl' ? '.url' : ''}`)
    if (member === 'lastOptions') readOptions(source, call)
  }
}

/** `callHistory.callLogs`, the list of all calls. */
export function convertCallLogs(source: Source, logs: ts.Node, mocks: string): void {
  source.replace(logs, `${mocks}.calls()`)
  readCalls(source, logs)
}

/** What no other route took went to `catch()` there, which is a stub here. */
function callsCode(source: Source, [filter, last]: readonly ts.Expression[], mocks: string): string {
  const text = filter?.getText(source.file).replaceAll('"', "'") ?? ''
  if (!/^(?:true|false|'matched'|'unmatched')$/.test(text)) return `${mocks}.calls(${filterCode(source, filter, last)})`
  if (last || /\.catch\(/.test(source.file.text))
    leaveByHand(`write this filter by the stub that took the request: ${mocks}.calls(({ stub }) => stub === fallback)`)
  return /true|'matched/.test(text) ? `${mocks}.calls()` : `${mocks}.unmatched()`
}
