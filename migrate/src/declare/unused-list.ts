import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { expectationOn } from '../read/assertions.ts'
import { outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isCounted } from '../request/recorded-calls.ts'

export const UNUSED = 'ask mocks.unused(), which lists the stubs without a request'

/** Refuses a list of what has not come whose items are read: they are stubs here. Their number, or that there is none, is the same. */
export function checkList(source: Source, list: ts.Node): void {
  const { ts } = source
  const { parent } = outerOf(source, list)
  const isLength = ts.isPropertyAccessExpression(parent) && parent.name.text === 'length'
  const { path = '', call } = expectationOn(source, list) ?? {}
  const isEmpty = /^to(?:Strict)?Equal$|\.(?:equal|eql)$/.test(path) && call?.arguments[0]?.getText() === '[]'
  if (!isLength && !isEmpty && !isCounted(source, list)) leaveByHand(UNUSED)
}
