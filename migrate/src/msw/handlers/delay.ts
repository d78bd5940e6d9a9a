import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { constantText } from '../../read/constants.ts'
import type { Source } from '../../read/source.ts'

/** msw waits for 5 ms in Node if it is not told how long. */
export function convertDelay(source: Source, use: ts.Identifier): void {
  const call = use.parent
  if (!source.ts.isCallExpression(call) || call.expression !== use)
    leaveByHand('write delay() as setDelay(ms), which the resolver is handed')
  const [time] = call.arguments
  const text = time && constantText(source, time)
  const isMode = text !== undefined && Number.isNaN(Number(text))
  const code = time && !isMode ? source.code(time) : '5'
  const wait = text === 'infinite' ? '() => {}' : `(resolve) => setTimeout(resolve, ${code})`
  source.replace(call, `new Promise(${wait})`)
}
