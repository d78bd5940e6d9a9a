import type ts from 'typescript'
import { type ClearedCalls, countFromHere } from '../../declare/cleared-calls.ts'
import { leaveByHand } from '../../layout/by-hand.ts'
import { nodesIn } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'

const READ =
  /^(?:calls|called|lastCall|lastUrl|lastOptions|lastResponse|callLogs|done|toBeDone|mock|toHaveBeen\w*Called\w*|toBeCalled\w*|toHave\w*(?:Fetched|Got|Posted|Put|Deleted|Patched)\w*)$/

/** Finds what may read the calls in a file. */
export function readsOf({ ts, file }: Source): ts.Node[] {
  return nodesIn(ts, file, ts.isPropertyAccessExpression).flatMap(({ name }) => (READ.test(name.text) ? name : []))
}

/** Takes `clearHistory()` away, unless it has routes answer again, or be asked for their requests again. */
export function clearHistory(source: Source, call: ts.Node, mocks: string, cleared: ClearedCalls): void {
  const isDemanded = cleared.readsAfter(call).some((read) => /^(?:done|toBeDone)$/.test(read.getText(source.file)))
  if (isDemanded || isLimited(source)) leaveByHand(countFromHere(mocks))
  cleared.clear(call, mocks)
}

/** Whether a route of the file answers a number of times: `clearHistory` has it answer again, and `done` asks for all of them. */
export function isLimited({ file }: Source): boolean {
  return /\brepeat\s*:|Once\(|\bonce\(/.test(file.text)
}
