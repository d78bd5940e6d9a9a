import type ts from 'typescript'
import { calleeOf, nodesIn } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { isAtStart, testAround } from '../../read/tests.ts'

/** What forgets the calls, and keeps the routes. */
export const CLEAR = /^(?:clearHistory|resetHistory|mockClear)$/

/** Whether a test has fetch-mock forget calls: what it asks for then stays with fetch-mock too. */
export function isCleared(source: Source, node: ts.Node): boolean {
  const { ts } = source
  const test = testAround(source, node)
  const calls = test ? nodesIn(ts, test, ts.isCallExpression) : []
  return calls.some((call) => !isAtStart(source, call) && CLEAR.test(calleeOf(source, call).split('.').at(-1) ?? ''))
}
