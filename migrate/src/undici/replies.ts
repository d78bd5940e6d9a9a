import type ts from 'typescript'
import { hasNoBody, type Reply, responseCode, statusCode } from '../declare/reply-value.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { isLiteral } from '../order/overlap.ts'
import { constantOf } from '../read/constants.ts'
import { propertyOf } from '../read/nodes.ts'
import { kindOf, payloadCode, shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { type Argument, PATH, requestFields, withRequest } from '../request/request-fields.ts'
import { type Inline, isInline, returnedValues, returnPayload } from '../request/resolver.ts'

const TEXT = 'undici rejects with the text itself; here with an Error of that text, or a TypeError whose cause it is'

/** What undici hands to a function of a reply. */
const OPTIONS: readonly Argument[] = [
  {
    body: 'text',
    headers: 'headers',
    method: 'method',
    path: PATH,
    origin: (_, field) => `new URL(${field('url')}).origin`,
  },
]

/** Reads `reply(status, data, { headers })`, `reply(status, fn)` and `reply(fn)`. */
export function replyOf(source: Source, [status, data, options]: readonly ts.Expression[], method: string): Reply {
  if (isInline(source, status)) return wholeReply(source, status, method)
  if (!status || kindOf(source, status) === 'function')
    return leaveByHand('rewrite this reply as a resolver: ({ request }) => payload')
  return partsOf(source, status, data, options, method)
}

function partsOf(
  source: Source,
  status: ts.Expression | undefined,
  data: ts.Expression | undefined,
  options: ts.Expression | undefined,
  method: string,
): Reply {
  const head = { status: statusCode(source, status), headers: options && headersOf(source, options) }
  if (hasNoBody(head.status, method)) return { ...head, code: 'undefined', isJson: false }
  if (isInline(source, data)) return { ...head, code: resolverOf(source, data, returnPayload), isJson: false }
  return { ...head, ...payloadCode(source, data) }
}

type Returned = (source: Source, value: ts.Expression) => void

function headersOf(source: Source, options: ts.Expression): string | undefined {
  const { ts } = source
  if (ts.isIdentifier(options) || ts.isPropertyAccessExpression(options)) return `${source.code(options)}.headers`
  if (!ts.isObjectLiteralExpression(options)) return `(${source.code(options)}).headers`
  const headers = propertyOf(source, options, 'headers')
  const others = options.properties.filter((one) => one.name?.getText(source.file) !== 'headers')
  if (others.length > 0) leaveByHand('write these options inline: { headers }')
  return headers && source.code(headers)
}

/** A function that always returns the same needs no resolver. */
function wholeReply(source: Source, node: Inline, method: string): Reply {
  const { ts } = source
  const body = ts.isParenthesizedExpression(node.body) ? node.body.expression : node.body
  if (node.parameters.length === 0 && ts.isObjectLiteralExpression(body) && ts.isArrowFunction(node)) {
    const { status, data, options } = fieldsOf(source, body)
    const isFixed = (one: ts.Expression) => isLiteral(ts, ts.isIdentifier(one) ? (constantOf(source, one) ?? one) : one)
    if ([status, data].every((one) => one === undefined || isFixed(one)))
      return partsOf(source, status, data, options, method)
  }
  return { code: resolverOf(source, node, returnWhole), isJson: false }
}

function fieldsOf(source: Source, object: ts.ObjectLiteralExpression) {
  return {
    status: propertyOf(source, object, 'statusCode'),
    data: propertyOf(source, object, 'data'),
    options: propertyOf(source, object, 'responseOptions'),
  }
}

function resolverOf(source: Source, node: Inline, returned: Returned): string {
  const fields = requestFields(source, node, OPTIONS)
  for (const value of returnedValues(source, node)) returned(source, value)
  return withRequest(source, node, fields, true)
}

/** A function that returns `{ statusCode, data, responseOptions }`. */
function returnWhole(source: Source, value: ts.Expression): void {
  const { ts } = source
  const inner = ts.isParenthesizedExpression(value) ? value.expression : value
  if (!ts.isObjectLiteralExpression(inner))
    leaveByHand(`return status(code, payload) in place of ${shorten(value.getText(source.file))}`)
  const { status, data, options } = fieldsOf(source, inner)
  const headers = options && headersOf(source, options)
  source.replace(value, responseCode(source, { status, body: data, headers }))
}

/** An `Error` is what the client's `TypeError` has as its cause. */
export function errorOf(source: Source, [error]: readonly ts.Expression[]): Reply {
  const isText = error && kindOf(source, error) === 'string'
  if (isText) source.note(error, TEXT)
  const code = error ? source.code(error) : ''
  return { code: `${source.name('networkError')}(${isText ? `new Error(${code})` : code})`, isJson: false }
}
