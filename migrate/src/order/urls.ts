import type ts from 'typescript'
import { type DeclaredStub, expressionOf } from '../layout/model.ts'
import { constantText, onlyValueOf } from '../read/constants.ts'
import { nodesIn, partsOfText } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

export interface Route {
  readonly stub: DeclaredStub
  readonly chain: ts.Node
}

const ANY_ORIGIN = { code: 'https?://[^/]*' }
const ANYTHING = { code: '.*' }

/** Whether one request may be for the URLs of two stubs. A value that is not known may be any text. */
export function mayBeOneUrl(source: Source, one: Route, other: Route): boolean {
  const [url, second] = [one, other].map((route) => urlOf(source, route)) as [Piece[], Piece[]]
  if (!mayBeOneText(...withoutCommonStart(url, second))) return false
  const [pattern, pattern2] = [one, other].map(({ stub }) => patternOf(stub.path))
  if (pattern && pattern2) return true
  return mayHavePath(pattern, second) && mayHavePath(pattern2, url)
}

export function haveOneUrl(source: Source, one: Route, other: Route): boolean {
  const [text, second] = [one, other].map((route) => textOf(urlOf(source, route)))
  return text !== undefined && text === second
}

/** Whether what the URLs of two stubs do not have in common is known before the tests run. */
export function areKnown(source: Source, one: Route, other: Route): boolean {
  const [rest, rest2] = withoutCommonStart(urlOf(source, one), urlOf(source, other))
  return [...rest, ...rest2].every((piece) => typeof piece === 'string' || piece === ANYTHING || piece === ANY_ORIGIN)
}

/** Whether nothing of a route's URL is known before the tests run, so that a pattern of it would fit any. */
export function isAnyUrl(source: Source, route: Route): boolean {
  return !patternOf(route.stub.path) && urlOf(source, route).every((piece) => typeof piece !== 'string')
}

/** The code of a RegExp that fits the URLs of a route; of one whose path is a RegExp those of its base. */
export function urlPattern(source: Source, route: Route): string {
  const end = patternOf(route.stub.path) ? '' : String.raw`\/?(?:\?|$)`
  return `/${shapeOf(urlOf(source, route)).source.replace(/\$$/, end)}/`
}

export function patternOf(code: string): RegExp | undefined {
  const [, pattern, flags] = /^\/(.+)\/([a-z]*)$/s.exec(code) ?? []
  if (pattern === undefined) return /^(?:new )?RegExp\(/.test(code) ? /^/ : undefined
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
    const isLast = all.slice(index + 1).every((one) => one === ANYTHING || one === '')
    return isLast ? text.replace(/\/$/, '') : text
  })
  const [first] = all
  const isWhole = typeof first === 'string' ? !first.startsWith('/') : at !== ''
  return [...(isWhole ? [] : [ANY_ORIGIN]), ...url.filter((piece) => piece !== '')]
}

function piecesOfCode(source: Source, route: Route, code: string): Piece[] {
  const node = expressionOf(source.ts, code)
  return node ? codePieces(source, route, node) : [{ code }]
}

function codePieces(source: Source, { stub, chain }: Route, node: ts.Expression): Piece[] {
  const { ts } = source
  const inner = (one: ts.Expression) => codePieces(source, { stub, chain }, one)
  if (ts.isStringLiteralLike(node)) return pathPieces(node.text)
  const parts = partsOfText(source, node)
  if (parts) return parts.flatMap((one) => (typeof one === 'string' ? pathPieces(one) : inner(one)))
  const code = node.getText()
  if (ts.isCallExpression(node) && code.startsWith(`${source.localName('rest')}.at(`))
    return node.arguments.slice(0, 1).flatMap(inner)
  const [own] = nodesIn(ts, chain, (one): one is ts.Expression => ts.isExpression(one) && one.getText() === code)
  if (!own) return [{ code }]
  return (code === stub.at ? basePieces : piecesOf)(source, own)
}

function pathPieces(text: string): Piece[] {
  return text
    .split(/(?<!\\)(:[a-z_]\w*|\{[^}]*\}|\*\w*)/i)
    .map((part, index) => (index % 2 === 1 ? ANYTHING : part.replaceAll(/\\(.)/g, '$1')))
}

export type Piece = string | { readonly code: string }

export function textOf(pieces: readonly Piece[]): string | undefined {
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : undefined
}

/** The text that an expression of a file is. `passed` are the variables whose values are read: one may be set by its own value. */
export function piecesOf(source: Source, node: ts.Expression, passed: readonly string[] = []): Piece[] {
  const { ts } = source
  const text = constantText(source, node)
  if (text !== undefined) return [text]
  const parts = partsOfText(source, node)
  if (parts) return parts.flatMap((one) => (typeof one === 'string' ? [one] : piecesOf(source, one, passed)))
  const value = ts.isIdentifier(node) && !passed.includes(node.text) ? onlyValueOf(source, node) : undefined
  return value ? piecesOf(source, value, [...passed, node.getText()]) : [{ code: node.getText() }]
}

function basePieces(source: Source, node: ts.Expression): Piece[] {
  const value = source.ts.isIdentifier(node) ? onlyValueOf(source, node) : node
  const base = value && firstArgument(source, value)
  return base ? piecesOf(source, base) : [{ code: node.getText() }]
}

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
