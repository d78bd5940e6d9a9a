import type ts from 'typescript'
import { hasNoBody, payloadFor, type Reply, statusCode } from '../../declare/reply-value.ts'
import { leaveByHand } from '../../layout/by-hand.ts'
import { type Link, propertyOf } from '../../read/nodes.ts'
import { kindOf, shorten } from '../../read/payload.ts'
import type { Source } from '../../read/source.ts'
import { isInline } from '../../request/resolver.ts'
import { bodyResolver, headersCode, wholeReply } from './reply-functions.ts'

/** Reads `reply(status, body, headers)`, `reply(status, fn)`, `reply(fn)` and `replyWithFile(status, path)`. */
export function replyOf(source: Source, { name, args }: Link, method: string): Reply {
  const [status, body, headers] = args
  const kind = kindOf(source, status)
  if (status && kind === 'function') return { code: wholeReply(source, status), isJson: false }
  // nock takes a function without other arguments alone.
  if (status && kind === 'unknown' && args.length === 1)
    leaveByHand(`is ${shorten(source.code(status))} a status or a function? Write status(code), or a resolver`)
  const head = { status: statusCode(source, status), headers: headers && headersCode(source, headers) }
  if (name === 'replyWithFile')
    return { ...head, code: `${source.name('file')}(${body ? source.code(body) : ''})`, isJson: false }
  if (hasNoBody(head.status, method)) return { ...head, code: 'undefined', isJson: false }
  if (isInline(source, body)) return { ...head, code: bodyResolver(source, body), isJson: false }
  return { ...head, ...payloadFor(source, status, body) }
}

const MESSAGE = 'this error has a message here, which some clients put into their own; there it has none'

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
  if (only) source.notes.push({ line: source.lineOf(error), reason: MESSAGE })
  return failing(only ? source.code(only) : `Object.assign(new Error(), ${code})`)
}
