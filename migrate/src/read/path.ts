import type ts from 'typescript'
import { constantOf, constantText, encodedIn, isMadeOf } from './constants.ts'
import { partsOfText } from './nodes.ts'
import { hasFlags, isRegExp, shorten } from './payload.ts'
import { leaveByHand, type Source } from './source.ts'

interface ReadPath {
  readonly code: string
  readonly queries: string | undefined
}

/** The characters that path-to-regexp reads as its own. */
const SPECIAL = /[:*?+!(){}[\]\\]/g

export function anyPath(source: Source): string {
  return source.quote('/{*rest}')
}

/** Returns a URL, or the path behind a base, as mynah's path. The base and the path may be in constants and templates. */
export function pathCode(source: Source, parts: readonly ts.Expression[]): ReadPath {
  const { ts } = source
  const texts = parts.map((part) => constantText(source, part))
  const isWritten = parts.every(ts.isStringLiteralLike)
  const [only] = parts
  const whole = texts.includes(undefined) ? undefined : texts.join('')
  if (whole !== undefined && isWritten) return fromText(source, whole)
  if (whole !== undefined && isSpecial(whole)) return fromConstants(source, parts, texts as string[])
  if (parts.length === 1 && only && (ts.isCallExpression(only) || ts.isPropertyAccessExpression(only)))
    return { code: source.code(only), queries: undefined }
  const pattern = parts.slice(1).find((part) => isRegExp(source, part))
  if (pattern) leaveByHand(`write rest.at(origin).get(${shorten(pattern.getText())}, payload)`)
  const { path, query } = splitQuery(source, parts)
  return { code: path, queries: query }
}

/** Keeps the name of a base; what is behind it is written out. */
function fromConstants(source: Source, parts: readonly ts.Expression[], texts: readonly string[]): ReadPath {
  const [base = '', ...behind] = texts
  const [first] = parts
  const isWritten = first !== undefined && source.ts.isStringLiteralLike(first)
  if (behind.length === 0 || isWritten || isSpecial(base)) return fromText(source, texts.join(''))
  const [path, query] = splitText(behind.join(''))
  const { path: code } = splitQuery(source, parts.slice(0, 1))
  const name = code.startsWith('`') ? code.slice(1, -1) : `\${${code}}`
  const whole = path === '/' && !code.startsWith('`') ? code : `\`${name}${escapePath(path).replaceAll('\\', '\\\\')}\``
  return { code: whole, queries: query ? queriesOf(source, query) : undefined }
}

/** Whether a URL has a query, or characters that a path gives a meaning to. */
function isSpecial(url: string): boolean {
  const [path] = splitText(url)
  return url.includes('?') || escapePath(path) !== path
}

function splitText(url: string): [path: string, query: string | undefined] {
  const at = url.indexOf('?')
  return at < 0 ? [url.replace(/#.*$/, ''), undefined] : [url.slice(0, at), url.slice(at + 1).replace(/#.*$/, '')]
}

/** A port and a scheme have colons of their own. */
function escapePath(path: string): string {
  const [, origin = '', rest = ''] = /^(https?:\/\/[^/]*)?(.*)$/s.exec(path) ?? []
  return origin + rest.replace(SPECIAL, '\\$&')
}

export function fromText(source: Source, url: string): ReadPath {
  const [path, query] = splitText(url)
  const code = source.quote(escapePath(path))
  return { code, queries: query ? queriesOf(source, query) : undefined }
}

/** A glob as a path whose stars take any text. Without a path, or with a star in its query, it is a test of the URL. */
export function fromGlob(source: Source, glob: string): Partial<ReadPath> & { readonly test?: string } {
  const [place, query] = splitText(glob)
  const origin = /^(?:https?:\/\/[^/*]+(?=\/|$)|\*+(?=\/)|(?=\/))/.exec(place)?.[0]
  if (origin === undefined) return { test: `/^${globPattern(glob)}$/.test(url)` }
  const texts = place.slice(origin.length).split(/\*+/).map(escapePath)
  const path = texts.reduce((before, text, index) => `${before}{*rest${index > 1 ? index : ''}}${text}`)
  const code = source.quote((origin.startsWith('*') ? '{/*start}' : origin) + path)
  const [, start] = /^([^*]*)\*+$/.exec(query ?? '') ?? []
  if (start !== undefined) return { code, test: `url.includes(${source.quote(`?${start}`)})` }
  if (query?.includes('*')) return { code, test: `/\\?${globPattern(query)}$/.test(url)` }
  return { code, queries: query ? queriesOf(source, query) : undefined }
}

function globPattern(glob: string): string {
  return glob.replaceAll(/[\\^$.+?()[\]{}|/]/g, '\\$&').replaceAll(/\*+/g, '.*')
}

export function queriesOf(source: Source, query: string): string {
  const params = [...new URLSearchParams(query)]
  return conditionsOn(
    source,
    params.map(([name, value]) => [keyCode(source, [{ text: name }]), source.quote(value)]),
  )
}

function conditionsOn(source: Source, queries: readonly (readonly [name: string, value: string])[]): string {
  const fields = [...new Set(queries.map(([name]) => name))].map((name) => {
    const values = queries.filter(([other]) => other === name).map(([, value]) => value)
    return `${name}: ${values.length === 1 ? values[0] : `[${values.join(', ')}]`}`
  })
  return `${source.name('equals')}({ ${fields.join(', ')} })`
}

/** A text in a path, or an expression. `decoded` is the code of its value in a query that was parsed. */
type Piece = { readonly text: string } | { readonly code: string; readonly decoded: string }

/** Joins parts that are not all known as a template, without the query at its end. */
function splitQuery(source: Source, parts: readonly ts.Expression[]): { path: string; query: string | undefined } {
  const pieces = parts.flatMap((part) => piecesOf(source, part))
  const [path, query] = splitOnce(pieces, '?')
  const only = /^\$\{([\w.$]+)\}\/?$/.exec(templateOf(path))
  return {
    path: only ? (only[1] as string) : asCode(source, path),
    query: query && conditionsOn(source, queriesIn(source, query)),
  }
}

function piecesOf(source: Source, node: ts.Expression): Piece[] {
  const { ts } = source
  if (ts.isStringLiteralLike(node)) return [{ text: node.text }]
  const parts = hasFlags(source.checker.getTypeAtLocation(node), ts.TypeFlags.StringLike) && partsOfText(source, node)
  if (parts) return parts.flatMap((one): Piece[] => (typeof one === 'string' ? [{ text: one }] : piecesOf(source, one)))
  if (isMadeOf(source, node, /\?/))
    leaveByHand(`write the query of ${shorten(node.getText())} as match: { queries }, each name with its text`)
  return [{ code: source.code(node), decoded: decodedCode(source, node) }]
}

function decodedCode(source: Source, node: ts.Expression): string {
  const encoded = encodedIn(source, node)
  if (encoded) return source.code(encoded)
  const value = source.ts.isIdentifier(node) ? constantOf(source, node) : undefined
  return value && encodedIn(source, value) ? `decodeURIComponent(${source.code(node)})` : source.code(node)
}

function splitOnce(pieces: readonly Piece[], separator: string): [readonly Piece[], (readonly Piece[])?] {
  const index = pieces.findIndex((piece) => 'text' in piece && piece.text.includes(separator))
  const piece = pieces[index]
  if (!piece || !('text' in piece)) return [pieces]
  const at = piece.text.indexOf(separator)
  return [
    [...pieces.slice(0, index), { text: piece.text.slice(0, at) }],
    [{ text: piece.text.slice(at + 1) }, ...pieces.slice(index + 1)],
  ]
}

/** The queries of a template as code: each name and each value may hold expressions. */
function queriesIn(source: Source, query: readonly Piece[]): [name: string, value: string][] {
  const [first, others] = splitOnce(query, '&')
  const [name, value] = splitOnce(first, '=')
  const [code] = name.filter((piece) => 'code' in piece)
  if (code && !value)
    leaveByHand(`write the query ${asCode(source, name)} as match: { queries }, each name with its text`)
  const field: [string, string] = [keyCode(source, name.map(decode)), asCode(source, (value ?? []).map(decode))]
  return others ? [field, ...queriesIn(source, others)] : [field]
}

function decode(piece: Piece): Piece {
  if ('code' in piece) return { ...piece, code: piece.decoded }
  return { text: new URLSearchParams(`=${piece.text}`).get('') ?? '' }
}

function keyCode(source: Source, name: readonly Piece[]): string {
  const code = asCode(source, name)
  if (name.some((piece) => 'code' in piece)) return `[${code}]`
  const text = name.map((piece) => ('text' in piece ? piece.text : '')).join('')
  return /^[a-z_$][\w$]*$/i.test(text) ? text : code
}

function asCode(source: Source, pieces: readonly Piece[]): string {
  const filled = pieces.filter((piece) => 'code' in piece || piece.text !== '')
  const [only] = filled
  if (filled.length === 1 && only && 'code' in only) return only.code
  if (filled.some((piece) => 'code' in piece)) return `\`${templateOf(filled)}\``
  return source.quote(filled.map((piece) => ('text' in piece ? piece.text : '')).join(''))
}

function templateOf(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => ('code' in piece ? `\${${piece.code}}` : piece.text.replaceAll(/[\\`]|\$\{/g, '\\$&')))
    .join('')
}
