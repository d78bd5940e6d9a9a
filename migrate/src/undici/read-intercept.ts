import type ts from 'typescript'
import { mergeHeaders, objectOf } from '../declare/reply-value.ts'
import { given } from '../layout/model.ts'
import { constantText } from '../read/constants.ts'
import type { Interceptor } from '../read/declared.ts'
import { type Link, nameOf, propertyOf, propertyValue, subjectCode } from '../read/nodes.ts'
import { fromText, pathCode } from '../read/path.ts'
import { isRegExp, kindOf } from '../read/payload.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import {
  bodyCondition,
  type Conditions,
  matchCode,
  queryCondition,
  readHeaders,
  restMemberOf,
} from '../request/conditions.ts'
import { conditionOn, isAlwaysTrue, testOf } from '../request/resolver.ts'
import { errorOf, replyOf } from './replies.ts'

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
