import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { functionAround, nodesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { hookAround } from '../read/tests.ts'

const COUNT = /(?:\.assertions|\.plan)$/

/** Removes an assertion, and takes it off the number of assertions that its test announces. */
export function removeAssertion(source: Source, statement: ts.Statement): void {
  const { ts } = source
  const isCounted = /^(?:expect|t|tap|test|assert)\b/.test(statement.getText(source.file))
  const counts = isCounted ? countsOf(source) : []
  if (counts.length > 0 && hookAround(source, statement))
    leaveByHand(
      'tests of this file count their assertions: write one less in each expect.assertions(count), and remove this one',
    )
  const around = functionAround(source, statement)
  for (const count of counts) {
    if (functionAround(source, count) !== around) continue
    const [number] = count.arguments
    if (!number || !ts.isNumericLiteral(number))
      leaveByHand('write one less in expect.assertions(count), and remove this assertion')
    else source.replace(number, String(Number(source.code(number)) - 1))
  }
  source.remove(statement)
}

function countsOf({ ts, file }: Source): ts.CallExpression[] {
  return nodesIn(ts, file, ts.isCallExpression).filter(({ expression }) => COUNT.test(expression.getText(file)))
}
