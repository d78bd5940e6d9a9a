import type ts from 'typescript'
import { mayRunBefore } from '../order/placements.ts'
import type { Source } from '../read/source.ts'

/** Prints what takes all overrides away. An expectation that has not come would fail its test, which no old library does. */
export function resetCode(source: Source, mocks: string, node: ts.Node): string {
  source.resets.push({ construct: source.construct, node, mocks })
  const isExpected = source.declared.some((one) => one.isExpected && mayRunBefore(source, one.chain, node))
  return `${mocks}.reset(${isExpected ? '{ failures: true }' : ''})`
}
