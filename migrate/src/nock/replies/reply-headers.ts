import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { constantOf } from '../../read/constants.ts'
import { kindOf } from '../../read/payload.ts'
import type { Source } from '../../read/source.ts'

const FUNCTION = 'a header that a function makes: a resolver has setHeader(name, value)'

/** Prints the headers of a reply. mynah sends the right length by itself, and refuses a wrong one. */
export function headersCode(source: Source, headers: ts.Expression): string | undefined {
  const { ts } = source
  if (ts.isArrayLiteralExpression(headers)) leaveByHand("write the list of headers as an object: { 'x-a': '1' }")
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
