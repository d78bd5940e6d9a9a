import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Source } from '../read/source.ts'

export const UNUSED = 'ask mocks.unused(), which lists the stubs without a request'
const COUNTED = /^\)?(?:\.length\b|\.toHaveLength\(|\.to(?:Strict)?Equal\(\[\]|, \[\])/

/** Writes `mocks.unused()` in place of a list of what has not come. Its items are stubs, so that only their number may be asked for. */
export function replaceByUnused(source: Source, call: ts.CallExpression, isAlike: boolean): void {
  if (!isAlike || !COUNTED.test(source.file.text.slice(call.end))) leaveByHand(UNUSED)
  source.replace(call, `${source.localName('mocks')}.unused()`)
}
