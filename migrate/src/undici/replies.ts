import type ts from 'typescript'
import { isChanging } from '../declare/changing.ts'
import { hasNoBody, type Reply, responseCode, statusCode } from '../declare/reply-value.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { constantOf } from '../read/constants.ts'
import { propertyOf, usesIn } from '../read/nodes.ts'
import { kindOf, payloadCode, shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { type Argument, requestFields, withRequest } from '../request/request-fields.ts'
import { type Inline, isInline, returnedValues, returnPayload } from '../request/resolver.ts'

const TRAILERS = 'mynah sends no trailers, which fetch does not show: remove them if no client reads them'
const NO_TRAILERS = 'mynah sends no trailers: a client that reads them finds none'
const TEXT = 'undici rejects with the text itself; here with an Error of that text, or a TypeError whose cause it is'

/** Trailers that the file does not read are left out. */
export function leaveTrailersOut(source: Source, node: ts.Node): void {
  if (/[.{,]\s*trailers\b(?!\s*:)/.test(source.file.text)) leaveByHand(TRAILERS)
  source.note(node, NO_TRAILERS)
}

/** What undici hands to a function of a reply. */
const OPTIONS: readonly Argument[] = [
  {
    body: 'text',
    headers: 'headers',
    method: 'method',
    path: (_, field) => `${field('url')}.slice(new URL(${field('url')}).origin.length)`,
    origin: (_, field) => `new URL(${field('url')}).origin`,
  },
]

/** Reads `reply(status, data, { headers })`, `reply(status, fn)` and `reply(fn)`. */
export function replyOf(source: Source, [status, data, options]: readonly ts.Expression[], method: string): Reply {
  if (isInline(source, status)) return wholeReply(source, status, method)
  const named = status && namedResolver(source, status, returnWhole)
  if (named) return named
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
  if (isInline(source, data)) return { ...head, code: resolverOf(source, data, returnText), isJson: false }
  const named = data && namedResolver(source, data, returnText)
  return { ...head, ...(named ?? payloadCode(source, data)) }
}

/** A function in a variable is a resolver where it is declared, if it is for replies alone. */
function namedResolver(source: Source, node: ts.Expression, returned: Returned): Reply | undefined {
  const { ts } = source
  const value = ts.isIdentifier(node) ? constantOf(source, node) : undefined
  if (!ts.isIdentifier(node) || !isInline(source, value) || value.getSourceFile() !== source.file) return undefined
  const places = usesIn(source, source.file, node).map((use) => {
    const call = use.parent
    const isReply = ts.isCallExpression(call) && /\.reply$/.test(call.expression.getText(source.file))
    return isReply ? call.arguments.indexOf(use) : -1
  })
  // Its own name is one of the uses.
  const place = returned === returnWhole ? 0 : 1
  if (places.filter((one) => one !== place).length > 1 || !ts.isVariableDeclaration(value.parent))
    leaveByHand(`write ${node.text} as a resolver: ({ request }) => payload`)
  if (value.parent.type) leaveByHand(`write ${node.text} as a resolver, without its type: ({ request }) => payload`)
  if (source.code(value) === value.getText(source.file)) source.replace(value, resolverOf(source, value, returned))
  return { code: node.text, isJson: false }
}

/** A payload, or the body of the request, which is a text. */
function returnText(source: Source, value: ts.Expression): void {
  if (isBody(source, value))
    source.replace(value, `${source.name('text')}(${source.code(value)} ?? ${source.quote('')})`)
  else returnPayload(source, value)
}

/** Whether a value is `body` of the parameter `{ body }`, or `options.body`. */
function isBody({ ts, checker }: Source, value: ts.Expression): boolean {
  const isMember = ts.isPropertyAccessExpression(value) && value.name.text === 'body'
  const name = isMember ? value.expression : value
  const declared = ts.isIdentifier(name) ? checker.getSymbolAtLocation(name)?.valueDeclaration : undefined
  if (isMember) return declared !== undefined && ts.isParameter(declared)
  const isField = declared !== undefined && ts.isBindingElement(declared) && ts.isParameter(declared.parent.parent)
  return isField && (declared.propertyName ?? declared.name).getText() === 'body'
}

type Returned = (source: Source, value: ts.Expression) => void

function headersOf(source: Source, options: ts.Expression): string | undefined {
  const { ts } = source
  if (ts.isIdentifier(options) || ts.isPropertyAccessExpression(options)) return `${source.code(options)}.headers`
  if (!ts.isObjectLiteralExpression(options)) return `(${source.code(options)}).headers`
  const headers = propertyOf(source, options, 'headers')
  const others = options.properties.filter((one) => one.name?.getText(source.file) !== 'headers')
  for (const one of others) {
    if (one.name?.getText(source.file) !== 'trailers') leaveByHand('write these options inline: { headers }')
    leaveTrailersOut(source, one)
  }
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
  if (data && isBody(source, data) && (status || headers)) {
    const init = [`status: ${status ? source.code(status) : '200'}`, ...(headers ? [`headers: ${headers}`] : [])]
    source.replace(value, `new Response(${source.code(data)}, { ${init.join(', ')} })`)
  } else source.replace(value, responseCode(source, { status, body: data, headers }))
}

/** An `Error` is what the client's `TypeError` has as its cause. */
export function errorOf(source: Source, [error]: readonly ts.Expression[]): Reply {
  const isText = error && kindOf(source, error) === 'string'
  if (isText) source.note(error, TEXT)
  const code = error ? source.code(error) : ''
  return { code: `${source.name('networkError')}(${isText ? `new Error(${code})` : code})`, isJson: false }
}
