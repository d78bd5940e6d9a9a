import type ts from 'typescript'
import { outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

const ORDER = /^(?:[<>]=?|[=!]=)$/
const SAME = /^[=!]==$/
const TO_NUMBER = /^(?:Number|parseInt|parseFloat|Number\.parseInt|Number\.parseFloat|String)$/

/** Whether the text of a value leads to what the value itself did: `page > 1`, `Number(page)`, `role === 'admin'`. */
export function isTextAsGood(source: Source, value: ts.Node): boolean {
  const { ts } = source
  const outer = outerOf(source, value)
  const { parent } = outer
  if (ts.isTemplateSpan(parent)) return true
  if (ts.isCallExpression(parent))
    return parent.expression !== outer && TO_NUMBER.test(parent.expression.getText(source.file))
  if (!ts.isBinaryExpression(parent)) return false
  const operator = parent.operatorToken.getText(source.file)
  const other = parent.left === outer ? parent.right : parent.left
  if (ORDER.test(operator)) return ts.isNumericLiteral(other)
  return SAME.test(operator) && ts.isStringLiteralLike(other) && /^[a-z_]/i.test(other.text) && !isWord(other.text)
}

/** A value that is not a text may be sent as such a word. */
function isWord(text: string): boolean {
  return /^(?:true|false|null|undefined|NaN|Infinity)$/.test(text)
}
