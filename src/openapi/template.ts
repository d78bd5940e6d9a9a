import { MynahError } from '../core/errors.ts'
import { compilePath, type Pattern } from '../core/path/path.ts'
import { show } from '../core/show.ts'

/** A piece of a template: a text, or the params that stand there side by side. */
type Piece = { readonly text: string } | { readonly params: readonly string[] }

/** Where the paths of a document stand: an origin, if they stand at one only, and a prefix. */
export interface BasePath {
  readonly origin: string
  readonly prefix: string
}

/** The pattern of a template (`/users/{user-name}`), with the params under their own names. */
export function compileTemplate(template: string, { origin, prefix }: BasePath): Pattern {
  const pieces = [{ text: prefix }, ...piecesOf(template.replace(/[?#].*/s, ''))]
  const path = pieces.map((piece) => ('text' in piece ? escaped(piece.text) : param(piece.params.join('}{')))).join('')
  try {
    return splitAdjacent(compilePath(origin + path), pieces)
  } catch (error) {
    throw new MynahError('OPENAPI', `openapi(document): the path ${show(template)} cannot be read`, { cause: error })
  }
}

/** The names of a template's params. */
export function paramsOf(template: string): string[] {
  return piecesOf(template).flatMap((piece) => ('params' in piece ? piece.params : []))
}

/** The params that have no text between them and the next: one cannot tell where each ends. */
export function adjacentParams(template: string): Set<string> {
  return new Set(
    piecesOf(template).flatMap((piece) => ('params' in piece && piece.params.length > 1 ? piece.params : [])),
  )
}

function piecesOf(template: string): Piece[] {
  return template
    .split(/((?:\{[^{}/]+\})+)/)
    .map((piece, index) => (index % 2 === 0 ? { text: piece } : { params: piece.slice(1, -1).split('}{') }))
}

function escaped(text: string): string {
  return text.replace(/[{}()[\]+?!*:\\"]/g, '\\$&')
}

function param(name: string): string {
  return `:"${name.replace(/["\\]/g, '\\$&')}"`
}

/**
 * The syntax of paths has no two params side by side, so they are compiled as one. Takes it apart again: each of them
 * but the last takes one character at least, and no more than it has to.
 */
function splitAdjacent(pattern: Pattern, pieces: readonly Piece[]): Pattern {
  const names = pieces.flatMap((piece) => ('params' in piece ? piece.params : []))
  if (pattern.kind !== 'path' || !pieces.some((piece) => 'params' in piece && piece.params.length > 1)) return pattern
  const source = pieces
    .map((piece) =>
      'text' in piece ? decodeURI(piece.text).replace(/[^\w/]/g, '\\$&') : '([^/]+?)'.repeat(piece.params.length),
    )
    .join('')
    .replace(/\/$/, '')
  const regexp = new RegExp(`^${source}$`)
  const keys = names.map((name) => ({ name, type: 'param' as const }))
  return { ...pattern, forms: pattern.forms.map((form) => ({ ...form, regexp, keys })) }
}
