import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { expectationOn, replaceComparison } from '../../read/assertions.ts'
import { outerOf } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { filterCode } from './filters.ts'

export const HISTORY = /^(?:calls|called|lastCall|lastUrl|lastOptions)$/
const READ_BY_HAND = "read what the test needs from call.request: mocks.calls('POST /users')[0]?.request.body"
const COUNTED =
  /^(?:not\.)?(?:toHaveLength|toBe(?:Undefined|Defined|Truthy|Falsy|Null)?|to\.(?:not\.)?(?:have\.)?length(?:Of)?)$/

/** Rewrites `callHistory.calls(url)` whose number is asked for, and `called(url)`. What a test reads of a call is by hand. */
export function convertHistory(source: Source, call: ts.CallExpression, member: string, mocks: string): void {
  const { ts } = source
  const { parent } = outerOf(source, call)
  const isLength = ts.isPropertyAccessExpression(parent) && parent.name.text === 'length'
  if (member === 'called') replaceComparison(source, call, `${callsCode(source, call, mocks)}.length > 0`)
  else if (member === 'calls' && (isLength || COUNTED.test(expectationOn(source, call)?.path ?? '')))
    source.replace(call, callsCode(source, call, mocks))
  else leaveByHand(READ_BY_HAND)
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

/** Whether a route of the file answers a number of times: `clearHistory` has it answer again, and `done` asks for all of them. */
export function isLimited({ file }: Source): boolean {
  return /\brepeat\s*:|Once\(|\bonce\(/.test(file.text)
}
