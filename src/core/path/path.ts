import { type Parameter, parse, pathToRegexp, stringify, type Token } from 'path-to-regexp'
import { stateless } from '../stateless.ts'
import { plain, toSegmentText } from './segments.ts'

/**
 * One segment of a path. Literals are as `segmentsOf` gives what they are compared with; `shape` is the segment with its
 * names taken out, since names do not make a route; a `rest` segment is one with a wildcard, and all that follows it.
 */
export type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  | ({ readonly kind: 'mixed'; readonly regexp: RegExp } & Composed)
  | { readonly kind: 'param'; readonly name: string }
  | ({ readonly kind: 'rest' } & Composed)

/** A segment of more than a text or a param. */
export interface Composed {
  readonly shape: string
  /** As it would be written. */
  readonly text: string
  /** How much of it is literal: the more, the more specific. */
  readonly literals: number
}

/** One of the paths that a pattern stands for: an optional part makes two of one. */
export interface PathForm {
  readonly segments: readonly Segment[]
  /** The same for every pair of paths that differ in names only. */
  readonly shape: string
  /** Asked where the segments alone do not tell: in a form with a mixed or a rest segment. */
  readonly regexp: RegExp | undefined
  readonly keys: readonly { readonly name: string; readonly type: 'param' | 'wildcard' }[]
}

/** A compiled path. An `origin` stands only where the path was written as an absolute URL. */
export type Pattern =
  | { readonly kind: 'path'; readonly origin: string | undefined; readonly forms: readonly PathForm[] }
  | { readonly kind: 'regexp'; readonly origin?: undefined; readonly regexp: RegExp }

/** Optional parts multiply: eight of them side by side make 256 paths of one. */
const MOST_FORMS = 256

/** A RegExp of more params can be too large, which it says no sooner than when it is first asked. */
const MOST_KEYS = 256

/**
 * Compiles a path as `rest` takes it.
 * @throws whatever path-to-regexp and `URL` throw where they refuse the syntax.
 */
export function compilePath(path: string | RegExp): Pattern {
  if (typeof path !== 'string') return { kind: 'regexp', regexp: stateless(path) }
  const { origin, rest } = splitOrigin(path)
  return {
    kind: 'path',
    origin: origin === '' ? undefined : new URL(origin).origin,
    forms: alternatives(parse(rest).tokens).map(toForm),
  }
}

/** The origin of an absolute URL as it was written, or nothing, and the path behind it. */
export function splitOrigin(path: string): { origin: string; rest: string } {
  const origin = /^[^/?#{]+:\/\/[^/?#{]*/.exec(path)?.[0] ?? ''
  return { origin, rest: path.slice(origin.length) }
}

/** The names of the params that a pattern can give. */
export function paramNames(pattern: Pattern): string[] {
  if (pattern.kind === 'path') return [...new Set(pattern.forms.flatMap((form) => form.keys.map((key) => key.name)))]
  return [...pattern.regexp.source.matchAll(/\(\?<([^=!>][^>]*)>/g)].map((group) => group[1] as string)
}

/** What a pattern gives for a name: one text, a list of segments, or either. */
export function paramTypes(pattern: Pattern, name: string): Set<'param' | 'wildcard'> {
  if (pattern.kind === 'regexp') return new Set(['param'])
  return new Set(pattern.forms.flatMap(({ keys }) => keys.filter((key) => key.name === name).map(({ type }) => type)))
}

/** Stand for params in shapes. Like the stand-in of a slash in segments: halves of surrogate pairs, which no URL has alone. */
const SIGNS = { param: '\ud801', wildcard: '\ud802' }

/** Spells out the optional parts: every sequence of tokens that the path stands for, the longest first. */
function alternatives(tokens: readonly Token[]): FlatToken[][] {
  let heads: FlatToken[][] = [[]]
  for (const token of tokens) {
    if (token.type !== 'group') {
      for (const head of heads) head.push(token)
      continue
    }
    const tails = [...alternatives(token.tokens), []]
    if (heads.length * tails.length > MOST_FORMS) throw new Error('Too many optional parts')
    heads = heads.flatMap((head) => tails.map((tail) => [...head, ...tail]))
  }
  return heads
}

type FlatToken = Exclude<Token, { type: 'group' }>

function toForm(tokens: readonly FlatToken[]): PathForm {
  const parts = splitTokens(tokens)
  const shapes = parts.map(shapeOf)
  const rest = parts.findIndex((part) => part.some((token) => token.type === 'wildcard'))
  const before = rest < 0 ? parts : parts.slice(0, rest)
  const segments: Segment[] = before.map((part, index) => toSegment(part, shapes[index] as string))
  if (rest >= 0) segments.push({ kind: 'rest', ...composed(joinTokens(parts.slice(rest)).slice(1)) })
  const isComposed = segments.some(({ kind }) => kind === 'mixed' || kind === 'rest')
  const keys = tokens.filter((token) => token.type !== 'text')
  if (isComposed && keys.length > MOST_KEYS) throw new Error('Too many params')
  return {
    segments,
    shape: shapes.join('/'),
    regexp: isComposed ? toRegExp(joinTokens(parts)) : undefined,
    keys,
  }
}

/** The tokens of each segment. A slash at the end opens no segment: it does not count. */
function splitTokens(tokens: readonly FlatToken[]): FlatToken[][] {
  const [start] = tokens
  // An optional part may have been all there was.
  if (!start) return [[]]
  if (start.type !== 'text' || !start.value.startsWith('/')) {
    throw new Error('Missing slash at the start, with or without its optional parts')
  }
  const segments: FlatToken[][] = []
  let last: FlatToken[] = []
  for (const token of tokens) {
    if (token.type !== 'text') {
      last.push(token)
      continue
    }
    const [first, ...more] = token.value.split('/')
    if (first) last.push({ type: 'text', value: toSegmentText(first) })
    for (const text of more) {
      last = text ? [{ type: 'text', value: toSegmentText(text) }] : []
      segments.push(last)
    }
  }
  if (segments.length > 1 && last.length === 0) segments.pop()
  return segments
}

function joinTokens(segments: readonly FlatToken[][]): FlatToken[] {
  return segments.flatMap((segment) => [{ type: 'text', value: '/' } as const, ...segment])
}

function toSegment(tokens: readonly FlatToken[], shape: string): Segment {
  if (tokens.every((token) => token.type === 'text')) return { kind: 'literal', text: shape }
  if (tokens.length === 1) return { kind: 'param', name: (tokens[0] as Parameter).name }
  return { kind: 'mixed', regexp: toRegExp([...tokens]), ...composed(tokens) }
}

function composed(tokens: readonly FlatToken[]): Composed {
  const literals = tokens.reduce((sum, token) => sum + (token.type === 'text' ? token.value.length : 0), 0)
  return { shape: shapeOf(tokens), text: plain(stringify({ tokens: [...tokens] })), literals }
}

/** The tokens without their names. */
function shapeOf(tokens: readonly FlatToken[]): string {
  return tokens.reduce((shape, token) => shape + (token.type === 'text' ? token.value : SIGNS[token.type]), '')
}

function toRegExp(tokens: FlatToken[]): RegExp {
  return pathToRegexp({ tokens }, { sensitive: true, trailing: false }).regexp
}
