import type ts from 'typescript'
import { hasNoBody } from '../../declare/reply-value.ts'
import type { DeclaredResponse, Fields } from '../../layout/model.ts'
import { printCall, rebase } from '../../layout/print-stub.ts'
import { isLiteral } from '../../order/overlap.ts'
import { commentsIn } from '../../read/comments.ts'
import { constantText } from '../../read/constants.ts'
import { functionAround, nameOf, propertyOf } from '../../read/nodes.ts'
import { kindOf } from '../../read/payload.ts'
import { leaveByHand, type Source } from '../../read/source.ts'
import { type Inline, isInline } from '../../request/resolver.ts'
import type { Uses } from './uses.ts'

/**
 * Rewrites one use of `HttpResponse`, which is the platform's `Response` here. What a resolver itself returns may be a reply with a
 * name: nobody can read it, or throw it.
 */
export function convertResponse(source: Source, use: ts.Identifier, resolver?: Inline, takes?: Takes): void {
  const { ts } = source
  const { parent } = use
  const made = ts.isPropertyAccessExpression(parent) ? parent.parent : parent
  const args = ts.isCallExpression(made) || ts.isNewExpression(made) ? (made.arguments ?? []) : []
  if (args.slice(1).some((init) => ts.isObjectLiteralExpression(init) && propertyOf(source, init, 'type')))
    leaveByHand('write HttpResponse.error() for the type error, and leave other types out: a Response ignores them')
  if (ts.isTypeReferenceNode(parent)) source.replace(parent, 'Response')
  else if (ts.isCallExpression(made) && made.expression === parent) {
    dropTypes(source, made)
    convertMaker(source, made, isReturned(source, made, resolver), resolver?.type ? undefined : takes)
  } else {
    const [body, init] = ts.isNewExpression(parent) ? (parent.arguments ?? []) : []
    if (ts.isNewExpression(parent)) dropTypes(source, parent)
    if (body && isBodiless(source, init)) source.replace(body, 'null')
    source.replace(use, source.global('Response'))
  }
}

function convertMaker(source: Source, call: ts.CallExpression, isReply: boolean, takes: Takes | undefined): void {
  const { expression: use, name } = call.expression as ts.PropertyAccessExpression
  const maker = name.text
  const [first, init] = call.arguments
  const body = first?.getText(source.file) === 'undefined' ? undefined : first
  if (init && isBodiless(source, init)) {
    source.replace(call, `new ${source.global('Response')}(null, ${source.code(init)})`)
    return
  }
  const value = maker === 'json' && isReply && takes ? jsonCode(source, call, takes) : undefined
  if (value) source.replace(call, value)
  else if (maker === 'redirect' && isReply)
    source.replace(call, `${source.name('redirect')}(${call.arguments.map((one) => source.code(one)).join(', ')})`)
  else if ((maker === 'json' && body) || maker === 'redirect') source.replace(use, source.global('Response'))
  else if (maker === 'error')
    source.replace(call, isReply ? `${source.name('networkError')}()` : `${source.global('Response')}.error()`)
  else if ((maker === 'text' || maker === 'html') && body && !init && isReply) {
    source.replace(call, `${source.name(maker)}(${source.code(body)})`)
  } else if (/^(?:text|json|formData)$/.test(maker)) {
    source.replace(
      call,
      `new ${source.global('Response')}(${call.arguments.map((one) => source.code(one)).join(', ')})`,
    )
  } else leaveByHand(`write HttpResponse.${maker}(…) as new Response(body, { headers })`)
}

/** The value of a JSON response alone, or `status(201, value)`; nothing if the response has headers, or sends no JSON value. */
function jsonCode(source: Source, call: ts.CallExpression, takes: Takes): string | undefined {
  const { ts, file, style } = source
  const [body, init] = call.arguments
  if (!body || ts.isSpreadElement(body) || !/^(?:json|string|unknown)$/.test(kindOf(source, body))) return undefined
  if (commentsIn(ts, file, call).length > commentsIn(ts, file, body).length) return undefined
  const indent = source.indentOf(call)
  const code = source.code(body)
  if (!takes({ response: { code, isJson: true }, settings: [] })) return undefined
  const isOne = init && ts.isObjectLiteralExpression(init) && init.properties.length === 1
  const status = isOne ? propertyOf(source, init, 'status') : undefined
  if (init && !status) return undefined
  if (status) return printCall(source.name('status'), [source.code(status), code], style, indent)
  const value = rebase(code, style, indent)
  return ts.isArrowFunction(call.parent) && code.startsWith('{') ? `(${value})` : value
}

function isReturned(source: Source, node: ts.Node, resolver: ts.Node | undefined): boolean {
  const { ts } = source
  const { parent } = node
  if (ts.isParenthesizedExpression(parent)) return isReturned(source, parent, resolver)
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isReturned(source, parent, resolver)
  if (functionAround(source, node) !== resolver) return false
  return ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === node)
}

/** Whether a response has a status without a body. msw drops the body; `Response` refuses it. */
function isBodiless(source: Source, init: ts.Expression | undefined): boolean {
  const isWritten = init && source.ts.isObjectLiteralExpression(init)
  const status = isWritten ? propertyOf(source, init, 'status') : undefined
  return status !== undefined && hasNoBody(constantText(source, status))
}

/** msw types its calls by type arguments; mynah's and the platform's have none of these. */
export function dropTypes(source: Source, { typeArguments }: ts.CallExpression | ts.NewExpression): void {
  if (!typeArguments) return
  const end = source.file.text.indexOf('>', typeArguments.end) + 1
  source.edits.replace(typeArguments.pos - 1, end, '')
}

/** A response that is the same for each request, which needs no resolver. */
interface StaticResponse {
  readonly response: DeclaredResponse
  readonly settings: Fields
}

/** Whether a kind of handlers sends such a response without a resolver, or a `Response`. */
export type Takes = (response: StaticResponse) => boolean

export function fixedResponse(source: Source, node: ts.Expression, uses: Uses): StaticResponse | undefined {
  const { ts } = source
  if (!isInline(source, node) || node.parameters.length > 0 || node.asteriskToken) return undefined
  if (commentsIn(ts, source.file, node).length > 0) return undefined
  if (!ts.isBlock(node.body)) return staticResponse(source, node.body, uses)
  const [statement, ...others] = node.body.statements
  const returned = statement && ts.isReturnStatement(statement) ? statement.expression : undefined
  return returned && others.length === 0 ? staticResponse(source, returned, uses) : undefined
}

/** Reads `HttpResponse.json(literal, { status })` as a payload and settings. `undefined` if a test could change it. */
function staticResponse(source: Source, node: ts.Expression, uses: Uses): StaticResponse | undefined {
  const { ts } = source
  if (ts.isParenthesizedExpression(node)) return staticResponse(source, node.expression, uses)
  const isResponse = (name: ts.Node) => uses.get(name as ts.Identifier) === 'HttpResponse'
  if (ts.isNewExpression(node) && isResponse(node.expression)) {
    const [body, init] = node.arguments ?? []
    const isEmpty = !body || /^(?:null|undefined)$/.test(body.getText(source.file))
    return isEmpty ? withInit(source, { code: 'undefined', isJson: false, status: '200' }, init) : undefined
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  if (!isResponse(node.expression.expression)) return undefined
  return madeResponse(source, node.expression.name.text, node.arguments)
}

function madeResponse(source: Source, maker: string, args: readonly ts.Expression[]): StaticResponse | undefined {
  const [body, init] = args
  const reply = (name: string, code: string) => ({ code: `${source.name(name)}(${code})`, isJson: false })
  if (maker === 'error') return { response: reply('networkError', ''), settings: [] }
  if (!body || !isLiteral(source.ts, body)) return undefined
  if (maker === 'redirect')
    return { response: reply(maker, args.map((one) => source.code(one)).join(', ')), settings: [] }
  if (maker === 'json') return withInit(source, { code: source.code(body), isJson: true }, init)
  return maker === 'text' || maker === 'html' ? withInit(source, reply(maker, source.code(body)), init) : undefined
}

function withInit(source: Source, response: DeclaredResponse, init?: ts.Expression): StaticResponse | undefined {
  const { ts } = source
  if (!init) return { response, settings: [] }
  if (!ts.isObjectLiteralExpression(init) || !isLiteral(source.ts, init)) return undefined
  const fields = init.properties.map((one): [string, string] => [
    nameOf(ts, one),
    ts.isPropertyAssignment(one) ? source.code(one.initializer) : '',
  ])
  if (!fields.every(([name]) => /^(?:status|statusText|headers)$/.test(name))) return undefined
  const headers = propertyOf(source, init, 'headers')
  if (headers && !ts.isObjectLiteralExpression(headers)) return undefined
  const status = fields.find(([name]) => name === 'status')?.[1] ?? response.status
  const settings = fields.filter(([name]) => name !== 'status')
  if (hasNoBody(status)) return { response: { code: 'undefined', isJson: false, status }, settings }
  const isDefault = status === '200' && response.code !== 'undefined'
  return { response: { ...response, status: isDefault ? undefined : status }, settings }
}
