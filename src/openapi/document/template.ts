import { MynahError } from '../../core/errors.ts'
import { compilePath, type PathPattern } from '../../core/path/path.ts'
import { escapePath } from '../../core/path/segments.ts'
import { paramText } from '../../core/refusal.ts'
import { show } from '../../core/show.ts'
import type { BasePath } from './base-path.ts'

/** A piece of a template: a text without params, or params side by side without a text. */
interface Piece {
  readonly text: string
  readonly params: readonly string[]
}

/** Returns the pattern of a template (`/users/{user-name}`), with the params under their own names. */
export function compileTemplate(template: string, { origin, prefixes }: BasePath): PathPattern {
  try {
    const patterns = prefixes.map((prefix) =>
      splitAdjacent(compilePath(restPathOf(template, { origin, prefixes: [prefix] })), piecesOf(prefix, template)),
    )
    return { ...(patterns[0] as PathPattern), forms: patterns.flatMap(({ forms }) => forms) }
  } catch (error) {
    throw new MynahError('OPENAPI', `openapi(document): the path ${show(template)} cannot be read`, { cause: error })
  }
}

/** Returns the path of a template as `rest` has it, behind the first prefix: `/users/:id`. */
export function restPathOf(template: string, { origin, prefixes: [prefix = ''] }: BasePath): string {
  const pieces = piecesOf(prefix, template)
  const written = pieces.map((piece, index) => {
    if (piece.params.length === 0) return escapePath(piece.text)
    const name = piece.params.join('}{')
    const next = pieces[index + 1]?.text ?? ''
    // Without quotes, letters that follow would belong to the name: `{day}T{time}`.
    return /^(?:[/.-]|$)/.test(next) ? paramText(name) : `:"${name.replace(/["\\]/g, '\\$&')}"`
  })
  return origin + written.join('')
}

/** Returns the names of a template's params. */
export function paramsOf(template: string): string[] {
  return piecesOf('', template).flatMap(({ params }) => params)
}

/**
 * Returns the queries in a template's key, which OpenAPI does not know and documents have all the same: `/?Action=List`. A param
 * (`?id={id}`) has any value.
 */
export function queriesOf(template: string): Readonly<Record<string, string | undefined>> {
  const [, query] = /\?([^#]*)/.exec(template) ?? []
  const entries = [...new URLSearchParams(query)].map(([name, value]) => [name, /[{}]/.test(value) ? undefined : value])
  return Object.fromEntries(entries)
}

/** Returns the values that a template's key asks queries for. */
export function askedQueries(template: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(queriesOf(template)).filter(([, value]) => value !== undefined))
}

/** Returns the params that no text separates from the next one: nobody can tell where each ends. */
export function adjacentParams(template: string): Set<string> {
  return new Set(piecesOf('', template).flatMap(({ params }) => (params.length > 1 ? params : [])))
}

/** Returns the pieces of a prefix and a template. A template's query and hash are no part of its path. */
function piecesOf(prefix: string, template: string): Piece[] {
  const pieces = template
    .replace(/[?#].*/s, '')
    .split(/((?:\{[^{}/]+\})+)/)
    .map((piece, index) => (index % 2 === 0 ? textPiece(piece) : { text: '', params: piece.slice(1, -1).split('}{') }))
  return [textPiece(prefix), ...pieces]
}

function textPiece(text: string): Piece {
  return { text, params: [] }
}

/**
 * The syntax of paths allows no params side by side, so they are compiled as one param. Splits that param again: each part
 * except the last takes at least one character, and as few as possible.
 */
function splitAdjacent(pattern: PathPattern, pieces: readonly Piece[]): PathPattern {
  const names = pieces.flatMap(({ params }) => params)
  if (!pieces.some(({ params }) => params.length > 1)) return pattern
  const source = pieces
    .map(({ text, params }) => decodeURI(text).replace(/[^\w/]/g, '\\$&') + '([^/]+?)'.repeat(params.length))
    .join('')
    .replace(/\/$/, '')
  const regexp = new RegExp(`^${source}$`)
  const keys = names.map((name) => ({ name, type: 'param' as const }))
  return { ...pattern, forms: pattern.forms.map((form) => ({ ...form, regexp, keys })) }
}
