import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { printFields } from '../layout/model.ts'
import { constantText } from '../read/constants.ts'
import { innerOf, isTypeScript, namesIn, nodesIn, propertyValue, subjectCode, usesIn } from '../read/nodes.ts'
import { queriesOf } from '../read/path.ts'
import { hasFlags, isNamed, isRegExp, kindOf, mayBeAny, shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { isInline, isReadAsText } from './resolver.ts'
import { isAlwaysTrue } from './url-condition.ts'

/** A condition as code. A single one needs no parentheses beside `&&`. */
interface Test {
  readonly code: string
  readonly field: 'url' | 'method'
}

export interface Conditions {
  queries?: string
  isAnyQuery?: boolean
  readonly headers: (readonly [name: string, code: string])[]
  body?: string
  /** The whole `match` as a function: a matcher that reads the body's text. */
  text?: string
  /** Conditions on a field of the request, or on none, as code. */
  readonly tests: Test[]
}

const AS_ONE = 'write these conditions as one function: match: ({ url, headers, text }) => …'

export function matchCode(conditions: Conditions): string | undefined {
  const { text, queries, headers, body, tests } = conditions
  if (tests.length > 0) {
    if (text || queries || body || headers.length > 0) leaveByHand(AS_ONE)
    const names = [...new Set(tests.map(({ field }) => field))]
    return `({ ${names.join(', ')} }) => ${tests.map(({ code }) => code).join(' && ')}`
  }
  if (text && (queries || headers.length > 0)) leaveByHand('write this matcher of the body as match: ({ text }) => …')
  if (text) return text
  return printFields({ queries, headers: headers.length > 0 ? headersCode(headers) : undefined, body })
}

export function headersCode(headers: Conditions['headers']): string {
  const [[name, whole] = ['', ''], ...others] = headers
  if (name === '...' && others.length === 0 && !whole.includes('?')) return whole
  return `{ ${headers.map(([name, code]) => (name === '...' ? name + code : `${name}: ${code}`)).join(', ')} }`
}

/** nock compares a whole body: `equals` does so here. */
export function bodyCondition(source: Source, conditions: Conditions, body: ts.Expression): void {
  const { ts } = source
  if (ts.isRegularExpressionLiteral(body)) conditions.body = source.code(body)
  else if (isInline(source, body)) functionOfBody(source, conditions, body)
  else {
    const kind = kindOf(source, body)
    if (kind === 'none') return
    const code = source.code(body)
    if (kind === 'string') conditions.body = code
    else if (kind === 'bytes' && namesIn(ts, body).some((name) => /^(?:Buffer|Uint8Array)$/.test(name)))
      conditions.body = code
    else if (kind === 'json') conditions.body = isRegExp(source, body) ? code : `${source.name('equals')}(${code})`
    else if (kind === 'function') conditions.body = `${source.name('fn')}(${code})`
    else if (mayBeAny(source, body) && isNamed(source, innerOf(source, body))) {
      // A type that is asserted changes no value.
      const value = source.code(innerOf(source, body))
      conditions.body = `typeof ${value} === 'string' ? ${value} : ${source.name('equals')}(${value})`
    } else leaveByHand(`is ${shorten(code)} a text or an object? Write match: { body }`)
  }
}

const PARSED =
  'the type of a body tells how it is parsed here: the fields of a form are a record, and nock tries JSON first'

/** A matcher that reads the body as text gets the text: a form would arrive parsed. */
function functionOfBody(source: Source, conditions: Conditions, node: ts.ArrowFunction | ts.FunctionExpression): void {
  const [parameter] = node.parameters
  const name = parameter?.name
  if (!name || !source.ts.isIdentifier(name)) {
    conditions.body = `${source.name('fn')}(${source.code(node)})`
    return
  }
  const uses = usesIn(source, node.body, name)
  if (uses.some((use) => isReadAsText(source, use)))
    conditions.text = `({ text: ${name.text} = '' }) => ${source.code(node.body)}`
  else {
    source.notes.push({ line: source.lineOf(node), reason: PARSED })
    conditions.body = `${source.name('fn')}(${source.code(node)})`
  }
}

/** nock compares the whole query; `query(true)` takes any. */
export function queryCondition(source: Source, conditions: Conditions, query: ts.Expression): void {
  const { ts, checker } = source
  if (query.kind === ts.SyntaxKind.TrueKeyword || isAlwaysTrue(source, query)) {
    conditions.isAnyQuery = true
    return
  }
  const text = constantText(source, query)
  const code = source.code(query)
  const members = checker.getTypeAtLocation(query).getProperties()
  const areFlat = members.every((one) => isFlatType(source, checker.getTypeOfSymbolAtLocation(one, query)))
  const values = ts.isObjectLiteralExpression(query) ? query.properties.map((one) => propertyValue(ts, one)) : undefined
  if (text !== undefined) conditions.queries = queriesOf(source, text)
  else if (kindOf(source, query) === 'function') conditions.queries = `${source.name('fn')}(${code})`
  else if (isSearchParams(source, query)) conditions.queries = `${source.name('equals')}(Object.fromEntries(${code}))`
  else if (values ? values.every((one) => one && isFlat(source, one)) : areFlat && members.length > 0)
    conditions.queries = `${source.name('equals')}(${code})`
  else if (mayBeAny(source, query)) {
    source.note(query, OF_QUERY)
    conditions.queries = `${source.name('equals')}(${code})`
  } else leaveByHand(`write the query ${shorten(code)} as match: { queries }, each name with its text`)
}

const OF_QUERY = 'nock takes true, a function, a text and nested objects too: this has to be an object of texts here'

/** Whether a value of a query is one text, or several. One of any type is taken for such. */
function isFlat(source: Source, node: ts.Expression): boolean {
  const { ts, checker } = source
  if (ts.isArrayLiteralExpression(node)) return node.elements.every((one) => isFlat(source, one))
  return ts.isRegularExpressionLiteral(node) || isFlatType(source, checker.getTypeAtLocation(node))
}

function isSearchParams(source: Source, node: ts.Expression): boolean {
  if (source.ts.isNewExpression(node)) return node.expression.getText(source.file) === 'URLSearchParams'
  return source.checker.getTypeAtLocation(node).symbol?.name === 'URLSearchParams'
}

function isFlatType({ ts }: Source, type: ts.Type): boolean {
  const { StringLike, NumberLike, BooleanLike, Any } = ts.TypeFlags
  return hasFlags(type, StringLike | NumberLike | BooleanLike | Any)
}

const METHODS = /^(?:get|post|put|patch|delete|head|options)$/

/** Returns the member of `rest` for a method. One that it has no member for is a condition. */
export function restMember(source: Source, conditions: Conditions, method: string): string {
  const name = method.toLowerCase()
  if (METHODS.test(name)) return name
  conditions.tests.push({ code: `method === ${source.quote(method.toUpperCase())}`, field: 'method' })
  return 'all'
}

const METHOD = 'write the method of this interceptor as a member of rest, or as match: ({ method }) => …'

/** The member of `rest` for a method that is an expression. One that is known only at run time is looked up by its name. */
export function restMemberOf(source: Source, conditions: Conditions, method: ts.Expression): string {
  const text = constantText(source, method)
  if (text !== undefined) return restMember(source, conditions, text)
  const type = source.checker.getTypeAtLocation(method)
  const isAny = (type.flags & source.ts.TypeFlags.Any) !== 0
  if (!isAny && kindOf(source, method) !== 'string') leaveByHand(METHOD)
  const texts = (type.isUnion() ? type.types : []).map((one) => (one.isStringLiteral() ? one.value.toLowerCase() : ''))
  if (!texts.every((one) => METHODS.test(one))) leaveByHand(METHOD)
  const names = (texts.length > 0 ? texts : ['get']).map((one) => source.quote(one)).join(' | ')
  return `[${subjectCode(source, method)}.toLowerCase()${isTypeScript(source) ? ` as ${names}` : ''}]`
}

export function readHeaders(source: Source, conditions: Conditions, value: ts.Expression): void {
  const { ts } = source
  if (!ts.isObjectLiteralExpression(value)) {
    const code = source.code(value)
    conditions.headers.push(['...', kindOf(source, value) === 'function' ? `${source.name('fn')}(${code})` : code])
    return
  }
  for (const header of value.properties) {
    const one = propertyValue(ts, header)
    if (ts.isSpreadAssignment(header)) conditions.headers.push(['...', source.code(header.expression)])
    else if (!one || !header.name) leaveByHand('write these headers as match: { headers }')
    else headerCondition(source, conditions, header.name.getText(source.file), one)
  }
}

export function headerCondition(source: Source, conditions: Conditions, name: string, value: ts.Expression): void {
  const { ts } = source
  const parameter = isInline(source, value) ? value.parameters[0]?.name : undefined
  const [first, ...others] = parameter && ts.isArrayBindingPattern(parameter) ? parameter.elements : []
  const isFirst = (node: ts.Node): node is ts.ElementAccessExpression =>
    ts.isElementAccessExpression(node) && node.argumentExpression.getText() === '0'
  // The values of a header are one text here.
  for (const one of parameter ? nodesIn(ts, value, isFirst) : [])
    if (one.expression.getText() === parameter?.getText()) source.replace(one, parameter.getText())
    else leaveByHand('the values of a header are one text here: compare the text')
  if (parameter && first && others.length === 0) source.replace(parameter, first.getText())
  const code = source.code(value)
  const isFunction = kindOf(source, value) === 'function'
  conditions.headers.push([name, isFunction ? `${source.name('fn')}(${code})` : code])
}
