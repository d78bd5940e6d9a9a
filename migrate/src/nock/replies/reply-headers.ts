import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { constantOf, constantText } from '../../read/constants.ts'
import { majorOf } from '../../read/installed.ts'
import { kindOf } from '../../read/payload.ts'
import type { Source } from '../../read/source.ts'
import { isInline } from '../../request/resolver.ts'

const FUNCTION = 'a header that a function makes: a resolver has setHeader(name, value)'

/** The headers of a reply: those that stand as they are, and those that a function makes for each request. */
interface ReplyHeaders {
  readonly headers: string | undefined
  /** The statements of a resolver that set the others. */
  readonly made: readonly string[]
  /** The name by which they know the request. */
  readonly request?: string | undefined
}

/** Reads the headers of a reply, of which functions may make some: of the request, since nock 15. */
export function replyHeaders(source: Source, headers: ts.Expression | undefined): ReplyHeaders {
  const { ts } = source
  if (!headers || !ts.isObjectLiteralExpression(headers))
    return { headers: headers && headersCode(source, headers), made: [] }
  const isMade = (one: ts.ObjectLiteralElementLike): one is ts.PropertyAssignment =>
    ts.isPropertyAssignment(one) && kindOf(source, one.initializer) === 'function'
  const made = headers.properties.filter(isMade).map((one) => {
    const { name } = one
    if (!ts.isIdentifier(name) && !ts.isStringLiteral(name)) return leaveByHand(FUNCTION)
    return `setHeader(${source.quote(name.text)}, ${madeValue(source, one.initializer)})${source.style.semicolon}`
  })
  if (made.length === 0) return { headers: headersCode(source, headers), made }
  const [request, ...names] = new Set(
    headers.properties
      .flatMap((one) => (isMade(one) && isInline(source, one.initializer) ? one.initializer.parameters : []))
      .map(({ name }) => source.code(name)),
  )
  if (names.length > 0) leaveByHand(FUNCTION)
  const others = headers.properties.filter((one) => !isMade(one))
  return { headers: fieldsCode(source, others), made, request }
}

/** The value that a function returns. */
function madeValue(source: Source, node: ts.Expression): string {
  const { ts } = source
  if (!isInline(source, node) || ts.isBlock(node.body) || /\bawait\b/.test(node.body.getText(source.file)))
    return leaveByHand(FUNCTION)
  const isOfRequest = node.parameters.length === 1 && (majorOf(source.file.fileName, 'nock') ?? 0) >= 15
  if (node.parameters.length > 0 && !isOfRequest) leaveByHand(FUNCTION)
  const isNumber = (source.checker.getTypeAtLocation(node.body).flags & ts.TypeFlags.NumberLike) !== 0
  if (!isNumber && !/^(?:string|unknown)$/.test(kindOf(source, node.body))) return leaveByHand(FUNCTION)
  return isNumber ? `String(${source.code(node.body)})` : source.code(node.body)
}

/** Prints the headers of a reply. mynah sends the right length by itself, and refuses a wrong one. */
export function headersCode(source: Source, headers: ts.Expression): string | undefined {
  const { ts } = source
  if (ts.isArrayLiteralExpression(headers)) return ofList(source, headers)
  if (kindOf(source, headers) === 'function') leaveByHand(FUNCTION)
  if (isMap(source, headers)) return `Object.fromEntries(${source.code(headers)})`
  if (!ts.isObjectLiteralExpression(headers)) return source.code(headers)
  return fieldsCode(source, headers.properties, source.code(headers))
}

function fieldsCode(
  source: Source,
  fields: readonly ts.ObjectLiteralElementLike[],
  whole?: string,
): string | undefined {
  const { ts } = source
  const isMade = (one: ts.ObjectLiteralElementLike) =>
    ts.isMethodDeclaration(one) || (ts.isPropertyAssignment(one) && kindOf(source, one.initializer) === 'function')
  if (fields.some(isMade)) leaveByHand(FUNCTION)
  const kept = fields.filter((one) => !isLength(one.name?.getText(source.file) ?? ''))
  if (whole !== undefined && kept.length === fields.length) return whole
  return kept.length === 0 ? undefined : `{ ${kept.map((one) => source.code(one)).join(', ')} }`
}

/** The headers that say how long a body is. */
function isLength(name: string): boolean {
  return /^['"]?(?:content-length|transfer-encoding)['"]?$/i.test(name)
}

function isMap(source: Source, node: ts.Expression): boolean {
  const { ts } = source
  const value = ts.isIdentifier(node) ? (constantOf(source, node) ?? node) : node
  if (ts.isNewExpression(value)) return value.expression.getText(source.file) === 'Map'
  return source.checker.getTypeAtLocation(node).symbol?.name === 'Map'
}

/** `['x-a', '1', 'x-b', '2']`, where a name that comes twice has a list of values. */
function ofList(source: Source, list: ts.ArrayLiteralExpression): string {
  const { elements } = list
  const names = elements.filter((_, index) => index % 2 === 0).map((one) => constantText(source, one))
  const isPlain = elements.every((one) => constantText(source, one) !== undefined) && elements.length % 2 === 0
  if (!isPlain) leaveByHand("write the list of headers as an object: { 'x-a': '1' }")
  const values = new Map<string, string[]>()
  for (const [index, name = ''] of names.entries()) {
    const key = [...values.keys()].find((one) => one.toLowerCase() === name.toLowerCase()) ?? name
    values.set(key, [...(values.get(key) ?? []), source.code(elements[index * 2 + 1] as ts.Expression)])
  }
  const kept = [...values].filter(([name]) => !isLength(name))
  const fields = kept.map(([name, codes]) => {
    const key = /^[a-z]\w*$/i.test(name) ? name : source.quote(name)
    return `${key}: ${codes.length === 1 ? codes[0] : `[${codes.join(', ')}]`}`
  })
  return `{ ${fields.join(', ')} }`
}
