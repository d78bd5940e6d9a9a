import type ts from 'typescript'
import { usesIn } from '../read/nodes.ts'
import { kindOf } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import type { Conditions } from './conditions.ts'
import { isInline } from './resolver.ts'

export function headerCondition(source: Source, conditions: Conditions, name: string, value: ts.Expression): void {
  readFirst(source, value)
  const code = source.code(value)
  const isFunction = kindOf(source, value) === 'function'
  conditions.headers.push([name, isFunction ? `${source.name('fn')}(${code})` : code])
}

/** A client may send the values of a header as a list, which nock hands over; here they are one text: `(value) => value[0] === 'a'`. */
function readFirst(source: Source, value: ts.Expression): void {
  const { ts } = source
  if (!isInline(source, value)) return
  const name = value.parameters[0]?.name
  if (!name || !ts.isIdentifier(name)) return
  const uses = usesIn(source, value.body, name)
  const isFirst = ({ parent }: ts.Node) =>
    ts.isElementAccessExpression(parent) && parent.argumentExpression.getText() === '0'
  const isCompared = ({ parent }: ts.Node) =>
    ts.isCallExpression(parent) &&
    COMPARES.test(parent.expression.getText()) &&
    parent.arguments.some(ts.isArrayLiteralExpression)
  if (!uses.some((use) => isFirst(use) || isCompared(use))) return
  for (const use of uses) {
    if (isFirst(use)) source.replace(use.parent, name.text)
    else if (isCompared(use)) source.replace(use, `[${name.text}]`)
  }
}

const COMPARES = /(?:same|equals?|eql)$/i
