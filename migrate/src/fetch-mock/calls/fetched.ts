import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { expectationOn } from '../../read/assertions.ts'
import { calleeOf, nodesIn } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { CLEARED, filterCode, isCleared } from './history.ts'

export const AS_SENT = "write this by what was sent: expect(mocks.calls('POST /users')).toHaveLength(1)"

/** The fetches that a file asks by the matchers of fetch-mock for Jest and Vitest: `expect(global.fetch).toHaveFetched(url)`. */
export function fetchesAsked(source: Source): ts.Expression[] {
  const { ts, file } = source
  const isFetch = (node: ts.Node) => /^(?:(?:global|globalThis|window)\.)?fetch$/.test(node.getText())
  return nodesIn(ts, file, ts.isCallExpression).flatMap((call) => {
    const [subject] = calleeOf(source, call) === 'expect' ? call.arguments : []
    const isAsked = subject && isFetch(subject) && /Fetched/.test(expectationOn(source, subject)?.path ?? '')
    return isAsked ? [subject] : []
  })
}

/** Rewrites such a matcher as one of the number of calls. */
export function convertFetched(source: Source, subject: ts.Expression, mocks: string): void {
  const { path, isNot, call } = expectationOn(source, subject) ?? leaveByHand(AS_SENT)
  const [, isTimes] = /^(?:not\.)?toHaveFetched(Times)?$/.exec(path) ?? leaveByHand(AS_SENT)
  source.reads.push(source.construct.getStart(source.file))
  if (isCleared(source, call)) leaveByHand(CLEARED)
  const [first, second, third] = call.arguments
  const filter = isTimes ? filterCode(source, second, third) : filterCode(source, first, second)
  const isMatched = isTimes ? !isNot : isNot
  const times = isTimes && first ? source.code(first) : '0'
  source.replace(call, `expect(${mocks}.calls(${filter}))${isMatched ? '' : '.not'}.toHaveLength(${times})`)
}
