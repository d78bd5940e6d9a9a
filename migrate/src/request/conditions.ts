import type ts from 'typescript'
import { printFields } from '../layout/model.ts'
import { constantText } from '../read/constants.ts'
import { innerOf, isTypeScript, nodesIn, propertyValue, subjectCode, usesIn } from '../read/nodes.ts'
import { queriesOf } from '../read/path.ts'
import { hasFlags, isNamed, isRegExp, kindOf, mayBeAny, shorten } from '../read/payload.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import { type Inline, isAlwaysTrue, isInline, isReadAsText } from './resolver.ts'

/** A condition as code. A single one needs no parentheses beside `&&`. */
interface Test {
  readonly code: string
  /** What the code reads of the request: `url`, or `text: body = ''`. */
  readonly field: string
}

export interface Conditions {
  queries?: string
  isAnyQuery?: boolean
  readonly headers: (readonly [name: string, code: string])[]
  body?: string
  readonly tests: Test[]
}

const AS_ONE = 'write these conditions as one function: match: ({ url, headers, text }) => …'

export function matchCode(conditions: Conditions): string | undefined {
  const { queries, headers, body, tests } = conditions
  if (tests.length > 0) {
    const names = [...new Set(tests.map(({ field }) => field))]
    // A function of the text may have a block.
    const isOfText = names.some((name) => name.startsWith('text'))
    if (queries || body || headers.length > 0 || (isOfText && tests.length > 1)) leaveByHand(AS_ONE)
    return `({ ${names.join(', ')} }) => ${tests.map(({ code }) => code).join(' && ')}`
  }
  return printFields({ queries, headers: headers.length > 0 ? headersCode(headers) : undefined, body })
}

export function headersCode(headers: Conditions['headers']): string {
  const [[name, whole] = ['', ''], ...others] = headers
  if (name === '...' && others.length === 0 && !whole.includes('?')) return whole
  return `{ ${headers.map(([name, code]) => (name === '...' ? name + code : `${name}: ${code}`)).join(', ')} }`
}

/** A function is a condition by `fn`. */
function conditionCode(source: Source, node: ts.Expression): string {
  const code = source.code(node)
  return kindOf(source, node) === 'function' ? `${source.name('fn')}(${code})` : code
}

/** nock compares a whole body: `equals` does so here. */
export function bodyCondition(source: Source, conditions: Conditions, body: ts.Expression): void {
  const kind = kindOf(source, body)
  if (kind === 'none') return
  if (isInline(source, body)) functionOfBody(source, conditions, body)
  else if (kind === 'string' || kind === 'function' || isRegExp(source, body))
    conditions.body = conditionCode(source, body)
  else if (kind === 'json') conditions.body = `${source.name('equals')}(${source.code(body)})`
  else if (mayBeAny(source, body) && isNamed(source, innerOf(source, body))) {
    // A type that is asserted changes no value.
    const value = source.code(innerOf(source, body))
    conditions.body = `typeof ${value} === 'string' ? ${value} : ${source.name('equals')}(${value})`
  } else leaveByHand(`is ${shorten(source.code(body))} a text or an object? Write match: { body }`)
  if (conditions.body?.includes(`${source.localName('equals')}(`)) source.noteOnce(body, PARSED)
}

const PARSED =
  'the type of a body tells how it is parsed here: the fields of a form are a record, and nock tries JSON first'

/** A matcher that reads the body as text gets the text: a form would arrive parsed. */
function functionOfBody(source: Source, conditions: Conditions, node: Inline): void {
  const name = node.parameters[0]?.name
  const uses = name && source.ts.isIdentifier(name) ? usesIn(source, node.body, name) : undefined
  if (uses?.some((use) => isReadAsText(source, use)))
    conditions.tests.push({ code: source.code(node.body), field: `text: ${name?.getText()} = ''` })
  else {
    if (uses) source.notes.push({ line: source.lineOf(node), reason: PARSED })
    conditions.body = conditionCode(source, node)
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
  const code = conditionCode(source, query)
  const kind = kindOf(source, query)
  const members = checker.getTypeAtLocation(query).getProperties()
  const areFlat = members.every((one) => isFlatType(source, checker.getTypeOfSymbolAtLocation(one, query)))
  const values = ts.isObjectLiteralExpression(query) ? query.properties.map((one) => propertyValue(ts, one)) : undefined
  if (text !== undefined) conditions.queries = queriesOf(source, text)
  else if (kind === 'function') conditions.queries = code
  // Of these, URLSearchParams is a query.
  else if (kind === 'bytes') conditions.queries = `${source.name('equals')}(Object.fromEntries(${code}))`
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
    conditions.headers.push(['...', conditionCode(source, value)])
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
  const isOne = (node: ts.Node) => ts.isElementAccessExpression(node) && node.argumentExpression.getText() === '0'
  if (parameter && (!ts.isIdentifier(parameter) || nodesIn(ts, value, isOne).length > 0))
    leaveByHand('the values of a header are one text here: compare the text')
  conditions.headers.push([name, conditionCode(source, value)])
}
