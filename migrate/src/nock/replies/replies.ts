import type ts from 'typescript'
import { hasNoBody, type Reply, statusCode } from '../../declare/reply-value.ts'
import { leaveByHand } from '../../layout/by-hand.ts'
import { type Link, propertyOf } from '../../read/nodes.ts'
import { kindOf, payloadCode, shorten } from '../../read/payload.ts'
import type { Source } from '../../read/source.ts'
import { isInline } from '../../request/resolver.ts'
import { bodyResolver, wholeReply } from './reply-functions.ts'
import { replyHeaders } from './reply-headers.ts'

/** Reads `reply(status, body, headers)`, `reply(status, fn)`, `reply(fn)` and `replyWithFile(status, path)`. */
export function replyOf(source: Source, { name, args }: Link, method: string): Reply {
  const [status, body, headers] = args
  const kind = kindOf(source, status)
  if (status && kind === 'function') return { code: wholeReply(source, status), isJson: false }
  // nock takes a function without other arguments alone.
  if (status && kind === 'unknown' && args.length === 1)
    leaveByHand(`is ${shorten(source.code(status))} a status or a function? Write status(code), or a resolver`)
  const { made, request, ...given } = replyHeaders(source, headers)
  const head = { status: statusCode(source, status), ...given }
  if (made.length > 0) return { ...head, code: settingResolver(source, made, request, body), isJson: false }
  if (name === 'replyWithFile')
    return { ...head, code: `${source.name('file')}(${body ? source.code(body) : ''})`, isJson: false }
  if (hasNoBody(head.status, method)) return { ...head, code: 'undefined', isJson: false }
  if (isInline(source, body)) return { ...head, code: bodyResolver(source, body), isJson: false }
  // nock sends the fields of an error.
  if (body && kindOf(source, body) === 'error')
    return { ...head, code: `JSON.parse(JSON.stringify(${source.code(body)}))`, isJson: true }
  return { ...head, ...payloadCode(source, body) }
}

/** A resolver that sets headers, and returns the payload. */
function settingResolver(
  source: Source,
  made: readonly string[],
  request: string | undefined,
  body: ts.Expression | undefined,
): string {
  const { code } = payloadCode(source, body)
  const returned = code === 'undefined' ? [] : [`return ${code}${source.style.semicolon}`]
  const lines = [...made, ...returned].map((line) => source.style.indent + line)
  return `({ setHeader${request ? `, request: { raw: ${request} }` : ''} }) => {\n${lines.join('\n')}\n}`
}

/** `replyWithError(error)`: a text is the message of the error. */
export function errorResponse(source: Source, [error]: readonly ts.Expression[]): Reply {
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

const SLOW =
  'a body that comes after its head is stream(chunks), whose generator waits; { delay } holds back the head too'

/** Prints a reply whose body comes some time after its head: a stream that waits. */
export function slowBody(source: Source, reply: Reply, { name, args }: Link, delay: string, defaults?: string): Reply {
  const [, body] = args
  const kind = kindOf(source, body)
  const isKnown = name === 'reply' && /^(?:none|string|json|bytes)$/.test(kind) && !hasNoBody(reply.status)
  if (!isKnown || reply.code.startsWith('({ setHeader')) leaveByHand(SLOW)
  const code = body && kind !== 'none' ? source.code(body) : undefined
  const chunk = kind === 'json' ? `JSON.stringify(${code})` : code
  const wait = `await new Promise((resolve) => setTimeout(resolve, ${delay}))`
  const lines = chunk === undefined ? wait : `${wait}; yield ${chunk}`
  const headers = kind === 'json' ? jsonHeaders(source, reply.headers, defaults) : reply.headers
  return {
    ...reply,
    headers,
    code: `() => ${source.name('stream')}((async function* () { ${lines} })())`,
    isJson: false,
  }
}

/** nock names the type of a JSON body, if no header does. */
function jsonHeaders(source: Source, headers: string | undefined, defaults: string | undefined): string {
  const type = `${source.quote('content-type')}: ${source.quote('application/json')}`
  if (defaults !== undefined) leaveByHand(SLOW)
  if (headers === undefined) return `{ ${type} }`
  if (!headers.startsWith('{') || headers.includes('...')) leaveByHand(SLOW)
  return /content-type/i.test(headers) ? headers : headers.replace('{', `{ ${type},`)
}
