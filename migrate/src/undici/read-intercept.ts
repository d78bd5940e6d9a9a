import type ts from 'typescript'
import {
  hasNoBody,
  mergeHeaders,
  objectOf,
  payloadFor,
  type Reply,
  responseCode,
  statusCode,
} from '../declare/reply-value.ts'
import { given } from '../layout/model.ts'
import { constantText } from '../read/constants.ts'
import type { Interceptor } from '../read/declared.ts'
import { innerOf, type Link, nameOf, propertyOf, propertyValue, subjectCode } from '../read/nodes.ts'
import { fromText, pathCode } from '../read/path.ts'
import { isRegExp, kindOf, shorten } from '../read/payload.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import {
  bodyCondition,
  type Conditions,
  matchCode,
  queryCondition,
  readHeaders,
  restMemberOf,
} from '../request/conditions.ts'
import { type Argument, PATH, type Returned, requestFields, withRequest } from '../request/request-fields.ts'
import { conditionOn, type Inline, isAlwaysTrue, isInline, returnPayload, testOf } from '../request/resolver.ts'

const FIELDS = /^(?:path|method|headers|body|query)$/
const CALLS = /^(?:reply(?:WithError)?|defaultReplyHeaders|replyContentLength|times|delay|persist)$/

/** Reads `intercept(options).reply(…).times(2)` of a pool of a host. */
export function readIntercept(source: Source, origin: Origin, [intercept, ...links]: readonly Link[]): Interceptor {
  const { ts } = source
  const [first] = intercept?.args ?? []
  const options = first && objectOf(source, first)
  if (!options?.properties.every((one) => FIELDS.test(nameOf(ts, one)) && propertyValue(ts, one)))
    return leaveByHand('write the options of intercept() inline, as an object')
  const other = links.find(({ name }) => !CALLS.test(name))
  if (other) leaveByHand(`write ${other.name}() as a setting: mocks.use.get(path, payload, { match, headers })`)
  const reply = links.findLast(({ name }) => /^reply(?:WithError)?$/.test(name))
  if (!reply) return leaveByHand('this interceptor has no reply: write mocks.use.get(path, payload)')
  const conditions: Conditions = { headers: [], tests: [] }
  const { path, at } = pathOf(source, origin, options, conditions)
  readConditions(source, conditions, options)
  const field = propertyOf(source, options, 'method')
  const method = field ? restMemberOf(source, conditions, field) : 'get'
  const response = reply.name === 'replyWithError' ? errorOf(source, reply.args) : replyOf(source, reply.args, method)
  const [delay, times = '1', defaults] = ['delay', 'times', 'defaultReplyHeaders'].map((name) => {
    const [value] = links.findLast((one) => one.name === name)?.args ?? []
    return value && source.code(value)
  })
  const headers = reply.name === 'reply' ? mergeHeaders(source, defaults, response.headers) : undefined
  const isPersisted = links.some(({ name }) => name === 'persist')
  const stub = {
    method,
    path,
    response,
    match: matchCode(conditions),
    settings: given({ headers, delay }),
    times: isPersisted ? undefined : times,
    ...(at && { at }),
  }
  return { stub, isPersisted, isOptional: false }
}

function readConditions(source: Source, conditions: Conditions, options: ts.ObjectLiteralExpression): void {
  const { ts } = source
  const [path, query, body, headers] = ['path', 'query', 'body', 'headers'].map((name) =>
    propertyOf(source, options, name),
  )
  // undici adds the query to a path that is a text, and to no other.
  if (query && path && !ts.isRegularExpressionLiteral(path)) queryCondition(source, conditions, query)
  // undici hands the text of a body to its matcher.
  if (body && kindOf(source, body) === 'function')
    conditions.tests.push({ code: conditionOn(source, body, 'text'), field: `text = ${source.quote('')}` })
  else if (body) bodyCondition(source, conditions, body)
  if (headers) readHeaders(source, conditions, headers)
}

/** Where a pool stands: its origin, or the code of the `rest.at(origin)` that the pool has become. */
export type Origin = { readonly node: ts.Expression } | { readonly at: string }

interface Place {
  readonly path: string
  readonly at?: string
}

function pathOf(source: Source, origin: Origin, options: ts.ObjectLiteralExpression, conditions: Conditions): Place {
  const { ts } = source
  const path = propertyOf(source, options, 'path')
  if (!path) return leaveByHand('write the path of this interceptor inline: intercept({ path, method })')
  if ('node' in origin) checkOrigin(source, origin.node)
  if (isAlwaysTrue(source, path)) return behind('/.*/')
  const test = testOf(source, path)
  if (test) {
    conditions.tests.push({ code: test, field: 'url' })
    return behind('/.*/')
  }
  if (ts.isRegularExpressionLiteral(path)) return behind(source.code(path))
  const text = constantText(source, path)
  const isRelative = text !== undefined && !text.startsWith('/')
  const { code, queries } = isRelative
    ? fromText(source, `/${text}`)
    : pathCode(source, 'at' in origin ? [path] : [origin.node, path])
  if (queries) conditions.queries = queries
  return isRelative || 'at' in origin ? behind(code) : { path: code }

  function behind(code: string): Place {
    const at = 'at' in origin ? origin.at : `${source.name('rest')}.at(${originCode(source, origin.node)})`
    return { path: code, at }
  }
}

/** A pool of many origins has no place of its own here. */
export function checkOrigin(source: Source, origin: ts.Expression): void {
  if (isRegExp(source, origin) || kindOf(source, origin) === 'function')
    leaveByHand('a pool of many origins: declare stubs of a path alone, with match: ({ url }) => … for the origin')
}

/** An origin that is a `URL` counts by its origin alone. */
export function originCode(source: Source, origin: ts.Expression): string {
  const isUrl =
    (source.ts.isNewExpression(origin) && origin.expression.getText(source.file) === 'URL') ||
    source.checker.getTypeAtLocation(origin).symbol?.name === 'URL'
  return isUrl ? `${subjectCode(source, origin)}.origin` : source.code(origin)
}

const TEXT = 'undici rejects with the text itself; here with an Error of that text, or a TypeError whose cause it is'

const OPTIONS: Argument = {
  body: 'text',
  headers: 'headers',
  method: 'method',
  path: PATH,
  origin: (_, field, source) => `new ${source.global('URL')}(${field('url')}).origin`,
}

/** Reads `reply(status, data, { headers })`, `reply(status, fn)` and `reply(fn)`. */
function replyOf(source: Source, [status, data, options]: readonly ts.Expression[], method: string): Reply {
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
function errorOf(source: Source, [error]: readonly ts.Expression[]): Reply {
  const isText = error && kindOf(source, error) === 'string'
  if (isText) source.note(error, TEXT)
  const code = error ? source.code(error) : ''
  return { code: `${source.name('networkError')}(${isText ? `new Error(${code})` : code})`, isJson: false }
}
