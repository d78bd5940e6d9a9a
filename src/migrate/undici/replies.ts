import type ts from 'typescript'
import { responseCode } from '../declare/reply-value.ts'
import { type Argument, requestFields, withRequest } from '../declare/request-fields.ts'
import { type Inline, isInline, returnPayload, returnsOf } from '../declare/resolver.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import type { DeclaredResponse } from '../layout/model.ts'
import { propertyOf } from '../read/nodes.ts'
import { kindOf, payloadCode, shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'

export type Reply = DeclaredResponse & { readonly headers?: string | undefined }

/** What undici hands to a function of a reply. */
const OPTIONS: readonly Argument[] = [{ body: 'text', headers: 'headers', method: 'method' }]

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
  const code = status ? source.code(status) : '200'
  const head = { status: code === '200' ? undefined : code, headers: options && headersOf(source, options) }
  if (method === 'head' || /^(?:204|205|304)$/.test(code)) return { ...head, code: 'undefined', isJson: false }
  if (isInline(source, data)) return { ...head, code: resolverOf(source, data, returnPayload), isJson: false }
  return { ...head, ...payloadCode(source, data) }
}

function headersOf(source: Source, options: ts.Expression): string | undefined {
  const { ts } = source
  if (ts.isIdentifier(options) || ts.isPropertyAccessExpression(options)) return `${source.code(options)}.headers`
  if (!ts.isObjectLiteralExpression(options)) return `(${source.code(options)}).headers`
  const headers = propertyOf(source, options, 'headers')
  if (options.properties.length > (headers ? 1 : 0)) leaveByHand('write the trailers of this reply by hand')
  return headers && source.code(headers)
}

/** A function that always returns the same needs no resolver. */
function wholeReply(source: Source, node: Inline, method: string): Reply {
  const { ts } = source
  const body = ts.isParenthesizedExpression(node.body) ? node.body.expression : node.body
  if (node.parameters.length === 0 && ts.isObjectLiteralExpression(body) && ts.isArrowFunction(node)) {
    const { status, data, options } = fieldsOf(source, body)
    const isFixed = [status, data].every((one) => one === undefined || !isChanging(source, one))
    if (isFixed) return partsOf(source, status, data, options, method)
  }
  return { code: resolverOf(source, node, returnWhole), isJson: false }
}

/** Whether a value may be another one when the request comes. */
function isChanging(source: Source, node: ts.Node): boolean {
  const { ts } = source
  if (ts.isCallExpression(node) || ts.isShorthandPropertyAssignment(node)) return true
  if (ts.isIdentifier(node)) return !ts.isPropertyAssignment(node.parent) || node.parent.initializer === node
  return ts.forEachChild(node, (child) => (isChanging(source, child) ? true : undefined)) ?? false
}

function fieldsOf(source: Source, object: ts.ObjectLiteralExpression) {
  return {
    status: propertyOf(source, object, 'statusCode'),
    data: propertyOf(source, object, 'data'),
    options: propertyOf(source, object, 'responseOptions'),
  }
}

function resolverOf(source: Source, node: Inline, returned: (source: Source, value: ts.Expression) => void): string {
  const { ts } = source
  const fields = requestFields(source, node, OPTIONS)
  if (ts.isBlock(node.body)) for (const value of returnsOf(source, node.body)) returned(source, value)
  else returned(source, node.body)
  return withRequest(source, node, fields, true)
}

/** A function that returns `{ statusCode, data, responseOptions }`. */
function returnWhole(source: Source, value: ts.Expression): void {
  const { ts } = source
  const inner = ts.isParenthesizedExpression(value) ? value.expression : value
  if (!ts.isObjectLiteralExpression(inner)) {
    leaveByHand(`return status(code, payload) in place of ${shorten(value.getText(source.file))}`)
    return
  }
  const { status, data, options } = fieldsOf(source, inner)
  const headers = options && headersOf(source, options)
  source.replace(value, responseCode(source, { status, body: data, headers }))
}

/** An `Error` is what the client's `TypeError` has as its cause. */
export function errorOf(source: Source, [error]: readonly ts.Expression[]): Reply {
  if (kindOf(source, error) === 'string')
    leaveByHand('write networkError(new Error(text)): undici hands over the text itself')
  return { code: `${source.name('networkError')}(${error ? source.code(error) : ''})`, isJson: false }
}
