import type ts from 'typescript'
import { readLate } from '../declare/changing.ts'
import { delayedAnswer, onlyResult } from '../declare/delayed.ts'
import { type Reply as DeclaredReply, hasNoBody, responseCode, statusCode } from '../declare/reply-value.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { isTypeScript, type Link, propertyOf } from '../read/nodes.ts'
import { kindOf, payloadCode, shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { requestFields, withRequest } from '../request/request-fields.ts'
import { type Inline, isInline, returnedValues } from '../request/resolver.ts'
import { configOf, type Handler } from './config.ts'

type Reply = DeclaredReply & { readonly delay?: string }

/** The message of each failure there, beside its code. */
const ABORTED: Readonly<Record<string, string>> = {
  timeout: 'timeout of 0ms exceeded',
  abortRequest: 'Request aborted',
}
const IN_PAGE =
  'a message that names the timeout of the client has to be written here; in a page axios says Network Error'

/** Reads `reply(status, data, headers)`, `reply(fn)`, and the failures. */
export function replyOf(source: Source, { name, args, node }: Link, handler: Handler): Reply {
  const kind = name.replace(/Once$/, '')
  if (kind === 'passThrough') return { code: `${source.name('passthrough')}()`, isJson: false }
  if (kind === 'networkError')
    return { code: `${source.name('networkError')}(new Error(${source.quote('Network Error')}))`, isJson: false }
  const message = ABORTED[kind]
  if (message) {
    source.note(node, IN_PAGE)
    const error = `Object.assign(new Error(${source.quote(message)}), { code: ${source.quote('ECONNABORTED')} })`
    return { code: `${source.name('networkError')}(${error})`, isJson: false }
  }
  if (kind !== 'reply') leaveByHand(`write ${name}() as mocks.use.get(path, payload)`)
  const [status, data, headers] = args
  if (isInline(source, status)) return functionReply(source, status, handler)
  if (!status || kindOf(source, status) === 'function')
    return leaveByHand('rewrite this reply as a resolver: ({ request }) => payload')
  return partsReply(source, [status, data, headers], handler)
}

/** A function that does nothing but fail, or answer after a time, needs no resolver. */
function functionReply(source: Source, node: Inline, handler: Handler): Reply {
  const { ts } = source
  const value = onlyResult(source, node)
  const isRejection = value && ts.isCallExpression(value) && value.expression.getText(source.file) === 'Promise.reject'
  const error = value && ts.isThrowStatement(value.parent) ? value : isRejection ? value.arguments[0] : undefined
  if (node.parameters.length === 0 && error && ts.isNewExpression(error))
    return { code: `${source.name('networkError')}(${source.code(error)})`, isJson: false }
  const delayed = delayedAnswer(source, node)
  const parts = delayed && partsOf(source, delayed.value)
  if (delayed && parts?.[0]) return { ...partsReply(source, parts, handler), delay: delayed.delay }
  return { code: resolverOf(source, node, handler), isJson: false }
}

function partsReply(
  source: Source,
  [status, data, headers]: readonly (ts.Expression | undefined)[],
  { method }: Handler,
): Reply {
  const head = { status: statusCode(source, status), headers: headers && headersCode(source, headers) }
  refuseFollowed(source, head.status ?? '200', headers)
  if (hasNoBody(head.status, method)) return { ...head, code: 'undefined', isJson: false }
  return { ...head, ...dataCode(source, data) }
}

/** A redirect that says where it leads to. */
function refuseFollowed(source: Source, status: string, headers: ts.Expression | undefined): void {
  const isFollowed = headers !== undefined && headers.getText(source.file) !== 'undefined'
  if (isFollowed && /^(?:301|302|303|307|308)$/.test(status))
    leaveByHand('axios follows this redirect here: declare where it leads, mocks.use.get(location, payload)')
}

function headersCode(source: Source, headers: ts.Expression): string | undefined {
  const { ts } = source
  if (headers.getText(source.file) === 'undefined') return undefined
  // A header is a text: the adapter hands over what it was given.
  for (const one of ts.isObjectLiteralExpression(headers) ? headers.properties : [])
    if (ts.isPropertyAssignment(one) && ts.isNumericLiteral(one.initializer))
      source.replace(one.initializer, source.quote(one.initializer.text))
  return source.code(headers)
}

/** axios parses a text that is JSON, so that a value of any type arrives as it is. */
function dataCode(source: Source, data: ts.Expression | undefined): { code: string; isJson: boolean } {
  const kind = kindOf(source, data)
  const isUnknown = data !== undefined && kind === 'unknown'
  return readLate(source, data, isUnknown ? { code: source.code(data), isJson: true } : payloadCode(source, data))
}

const THROWS = 'what this function throws fails the test here: return networkError(error) there'

function resolverOf(source: Source, node: Inline, handler: Handler): string {
  if (/\bthrow\b|\bPromise\.reject\b/.test(node.body.getText(source.file))) leaveByHand(THROWS)
  const fields = requestFields(source, node, configOf(source, handler)).map((field) =>
    isTypeScript(source) ? withDefault(source, field) : field,
  )
  for (const value of returnedValues(source, node)) returned(source, value)
  return withRequest(source, node, fields, true)
}

/** The text of a request may be missing, and `config.data` is of any type. */
function withDefault({ style: { quote } }: Source, field: string): string {
  return field === 'text' || field.startsWith('text:') ? `${field} = ${quote}${quote}` : field
}

/** Rewrites `[status, data, headers]`, or `{ status, data, headers }`. */
function returned(source: Source, value: ts.Expression): void {
  const { ts } = source
  if (ts.isParenthesizedExpression(value)) {
    returned(source, value.expression)
    return
  }
  const [resolved] =
    ts.isCallExpression(value) && value.expression.getText(source.file) === 'Promise.resolve' ? value.arguments : []
  const inner = resolved ?? value
  const parts = partsOf(source, inner)
  if (!parts) leaveByHand(`return status(code, payload) in place of ${shorten(value.getText(source.file))}`)
  const [status, body, headers] = parts
  refuseFollowed(source, status?.getText(source.file) ?? '', headers)
  source.replace(value, responseCode(source, { status, body, headers: headers && headersCode(source, headers) }))
}

function partsOf(source: Source, value: ts.Expression): readonly (ts.Expression | undefined)[] | undefined {
  const { ts } = source
  if (ts.isArrayLiteralExpression(value))
    return value.elements.some((one) => ts.isSpreadElement(one)) ? undefined : value.elements
  if (!ts.isObjectLiteralExpression(value)) return undefined
  const names = value.properties.map((one) => one.name?.getText(source.file) ?? '...')
  if (!names.every((name) => /^(?:status|data|headers)$/.test(name))) return undefined
  return ['status', 'data', 'headers'].map((name) => propertyOf(source, value, name))
}
