import type ts from 'typescript'
import type { DeclaredStub } from '../layout/model.ts'
import { constantOf, constantText, onlyValueOf } from '../read/constants.ts'
import { expressionOf } from '../read/fields.ts'
import { innerOf, nodesIn, propertyOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** A stub, the code that it was, and what the call of the function around it hands to the parameters. */
export interface Route {
  readonly stub: DeclaredStub
  readonly chain: ts.Node
  readonly given: ReadonlyMap<string, ts.Expression>
}

/** A piece of a URL: a text, or the code of a value that is known only when the tests run. */
type Piece = string | Value

interface Value {
  readonly code: string
}

const ANY_ORIGIN: Value = { code: 'https?://[^/]*' }
const ANYTHING: Value = { code: '.*' }

/** Whether one request may be for the URLs of two stubs. A value that is not known may be any text. */
export function mayBeOneUrl(source: Source, one: Route, other: Route): boolean {
  const [url, second] = [one, other].map((route) => urlOf(source, route)) as [Piece[], Piece[]]
  if (!mayBeOneText(...withoutCommonStart(url, second))) return false
  const [pattern, pattern2] = [one, other].map(({ stub }) => patternOf(stub.path))
  if (pattern && pattern2) return true
  return mayHavePath(pattern, second) && mayHavePath(pattern2, url)
}

/** The RegExp that a path is. */
export function patternOf(code: string): RegExp | undefined {
  const [, pattern, flags] = /^\/(.+)\/([a-z]*)$/s.exec(code) ?? []
  if (pattern === undefined) return undefined
  try {
    return new RegExp(pattern, flags)
  } catch {
    return /^/
  }
}

function mayHavePath(pattern: RegExp | undefined, [first, ...rest]: readonly Piece[]): boolean {
  const path = typeof first === 'string' ? textOf([first.replace(/^https?:\/\/[^/]*/, ''), ...rest]) : textOf(rest)
  return !pattern || path === undefined || pattern.test(path || '/')
}

/** The text of pieces that are all known. */
function textOf(url: readonly Piece[]): string | undefined {
  return url.every((piece) => typeof piece === 'string') ? url.join('') : undefined
}

/** A value that both begin with is the same one. */
function withoutCommonStart(one: readonly Piece[], other: readonly Piece[]): [readonly Piece[], readonly Piece[]] {
  const index = one.findIndex((piece, at) => piece === ANYTHING || JSON.stringify(piece) !== JSON.stringify(other[at]))
  const start = index < 0 ? one.length : index
  return [one.slice(start), other.slice(start)]
}

/** Of two texts with values, what stands before the first value and after the last one tells. */
function mayBeOneText(one: readonly Piece[], other: readonly Piece[]): boolean {
  const [text, second] = [textOf(one), textOf(other)]
  if (text !== undefined) return second === undefined ? shapeOf(other).test(text) : text === second
  if (second !== undefined) return shapeOf(one).test(second)
  const [start, start2, end, end2] = [one[0], other[0], one.at(-1), other.at(-1)].map((piece) =>
    typeof piece === 'string' ? piece : '',
  ) as [string, string, string, string]
  return (start.startsWith(start2) || start2.startsWith(start)) && (end.endsWith(end2) || end2.endsWith(end))
}

function shapeOf(url: readonly Piece[]): RegExp {
  const parts = url.map((piece) => {
    if (typeof piece !== 'string') return (piece === ANY_ORIGIN ? ANY_ORIGIN : ANYTHING).code
    return piece.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`, 's')
}

/** The URL of a stub. A path alone has any origin, and a RegExp is any path of its base. */
function urlOf(source: Source, route: Route): Piece[] {
  const { at = '', path } = route.stub
  const behind = patternOf(path) ? [ANYTHING] : piecesOfCode(source, route, path)
  const pieces = at === '' ? behind : [...piecesOfCode(source, route, at), ...behind]
  const all: Piece[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    if (typeof piece !== 'string' || typeof last !== 'string') all.push(piece)
    else all[all.length - 1] = last + piece
  }
  const url = all.map((piece, index) => {
    if (typeof piece !== 'string') return piece
    const text = piece
      .replaceAll(/(?<!:)\/{2,}/g, '/')
      .replace(/^(http:\/\/[^/]*):80(?=\/|$)|^(https:\/\/[^/]*):443(?=\/|$)/, '$1$2')
    return index === all.length - 1 ? text.replace(/\/$/, '') : text
  })
  const [first] = all
  const isWhole = typeof first === 'string' ? !first.startsWith('/') : at !== ''
  return [...(isWhole ? [] : [ANY_ORIGIN]), ...url.filter((piece) => piece !== '')]
}

function piecesOfCode(source: Source, route: Route, code: string): Piece[] {
  const node = expressionOf(source.ts, code)
  return node ? piecesOf(source, route, node) : [{ code }]
}

/** The pieces of code that a stub was made of. */
function piecesOf(source: Source, route: Route, node: ts.Expression): Piece[] {
  const { ts } = source
  const inner = (one: ts.Expression) => piecesOf(source, route, one)
  if (ts.isStringLiteralLike(node)) return piecesOfPath(node.text)
  if (ts.isTemplateExpression(node))
    return [
      ...piecesOfPath(node.head.text),
      ...node.templateSpans.flatMap(({ expression, literal }) => [...inner(expression), ...piecesOfPath(literal.text)]),
    ]
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return [...inner(node.left), ...inner(node.right)]
  const code = node.getText()
  if (ts.isCallExpression(node) && code.startsWith(`${source.localName('rest')}.at(`))
    return node.arguments.slice(0, 1).flatMap(inner)
  const [own] = nodesIn(ts, route.chain, (one) => one.getText() === code)
  return [(own && pieceOf(source, route, own as ts.Expression)) ?? { code }]
}

/** A text in which mynah reads params. */
function piecesOfPath(text: string): Piece[] {
  return text
    .split(/(?<!\\)(:[a-z_]\w*|\{[^}]*\}|\*\w*)/i)
    .map((part, index) => (index % 2 === 1 ? ANYTHING : part.replaceAll(/\\(.)/g, '$1')))
}

/** What an expression of the file is: what a call hands over for a parameter, a constant, or the base of a scope. */
function pieceOf(source: Source, { given }: Route, node: ts.Expression): Piece | undefined {
  const { ts } = source
  const text = constantText(source, node)
  if (text !== undefined || !(ts.isIdentifier(node) || ts.isPropertyAccessExpression(node))) return text
  const handed = ts.isIdentifier(node) ? given.get(node.text) : memberOf(source, given, node)
  if (handed) return constantText(source, handed) ?? { code: handed.getText() }
  const value = ts.isIdentifier(node) ? (constantOf(source, node) ?? onlyValueOf(source, node)) : undefined
  const base = value && baseOf(source, value)
  return base && (constantText(source, base) ?? { code: base.getText() })
}

/** The member of an object that a call hands over: `user.id`. */
function memberOf(
  source: Source,
  given: Route['given'],
  { expression, name }: ts.PropertyAccessExpression,
): ts.Expression | undefined {
  const { ts } = source
  const handed = ts.isIdentifier(expression) ? given.get(expression.text) : undefined
  const value = handed && ts.isIdentifier(handed) ? constantOf(source, handed) : handed
  const object = value && innerOf(source, value)
  return object && ts.isObjectLiteralExpression(object) ? propertyOf(source, object, name.text) : undefined
}

/** What the first call of a chain is made with: `nock(base)`, `agent.get(origin)`. */
function baseOf(source: Source, node: ts.Expression): ts.Expression | undefined {
  const { ts } = source
  if (!ts.isCallExpression(node)) return undefined
  const { expression } = node
  const before = ts.isPropertyAccessExpression(expression) ? baseOf(source, expression.expression) : undefined
  return before ?? node.arguments[0]
}
