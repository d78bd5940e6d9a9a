import type ts from 'typescript'
import { constantOf, constantText, onlyValueOf } from '../read/constants.ts'
import { isSum } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** A piece of a text: one that is known, or the code of a value that is known only when the tests run. */
export type Piece = string | Value

export interface Value {
  readonly code: string
}

/** The text of pieces that are all known. */
export function textOf(pieces: readonly Piece[]): string | undefined {
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : undefined
}

/** The text that an expression of a file is. `passed` are the variables whose values are read: one may be set by its own value. */
export function piecesOf(source: Source, node: ts.Expression, passed: readonly string[] = []): Piece[] {
  const { ts } = source
  const inner = (one: ts.Expression) => piecesOf(source, one, passed)
  const text = constantText(source, node)
  if (text !== undefined) return [text]
  if (ts.isTemplateExpression(node))
    return [
      node.head.text,
      ...node.templateSpans.flatMap(({ expression, literal }) => [...inner(expression), literal.text]),
    ]
  if (isSum(source, node)) return [...inner(node.left), ...inner(node.right)]
  const value = ts.isIdentifier(node) && !passed.includes(node.text) ? valueNamed(source, node) : undefined
  return value ? piecesOf(source, value, [...passed, node.getText()]) : [{ code: node.getText() }]
}

function valueNamed(source: Source, node: ts.Identifier): ts.Expression | undefined {
  return constantOf(source, node) ?? onlyValueOf(source, node)
}

/** The text of the base that a scope or a pool is made with: `nock(base)`, `agent.get(origin)`. */
export function basePieces(source: Source, node: ts.Expression): Piece[] {
  const value = source.ts.isIdentifier(node) ? valueNamed(source, node) : node
  const base = value && firstArgument(source, value)
  return base ? piecesOf(source, base) : [{ code: node.getText() }]
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
