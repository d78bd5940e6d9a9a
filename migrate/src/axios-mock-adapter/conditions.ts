import type ts from 'typescript'
import { isChanging, objectOf } from '../declare/changing.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { constantOf } from '../read/constants.ts'
import { majorOf } from '../read/installed.ts'
import { innerOf, nameText, propertyOf, propertyValue, usesIn } from '../read/nodes.ts'
import { shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { bodyCondition, type Conditions, isFlat, isFlatType } from '../request/conditions.ts'
import { headerCondition } from '../request/header-condition.ts'
import { lowerCaseName } from '../request/header-names.ts'
import { type Inline, isInline } from '../request/resolver.ts'
import { isTextAsGood } from './config.ts'

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
  const matcher = matcherIn(source, params)
  if (matcher) {
    const isSafe = usesOfParameter(source, matcher).every((use) => isTextAsGood(source, use.parent))
    if (!isSafe) leaveByHand('each query is a text here: compare texts in match: { queries: fn((queries) => …) }')
    conditions.queries = matcherCode(source, matcher)
    return
  }
  const partial = containedIn(source, params)
  const object = partial ?? params
  if (ts.isIdentifier(object) && isChanging(source, object)) leaveByHand(QUERIES)
  if (!ts.isObjectLiteralExpression(object) && isFlatType(source, object)) {
    conditions.queries = partial ? source.code(object) : `${source.name('equals')}(${source.code(object)})`
    return
  }
  if (!ts.isObjectLiteralExpression(object) || object.properties.length === 0) leaveByHand(QUERIES)
  const isWritten = object.properties.every((one) => isSentAsWritten(source, one))
  if (!isWritten) source.note(params, SERIALIZED)
  const code = isWritten ? source.code(object) : `{ ${sentParams(source, object, '').join(', ')} }`
  conditions.queries = partial ? code : `${source.name('equals')}(${code})`
}

const SERIALIZED = 'axios 1 sends these params so; an older one, or a paramsSerializer, may send other names'

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

/** `{ ids: [1, 2], filter: { page: 2 } }` is sent as `ids[]=1&ids[]=2&filter[page]=2`. */
function sentParams(source: Source, object: ts.ObjectLiteralExpression, prefix: string): string[] {
  const { ts } = source
  return object.properties.flatMap((one) => {
    const written = nameText(ts, one.name) ?? leaveByHand(QUERIES)
    const name = prefix === '' ? written : `${prefix}[${written}]`
    const value = ts.isPropertyAssignment(one) ? one.initializer : undefined
    const list = value && ts.isArrayLiteralExpression(value) ? value : undefined
    if (value && ts.isObjectLiteralExpression(value)) return sentParams(source, value, name)
    if (!(list ? isFlat(source, one) : isSentAsWritten(source, one))) leaveByHand(QUERIES)
    if (list?.elements.length === 0) return []
    const sent = list ? (list.elements.length === 1 ? list.elements[0] : list) : (value ?? one.name)
    const key = list ? `${name}[]` : name
    return [`${/^[a-z_$][\w$]*$/i.test(key) ? key : source.quote(key)}: ${source.code(sent as ts.Expression)}`]
  })
}

/** The object of `expect.objectContaining({ … })`: what is compared here at all. */
export function containedIn({ ts, file }: Source, node: ts.Expression): ts.Expression | undefined {
  const isPart = ts.isCallExpression(node) && node.expression.getText(file) === 'expect.objectContaining'
  return isPart ? node.arguments[0] : undefined
}

/** A request has further headers, which its client adds. */
function readHeaders(source: Source, conditions: Conditions, given: ts.Expression): void {
  const { ts } = source
  const headers = innerOf(source, given)
  const matcher = matcherIn(source, headers)
  if (matcher) {
    for (const use of usesOfParameter(source, matcher)) lowerCaseName(source, use)
    conditions.allHeaders = matcherCode(source, matcher)
    return
  }
  const object = containedIn(source, headers) ?? headers
  if (!ts.isObjectLiteralExpression(object) && isFlatType(source, object)) {
    conditions.headers.push(['...', source.code(object)])
    return
  }
  if (!ts.isObjectLiteralExpression(object) || propertyOf(source, object, 'asymmetricMatch'))
    leaveByHand('write these headers as match: { headers: fn((headers) => …) }, with names in lower case')
  for (const one of object.properties) {
    if (!ts.isPropertyAssignment(one)) leaveByHand('write these headers as match: { headers }')
    else headerCondition(source, conditions, one.name.getText(source.file), one.initializer)
  }
}

type Matcher = (Inline | ts.MethodDeclaration) & { readonly body: ts.ConciseBody }

/** The function of `{ asymmetricMatch: (body) => … }`, or of `{ asymmetricMatch(body) { … } }`. */
function matcherIn(source: Source, node: ts.Expression): Matcher | undefined {
  const { ts } = source
  if (!ts.isObjectLiteralExpression(node)) return undefined
  const method = node.properties.find((one) => ts.isMethodDeclaration(one) && one.name.getText() === 'asymmetricMatch')
  const matcher = method ?? propertyOf(source, node, 'asymmetricMatch')
  const isFunction = matcher && (ts.isMethodDeclaration(matcher) || isInline(source, matcher as ts.Expression))
  const { parameters, body, modifiers } = (isFunction ? matcher : {}) as Partial<Matcher>
  const isPlain = parameters?.length === 1 && body && !modifiers && !/\bthis\b/.test(body.getText(source.file))
  return isPlain ? (matcher as Matcher) : undefined
}

function matcherCode(source: Source, matcher: Matcher): string {
  const [parameter] = matcher.parameters
  const code = source.ts.isMethodDeclaration(matcher)
    ? `(${parameter && source.code(parameter)}) => ${source.code(matcher.body)}`
    : source.code(matcher)
  return `${source.name('fn')}(${code})`
}

/** The uses of a matcher's parameter, each of which reads one member of it. */
function usesOfParameter(source: Source, { parameters, body }: Matcher): ts.Identifier[] {
  const { ts } = source
  const name = parameters[0]?.name
  if (!name || !ts.isIdentifier(name))
    return leaveByHand('write this matcher as match: { headers: fn((headers) => …) }')
  const uses = usesIn(source, body, name)
  const isMember = ({ parent }: ts.Identifier) =>
    ts.isPropertyAccessExpression(parent) ||
    (ts.isElementAccessExpression(parent) && ts.isStringLiteralLike(parent.argumentExpression))
  return uses.every(isMember) ? uses : leaveByHand('write this matcher by hand: match: { headers: fn((headers) => …) }')
}

const ASYMMETRIC = /^expect\.(?:objectContaining|arrayContaining)\(/

/** A JSON body is compared parsed, as here. */
export function readBody(source: Source, conditions: Conditions, given: ts.Expression): void {
  const body = innerOf(source, given)
  const code = body.getText(source.file)
  const matcher = matcherIn(source, body)
  if (code === 'undefined') return
  if (/^expect\.anything\(\)$/.test(code)) conditions.body = `${source.name('exists')}()`
  else if (/^expect\.any\(Object\)$/.test(code))
    conditions.body = `${source.name('fn')}((body) => typeof body === ${source.quote('object')})`
  else if (isAnyForm(source, body)) conditions.headers.push([source.quote('content-type'), '/^multipart\\/form-data/'])
  else if (matcher) conditions.body = matcherCode(source, matcher)
  else if (ASYMMETRIC.test(code)) conditions.body = source.code(body)
  else if (isInline(source, body) || /\basymmetricMatch\b|\bexpect\.|new FormData\b/.test(code))
    leaveByHand('write this matcher of the body as match: { body: fn((body) => …) }')
  else if (/^JSON\.stringify\(/.test(code))
    leaveByHand('a JSON body is compared parsed: write match: { body: equals({ … }) }')
  else bodyCondition(source, conditions, body)
}

/** The adapter compares the members of two forms, and a form has none: each form fits. */
function isAnyForm(source: Source, body: ts.Expression): boolean {
  const { ts, file, checker } = source
  const value = (ts.isIdentifier(body) && constantOf(source, body)) || body
  const made = ts.isNewExpression(value) ? value.expression : undefined
  const asked =
    ts.isCallExpression(value) && value.expression.getText(file) === 'expect.any' ? value.arguments[0] : made
  const declared = asked && checker.getSymbolAtLocation(asked)?.declarations?.[0]
  return asked?.getText(file) === 'FormData' && declared?.getSourceFile() !== file
}
