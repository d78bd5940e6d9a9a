import type ts from 'typescript'
import { hasNoBody, objectOf, payloadFor, type Reply, responseCode, statusCode } from '../../declare/reply-value.ts'
import { constantText } from '../../read/constants.ts'
import { innerOf, isTypeScript, type Link, nodesIn, propertyOf, usesIn } from '../../read/nodes.ts'
import { kindOf, shorten } from '../../read/payload.ts'
import { leaveByHand, type Source } from '../../read/source.ts'
import { majorOf } from '../../read/typescript.ts'
import {
  type Argument,
  type Members,
  PATH,
  type Returned,
  requestFields,
  withRequest,
} from '../../request/request-fields.ts'
import { type Inline, isInline, isReadAsText, noteForm, parametersOf, returnPayload } from '../../request/resolver.ts'

/** Reads `reply(status, body, headers)`, `reply(status, fn)`, `reply(fn)`, `replyWithFile(status, path)` and the others. */
export function replyOf(source: Source, { name, args }: Link, method: string): Reply {
  if (name === 'passthrough') return { code: `${source.name('passthrough')}()`, isJson: false }
  if (name === 'replyWithError') return errorResponse(source, args)
  const [status, body, headers] = args
  const kind = kindOf(source, status)
  if (isInline(source, status)) return { code: resolverOf(source, status, returnWhole), isJson: false }
  if (status && kind === 'function')
    leaveByHand(`rewrite ${shorten(source.code(status))} as a resolver: ({ request }) => payload`)
  // nock takes a function without other arguments alone.
  if (status && kind === 'unknown' && args.length === 1)
    leaveByHand(`is ${shorten(source.code(status))} a status or a function? Write status(code), or a resolver`)
  const head = { status: statusCode(source, status), headers: headers && headersCode(source, headers) }
  if (name === 'replyWithFile')
    return { ...head, code: `${source.name('file')}(${body ? source.code(body) : ''})`, isJson: false }
  const isSent = body && !hasNoBody(undefined, method) && !/^(?:\{\}|''|"")$/.test(body.getText())
  if (hasNoBody(head.status, method)) {
    if (isSent) source.noteOnce(body, BODILESS)
    return { ...head, code: 'undefined', isJson: false }
  }
  if (isInline(source, body)) return { ...head, code: resolverOf(source, body, returnPayload), isJson: false }
  const isEncoded = headers && /\bcontent-encoding\b/i.test((objectOf(source, headers) ?? headers).getText(source.file))
  // nock reads a text, or each text of a list, as bytes in hexadecimal then.
  if (isEncoded && body && /^(?:string|json)$/.test(kindOf(source, body))) {
    const isList = source.ts.isArrayLiteralExpression(body)
    if (!isList && kindOf(source, body) === 'json') leaveByHand('with Content-Encoding nock sends bytes: write these')
    const text = `${source.code(body)}${isList ? `.join(${source.quote('')})` : ''}`
    return { ...head, code: `Buffer.from(${text}, ${source.quote('hex')})`, isJson: false }
  }
  return { ...head, ...payloadFor(source, status, body) }
}

const BODILESS = 'nock sends this body; here, as from a real server, a response with this status has none'

/** `replyWithError(error)`: a text is the message of the error. */
function errorResponse(source: Source, [error]: readonly ts.Expression[]): Reply {
  const kind = kindOf(source, error)
  const failing = (code: string) => ({ code: `${source.name('networkError')}(${code})`, isJson: false })
  if (error === undefined || kind === 'none') return failing('')
  const code = source.code(error)
  if (kind === 'error') return failing(code)
  if (kind === 'string') return failing(`new Error(${code})`)
  if (!source.ts.isObjectLiteralExpression(error))
    return leaveByHand(`write networkError(error) with an Error in place of ${shorten(code)}`)
  const only = error.properties.length === 1 ? propertyOf(source, error, 'code') : undefined
  return failing(only ? source.code(only) : `Object.assign(new Error(), ${code})`)
}

/** nock types a body as a text or any object, and hands over an empty text if there is none. */
function bodyArgument(source: Source, node: Inline, { name, type }: ts.ParameterDeclaration): Argument {
  const { ts } = source
  const uses = ts.isIdentifier(name) ? usesIn(source, node.body, name) : []
  if (type?.kind === ts.SyntaxKind.StringKeyword || uses.some((use) => isReadAsText(source, use))) return 'text'
  for (const use of uses) noteForm(source, use)
  const code = type?.getText(source.file) ?? ''
  // nock's own type of a body is a text or any object.
  const asserted = /\bBody$/.test(code) ? 'string | Record<string, any>' : code
  return isTypeScript(source) && type ? (_, field) => `(${field('body')} as ${asserted})` : 'body'
}

const SENT = 'these headers are all that was sent, `connection` too; nock has what the client set'

/** What Node's request says of itself. Its options say the same of the path and the headers. */
function nodeRequest(source: Source): Members {
  const headers: Argument = (use, field) => {
    if (!source.ts.isPropertyAccessExpression(use.parent) && !source.ts.isElementAccessExpression(use.parent))
      source.note(use, SENT)
    return field('headers')
  }
  return { req: { method: 'method', path: PATH, headers, options: { path: PATH, headers } } }
}

/** nock 13 and 14 hand over the path, the body and a callback; nock 15 hands over a WHATWG request and a callback. */
function resolverOf(source: Source, node: Inline, returned: Returned): string {
  const parameters = parametersOf(node)
  const major = parameters.length === 0 ? 0 : majorOf(source.file.fileName, 'nock')
  if (major === undefined)
    return leaveByHand('install nock: its version tells what this function gets, a path and a body or a request')
  if (parameters[major < 15 ? 2 : 1]) return leaveByHand(CALLBACK)
  const [, body] = parameters
  const args = major < 15 ? [PATH, ...(body ? [bodyArgument(source, node, body)] : [])] : ['raw']
  const read = requestFields(source, node, args, nodeRequest(source))
  const fields = read.map((field) => (field.startsWith('text') ? `${field} = ${source.quote('')}` : field))
  return withRequest(source, node, fields, returned)
}

const CALLBACK = 'return the payload from an async function, in place of callback(null, payload)'

/** A function that returns `[status, body, headers]`. */
function returnWhole(source: Source, value: ts.Expression): void {
  const { ts } = source
  const list = innerOf(source, value)
  if (!ts.isArrayLiteralExpression(list)) leaveByHand('return status(code, payload) from the resolver')
  const [status, body, headers] = list.elements
  // A Response joins the values of a list.
  if (headers && nodesIn(ts, headers, ts.isArrayLiteralExpression).length > 0)
    leaveByHand('return status(code, payload) from the resolver, and add each header: appendHeader(name, value)')
  source.replace(value, responseCode(source, { status, body, headers: headers && headersCode(source, headers) }))
}

const LIST = "write the list of headers as an object: { 'x-a': '1' }"
const LENGTH = /^['"]?(?:content-length|transfer-encoding)['"]?$/i
const FUNCTION = 'a header that a function makes: a resolver has setHeader(name, value)'

/** Prints the headers of a reply. mynah sends the right length by itself, and refuses a wrong one. */
export function headersCode(source: Source, headers: ts.Expression): string | undefined {
  const { ts } = source
  if (ts.isArrayLiteralExpression(headers)) return listedCode(source, headers.elements)
  if (kindOf(source, headers) === 'function') leaveByHand(FUNCTION)
  if (source.checker.getTypeAtLocation(headers).symbol?.name === 'Map') leaveByHand(LIST)
  if (!ts.isObjectLiteralExpression(headers)) return source.code(headers)
  const isMade = (one: ts.ObjectLiteralElementLike) =>
    ts.isMethodDeclaration(one) || (ts.isPropertyAssignment(one) && kindOf(source, one.initializer) === 'function')
  if (headers.properties.some(isMade)) leaveByHand(FUNCTION)
  const kept = headers.properties.filter((one) => !LENGTH.test(one.name?.getText(source.file) ?? ''))
  if (kept.length === headers.properties.length) return source.code(headers)
  return kept.length === 0 ? undefined : `{ ${kept.map((one) => source.code(one)).join(', ')} }`
}

/** nock's recorder writes a list of the name and the value of each header in turn. The values of one name are a list here. */
function listedCode(source: Source, elements: readonly ts.Expression[]): string | undefined {
  const fields = new Map<string, string[]>()
  for (let at = 0; at < elements.length; at += 2) {
    const [name, value] = elements.slice(at, at + 2)
    const text = name && constantText(source, name)
    if (text === undefined || !value || kindOf(source, value) === 'function') return leaveByHand(LIST)
    const known = [...fields.keys()].find((one) => one.toLowerCase() === text.toLowerCase()) ?? text
    if (!LENGTH.test(text)) fields.set(known, [...(fields.get(known) ?? []), source.code(value)])
  }
  const codes = [...fields].map(([name, values]) => {
    const key = /^[a-z]\w*$/i.test(name) ? name : source.quote(name)
    return `${key}: ${values.length === 1 ? values[0] : `[${values.join(', ')}]`}`
  })
  return codes.length === 0 ? undefined : `{ ${codes.join(', ')} }`
}
