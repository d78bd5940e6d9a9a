import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { constantText } from '../read/constants.ts'
import { outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import type { Argument } from '../request/request-fields.ts'
import { type Base, frontOf } from './base.ts'

/** What a function that answers a handler's requests knows by its handler. */
export interface Handler {
  readonly method: string
  readonly url: ts.Expression | undefined
  readonly base: Base
}

const TEXTS = 'queries are texts here: read request.queries, and compare its texts'
const ASKED = 'config.url is what the client asked for: it may have its baseURL, a query, or no slash in front'

/** What axios hands to a function, as far as the request or the handler has it. */
export function configOf(source: Source, { method, url, base }: Handler): readonly Argument[] {
  return [
    {
      data: 'text',
      headers: 'headers',
      method: (_, field) => (method === 'all' ? `${field('method')}.toLowerCase()` : source.quote(method)),
      params: (use, field) => {
        const { parent } = use
        const isSafe = source.ts.isPropertyAccessExpression(parent) && isTextAsGood(source, parent)
        return isSafe ? field('queries') : leaveByHand(TEXTS)
      },
      url: (use, field) => {
        source.note(use, ASKED)
        if (url && constantText(source, url)?.startsWith('/')) return source.code(url)
        const front = frontOf(base)
        if ((url && !source.ts.isRegularExpressionLiteral(url)) || front === undefined)
          return leaveByHand('request.url is the whole URL: read what the test needs from it')
        const pathname = `new URL(${field('url')}).pathname`
        return front === '' ? pathname : `${pathname}.slice(${front.length})`
      },
      baseURL: () =>
        'text' in base && base.text !== '' && !base.isHandedOver
          ? source.quote(base.text)
          : leaveByHand('request.url is the whole URL: read its origin'),
    },
  ]
}

const ORDER = /^(?:[<>]=?|[=!]=)$/
const SAME = /^[=!]==$/
const TO_NUMBER = /^(?:Number|parseInt|parseFloat|Number\.parseInt|Number\.parseFloat|String)$/

/** Whether the text of a value leads to what the value itself did: `page > 1`, `Number(page)`, `role === 'admin'`. */
function isTextAsGood(source: Source, value: ts.Node): boolean {
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
