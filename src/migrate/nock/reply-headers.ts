import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { constantOf, constantText } from '../read/constants.ts'
import { kindOf } from '../read/payload.ts'
import type { Source } from '../read/source.ts'

const FUNCTION = 'a header that a function makes: a resolver has setHeader(name, value)'

/** Prints the headers of a reply. mynah sends the right length by itself, and refuses a wrong one. */
export function headersCode(source: Source, headers: ts.Expression): string | undefined {
  const { ts } = source
  if (ts.isArrayLiteralExpression(headers)) return ofList(source, headers)
  if (kindOf(source, headers) === 'function') leaveByHand(FUNCTION)
  if (isMap(source, headers)) return `Object.fromEntries(${source.code(headers)})`
  if (!ts.isObjectLiteralExpression(headers)) return source.code(headers)
  const isMade = (one: ts.ObjectLiteralElementLike) =>
    ts.isMethodDeclaration(one) || (ts.isPropertyAssignment(one) && kindOf(source, one.initializer) === 'function')
  if (headers.properties.some(isMade)) leaveByHand(FUNCTION)
  const isLength = (name: string | undefined) => /^['"]?content-length['"]?$/i.test(name ?? '')
  const kept = headers.properties.filter((one) => !isLength(one.name?.getText(source.file)))
  if (kept.length === headers.properties.length) return source.code(headers)
  return kept.length === 0 ? undefined : `{ ${kept.map((one) => source.code(one)).join(', ')} }`
}

function isMap(source: Source, node: ts.Expression): boolean {
  const { ts } = source
  const value = ts.isIdentifier(node) ? (constantOf(source, node) ?? node) : node
  if (ts.isNewExpression(value)) return value.expression.getText(source.file) === 'Map'
  return source.checker.getTypeAtLocation(node).symbol?.name === 'Map'
}

/** `['x-a', '1', 'x-b', '2']`, where no name comes twice. */
function ofList(source: Source, list: ts.ArrayLiteralExpression): string {
  const { elements } = list
  const names = elements.filter((_, index) => index % 2 === 0).map((one) => constantText(source, one))
  const isPlain = elements.every((one) => constantText(source, one) !== undefined) && elements.length % 2 === 0
  if (!isPlain || new Set(names).size < names.length) leaveByHand('write the list of headers as an object')
  const fields = names.map((name = '', index) => {
    const key = /^[a-z]\w*$/i.test(name) ? name : source.quote(name)
    return `${key}: ${source.code(elements[index * 2 + 1] as ts.Expression)}`
  })
  return `{ ${fields.join(', ')} }`
}
