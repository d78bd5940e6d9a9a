import type ts from 'typescript'
import { isChanging, objectOf } from '../declare/changing.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { majorOf } from '../read/installed.ts'
import { innerOf, propertyValue } from '../read/nodes.ts'
import { shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { bodyCondition, type Conditions, isFlat, isFlatType } from '../request/conditions.ts'
import { headerCondition } from '../request/header-condition.ts'
import { isInline } from '../request/resolver.ts'

const QUERIES = 'write these params as match: { queries }, each name with its text'

const IGNORED = 'axios-mock-adapter 1 does not look at what is neither params nor headers: any request of the path fits'

/** Reads `{ params, headers, data }`. A handler of version 1 takes the headers themselves behind a body, and ignores other names. */
export function readConfig(source: Source, conditions: Conditions, given: ts.Expression, isBehindBody: boolean): void {
  const config =
    objectOf(source, given) ?? leaveByHand(`write ${shorten(source.code(given))} as match: { queries, headers }`)
  const names = config.properties.map((one) => one.name?.getText(source.file) ?? '...')
  const hasNone = names.length > 0 && names.every((name) => !/^(?:params|headers|data)$/.test(name))
  if (hasNone && isBehindBody) readHeaders(source, conditions, config)
  else if (hasNone && majorOf(source.file.fileName, 'axios-mock-adapter') === 1) source.note(config, IGNORED)
  else readFields(source, conditions, config)
}

function readFields(source: Source, conditions: Conditions, config: ts.ObjectLiteralExpression): void {
  const { ts } = source
  for (const property of config.properties) {
    const name = property.name?.getText(source.file) ?? ''
    const value = propertyValue(ts, property) ?? leaveByHand('write this handler as match: { queries, headers }')
    if (value.getText(source.file) === 'undefined') continue
    if (name === 'params') readParams(source, conditions, value)
    else if (name === 'headers') readHeaders(source, conditions, value)
    else if (name === 'data') readBody(source, conditions, value)
    else leaveByHand(`the option ${name} has no counterpart`)
  }
}

/** axios sends params as texts, and none that has no value. */
function readParams(source: Source, conditions: Conditions, given: ts.Expression): void {
  const { ts } = source
  const params = innerOf(source, given)
  if (conditions.queries) leaveByHand('write the query of the URL and the params as one match: { queries }')
  const partial = containedIn(source, params)
  const object = partial ?? params
  if (ts.isIdentifier(object) && isChanging(source, object)) leaveByHand(QUERIES)
  if (!ts.isObjectLiteralExpression(object) && isFlatType(source, object)) {
    conditions.queries = partial ? source.code(object) : `${source.name('equals')}(${source.code(object)})`
    return
  }
  if (!ts.isObjectLiteralExpression(object) || object.properties.length === 0) leaveByHand(QUERIES)
  if (!object.properties.every((one) => isSentAsWritten(source, one))) leaveByHand(QUERIES)
  conditions.queries = partial ? source.code(object) : `${source.name('equals')}(${source.code(object)})`
}

/** Whether a param is one text, or is not sent. */
function isSentAsWritten(source: Source, one: ts.ObjectLiteralElementLike): boolean {
  const { ts } = source
  if (!ts.isPropertyAssignment(one)) return isFlat(source, one)
  const { initializer } = one
  return (
    initializer.getText(source.file) === 'undefined' ||
    (!ts.isArrayLiteralExpression(initializer) && isFlat(source, one))
  )
}

/** The object of `expect.objectContaining({ … })`: what is compared here at all. */
function containedIn({ ts, file }: Source, node: ts.Expression): ts.Expression | undefined {
  const isPart = ts.isCallExpression(node) && node.expression.getText(file) === 'expect.objectContaining'
  return isPart ? node.arguments[0] : undefined
}

/** A request has further headers, which its client adds. */
function readHeaders(source: Source, conditions: Conditions, given: ts.Expression): void {
  const { ts } = source
  const headers = innerOf(source, given)
  const object = containedIn(source, headers) ?? headers
  if (!ts.isObjectLiteralExpression(object) && isFlatType(source, object)) {
    conditions.headers.push(['...', source.code(object)])
    return
  }
  const isWritten = ts.isObjectLiteralExpression(object) && !/\basymmetricMatch\b/.test(object.getText(source.file))
  const fields = isWritten
    ? object.properties
    : leaveByHand('write these headers as match: { headers: fn((headers) => …) }, with names in lower case')
  for (const one of fields) {
    if (!ts.isPropertyAssignment(one)) leaveByHand('write these headers as match: { headers }')
    else headerCondition(source, conditions, one.name.getText(source.file), one.initializer)
  }
}

const ASYMMETRIC = /^expect\.(?:objectContaining|arrayContaining)\(/

/** A JSON body is compared parsed, as here. */
export function readBody(source: Source, conditions: Conditions, given: ts.Expression): void {
  const body = innerOf(source, given)
  const code = body.getText(source.file)
  if (code === 'undefined') return
  if (/^expect\.anything\(\)$/.test(code)) conditions.body = `${source.name('exists')}()`
  else if (/^expect\.any\(Object\)$/.test(code))
    conditions.body = `${source.name('fn')}((body) => typeof body === ${source.quote('object')})`
  else if (ASYMMETRIC.test(code)) conditions.body = source.code(body)
  else if (isInline(source, body) || /\basymmetricMatch\b|\bexpect\.|new FormData\b/.test(code))
    leaveByHand('write this matcher of the body as match: { body: fn((body) => …) }')
  else if (/^JSON\.stringify\(/.test(code))
    leaveByHand('a JSON body is compared parsed: write match: { body: equals({ … }) }')
  else bodyCondition(source, conditions, body)
}
