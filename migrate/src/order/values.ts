import type ts from 'typescript'
import { constantOf, constantText, onlyValueOf } from '../read/constants.ts'
import { innerOf, propertyOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** A piece of a text: one that is known, or the code of a value that is known only when the tests run. */
export type Piece = string | Value

export interface Value {
  readonly code: string
}

/** What a call hands to the parameters of a function, or a round of a loop to its variables. */
export type Given = ReadonlyMap<string, ts.Expression | Piece>

/** The text of pieces that are all known. */
export function textOf(pieces: readonly Piece[]): string | undefined {
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : undefined
}

/** The text that an expression of a file is. */
export function piecesOf(source: Source, given: Given, node: ts.Expression): Piece[] {
  const { ts } = source
  const inner = (one: ts.Expression) => piecesOf(source, given, one)
  const text = constantText(source, node)
  if (text !== undefined) return [text]
  if (ts.isTemplateExpression(node))
    return [
      node.head.text,
      ...node.templateSpans.flatMap(({ expression, literal }) => [...inner(expression), literal.text]),
    ]
  if (isSum(source, node)) return [...inner(node.left), ...inner(node.right)]
  if (ts.isIdentifier(node)) return namedPieces(source, given, node)
  const value = ts.isPropertyAccessExpression(node) ? memberOf(source, given, node) : undefined
  return value ? inner(value) : [{ code: node.getText() }]
}

export function isSum({ ts }: Source, node: ts.Expression): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken
}

function valueNamed(source: Source, given: Given, node: ts.Identifier): ts.Expression | Piece | undefined {
  return given.get(node.text) ?? constantOf(source, node) ?? onlyValueOf(source, node)
}

function namedPieces(source: Source, given: Given, node: ts.Identifier): Piece[] {
  const value = valueNamed(source, given, node) ?? { code: node.text }
  if (isPiece(value)) return [value]
  // A variable may be set by its own value, and an argument has the name of its parameter.
  return piecesOf(source, new Map(given).set(node.text, { code: node.text }), value)
}

function isPiece(value: ts.Expression | Piece): value is Piece {
  return typeof value === 'string' || 'code' in value
}

/** The text of the base that a scope or a pool is made with: `nock(base)`, `agent.get(origin)`. */
export function basePieces(source: Source, given: Given, node: ts.Expression): Piece[] {
  const value = source.ts.isIdentifier(node) ? valueNamed(source, given, node) : node
  const base = value && !isPiece(value) ? firstArgument(source, value) : undefined
  return base ? piecesOf(source, given, base) : [{ code: node.getText() }]
}

/** What the first call of a chain is called with. */
function firstArgument(source: Source, node: ts.Expression): ts.Expression | undefined {
  const { ts } = source
  if (!ts.isCallExpression(node)) return undefined
  // What a function of the project makes of its arguments is not known.
  const called = source.checker.getResolvedSignature(node)?.declaration
  if (called && 'body' in called && called.body) return undefined
  const { expression } = node
  const before = ts.isPropertyAccessExpression(expression) ? firstArgument(source, expression.expression) : undefined
  return before ?? node.arguments[0]
}

/** The member of an object that is written out: `user.id`. */
function memberOf(
  source: Source,
  given: Given,
  { expression, name }: ts.PropertyAccessExpression,
): ts.Expression | undefined {
  const object = literalOf(source, given, expression)
  return object && source.ts.isObjectLiteralExpression(object) ? propertyOf(source, object, name.text) : undefined
}

/** The object or the list that an expression is, if it is written out. */
function literalOf(source: Source, given: Given, node: ts.Expression): ts.Expression | undefined {
  const inner = innerOf(source, node)
  if (!source.ts.isIdentifier(inner)) return inner
  const handed = given.get(inner.text) ?? constantOf(source, inner)
  if (handed === undefined || isPiece(handed)) return undefined
  return source.ts.isIdentifier(handed) ? constantOf(source, handed) : innerOf(source, handed)
}

/** What the names of a parameter or of a variable stand for. */
export function namesGiven(
  source: Source,
  name: ts.BindingName,
  given: ts.Expression,
): (readonly [string, ts.Expression])[] {
  const { ts } = source
  if (ts.isIdentifier(name)) return [[name.text, given]]
  const object = literalOf(source, new Map(), given) ?? given
  return name.elements.flatMap((part, index) => {
    if (ts.isOmittedExpression(part)) return []
    const isList = ts.isArrayBindingPattern(name)
    const field = (part.propertyName ?? part.name).getText()
    const value = isList
      ? ts.isArrayLiteralExpression(object) && object.elements[index]
      : ts.isObjectLiteralExpression(object)
        ? propertyOf(source, object, field)
        : given
    return value ? namesGiven(source, part.name, value) : []
  })
}
