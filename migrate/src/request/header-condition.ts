import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { kindOf } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import type { Conditions } from './conditions.ts'
import { isInline } from './resolver.ts'
export function headerCondition(source: Source, conditions: Conditions, name: string, value: ts.Expression): void {
  if (isInline(source, value) && /\[0\]/.test(value.getText(source.file)))
    leaveByHand('the values of a header are one text here: compare the text')
  const code = source.code(value)
  const isFunction = kindOf(source, value) === 'function'
  conditions.headers.push([name, isFunction ? `${source.name('fn')}(${code})` : code])
}
