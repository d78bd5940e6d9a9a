import type ts from 'typescript'
import {
  bodyCondition,
  type Conditions,
  functionOfText,
  headerCondition,
  matchCode,
  queryCondition,
} from '../declare/conditions.ts'
import { isInline } from '../declare/resolver.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Interceptor } from '../read/declared.ts'
import type { Link } from '../read/nodes.ts'
import { shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { type Field, methodOf, type Origin, pathOf } from './places.ts'
import { errorOf, replyOf } from './replies.ts'

interface Calls {
  reply: Link | undefined
  headers: string | undefined
  delay: string | undefined
  times: string | undefined
  isPersisted: boolean
}

/** Reads `intercept(options).reply(…).times(2)`. */
export function readIntercept(source: Source, origin: Origin, [intercept, ...links]: readonly Link[]): Interceptor {
  const [options] = intercept?.args ?? []
  if (!options || !source.ts.isObjectLiteralExpression(options))
    return leaveByHand('write the options of intercept() in place, as an object')
  const fields = fieldsOf(source, options)
  const calls: Calls = { reply: undefined, headers: undefined, delay: undefined, times: '1', isPersisted: false }
  for (const link of links) readLink(source, calls, link)
  const { reply } = calls
  if (!reply) return leaveByHand('this interceptor has no reply')
  const conditions: Conditions = { headers: [], tests: [] }
  const { path, at } = pathOf(source, origin, fields, conditions)
  readConditions(source, conditions, fields)
  const method = methodOf(source, fields.get('method'), conditions)
  const answer = reply.name === 'replyWithError' ? errorOf(source, reply.args) : replyOf(source, reply.args, method)
  const headers = [calls.headers, answer.headers].filter((code) => code !== undefined)
  const settings: [string, string][] = [
    ...(headers.length === 0 ? [] : [['headers', merged(headers)] as [string, string]]),
    ...(calls.delay ? [['delay', calls.delay] as [string, string]] : []),
  ]
  const stub = {
    method,
    path,
    response: answer,
    match: matchCode(conditions),
    settings,
    times: calls.isPersisted ? undefined : calls.times,
    ...(at && { at }),
  }
  return { stub, isPersisted: calls.isPersisted, isOptional: false, node: reply.node }
}

function merged(headers: readonly string[]): string {
  return headers.length === 1 ? (headers[0] as string) : `{ ${headers.map((code) => `...${code}`).join(', ')} }`
}

const FIELDS = /^(?:path|method|headers|body|query)$/

/** The options by their names. A method of the object is a function that has its name. */
function fieldsOf(
  source: Source,
  options: ts.ObjectLiteralExpression,
): Map<string, ts.Expression | ts.MethodDeclaration> {
  const { ts } = source
  const fields = new Map<string, ts.Expression | ts.MethodDeclaration>()
  for (const one of options.properties) {
    const name = one.name?.getText(source.file) ?? '...'
    if (!FIELDS.test(name)) leaveByHand(`write the option ${name} of intercept() by hand`)
    if (ts.isPropertyAssignment(one)) fields.set(name, one.initializer)
    else if (ts.isShorthandPropertyAssignment(one)) fields.set(name, one.name)
    else if (ts.isMethodDeclaration(one)) fields.set(name, one)
  }
  return fields
}

function readLink(source: Source, calls: Calls, link: Link): void {
  const { name, args } = link
  const [first] = args
  if (/^reply(?:WithError)?$/.test(name)) calls.reply = link
  else if (name === 'defaultReplyHeaders' && first) calls.headers = source.code(first)
  else if (name === 'times' && first) calls.times = source.code(first)
  else if (name === 'delay' && first) calls.delay = source.code(first)
  else if (name === 'persist') calls.isPersisted = true
  else if (name !== 'replyContentLength') leaveByHand(`write ${name}() by hand`)
}

function readConditions(source: Source, conditions: Conditions, fields: ReadonlyMap<string, Field>): void {
  const { ts } = source
  const query = fields.get('query')
  const body = fields.get('body')
  const headers = fields.get('headers')
  if (query && !ts.isMethodDeclaration(query)) queryCondition(source, conditions, query)
  if (body) readBody(source, conditions, body)
  if (headers && ts.isObjectLiteralExpression(headers)) {
    for (const one of headers.properties) {
      if (!ts.isPropertyAssignment(one)) leaveByHand('write headers as match: { headers }')
      else headerCondition(source, conditions, one.name.getText(source.file), one.initializer)
    }
  } else if (headers) conditions.allHeaders = `${source.name('fn')}(${functionCode(source, headers)})`
}

/** undici hands the text of a body to its matcher. */
function readBody(source: Source, conditions: Conditions, body: ts.Expression | ts.MethodDeclaration): void {
  const { ts } = source
  if (!ts.isMethodDeclaration(body) && !isInline(source, body)) {
    bodyCondition(source, conditions, body)
    return
  }
  const name = body.parameters[0]?.name
  if (!name || !body.body || !ts.isIdentifier(name))
    leaveByHand('write the matcher of the body as match: ({ text }) => …')
  else conditions.text = functionOfText(source, body.body, name)
}

function functionCode(source: Source, field: ts.Expression | ts.MethodDeclaration): string {
  if (!source.ts.isMethodDeclaration(field)) return source.code(field)
  if (!field.body) return leaveByHand(`write ${shorten(field.getText(source.file))} as a function`)
  const parameters = field.parameters.map((one) => source.code(one)).join(', ')
  return `(${parameters}) => ${source.code(field.body)}`
}
