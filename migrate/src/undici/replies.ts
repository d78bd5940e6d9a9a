import type ts from 'typescript'
import { hasNoBody, payloadFor, type Reply, responseCode, statusCode } from '../declare/reply-value.ts'
import { innerOf, nameOf, propertyOf, subjectCode } from '../read/nodes.ts'
import { kindOf, shorten } from '../read/payload.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import { type Argument, PATH, type Returned, requestFields, withRequest } from '../request/request-fields.ts'
import { type Inline, isInline, returnPayload } from '../request/resolver.ts'

const TEXT = 'undici rejects with the text itself; here with an Error of that text, or a TypeError whose cause it is'

const OPTIONS: Argument = {
  body: 'text',
  headers: 'headers',
  method: 'method',
  path: PATH,
  origin: (_, field, source) => `new ${source.global('URL')}(${field('url')}).origin`,
}

/** Reads `reply(status, data, { headers })`, `reply(status, fn)` and `reply(fn)`. */
export function replyOf(source: Source, [status, data, options]: readonly ts.Expression[], method: string): Reply {
  if (isInline(source, status)) return { code: resolverOf(source, status, returnWhole), isJson: false }
  if (!status || kindOf(source, status) === 'function')
    return leaveByHand('rewrite this reply as a resolver: ({ request }) => payload')
  const head = { status: statusCode(source, status), headers: options && headersOf(source, options) }
  if (hasNoBody(head.status, method)) return { ...head, code: 'undefined', isJson: false }
  if (isInline(source, data)) return { ...head, code: resolverOf(source, data, returnPayload), isJson: false }
  return { ...head, ...payloadFor(source, status, data) }
}

function headersOf(source: Source, options: ts.Expression): string | undefined {
  const { ts } = source
  if (!ts.isObjectLiteralExpression(options)) return `${subjectCode(source, options)}.headers`
  const headers = propertyOf(source, options, 'headers')
  const others = options.properties.filter((one) => nameOf(ts, one) !== 'headers')
  if (others.length > 0) leaveByHand('write these options inline: { headers }')
  return headers && source.code(headers)
}

function resolverOf(source: Source, node: Inline, returned: Returned): string {
  return withRequest(source, node, requestFields(source, node, [OPTIONS]), returned)
}

/** A function that returns `{ statusCode, data, responseOptions }`. */
function returnWhole(source: Source, value: ts.Expression): void {
  const { ts } = source
  const inner = innerOf(source, value)
  const whole = ts.isObjectLiteralExpression(inner)
    ? inner
    : leaveByHand(`return status(code, payload) in place of ${shorten(value.getText(source.file))}`)
  const [status, body, options] = ['statusCode', 'data', 'responseOptions'].map((name) =>
    propertyOf(source, whole, name),
  )
  source.replace(value, responseCode(source, { status, body, headers: options && headersOf(source, options) }))
}

/** An `Error` is what the client's `TypeError` has as its cause. */
export function errorOf(source: Source, [error]: readonly ts.Expression[]): Reply {
  const isText = error && kindOf(source, error) === 'string'
  if (isText) source.note(error, TEXT)
  const code = error ? source.code(error) : ''
  return { code: `${source.name('networkError')}(${isText ? `new Error(${code})` : code})`, isJson: false }
}
