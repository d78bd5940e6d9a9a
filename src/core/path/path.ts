import { type Parameter, parse, pathToRegexp, stringify, type Token } from 'path-to-regexp'
import { stateless } from '../type-guards.ts'
import { type Composed, type PathForm, type Segment, segmentsOf, toSegmentText, withSlashes } from './segments.ts'

/** A compiled path that was written as text. */
export interface PathPattern {
  readonly kind: 'path'
  readonly origin: string | undefined
  /** Only a RegExp has one: the forms of a path include it. */
  readonly prefix?: undefined
  readonly forms: readonly PathForm[]
}

/** A compiled path. It has an `origin` only if it was written as an absolute URL. */
export type Pattern =
  | PathPattern
  | {
      readonly kind: 'regexp'
      readonly origin: string | undefined
      /** If there is one, the RegExp is tested on the pathname behind it, else on the whole pathname. */
      readonly prefix: string | undefined
      readonly regexp: RegExp
    }

/** The pattern of a stub that answers no request. */
export const NO_PATH: Pattern = { kind: 'path', origin: undefined, forms: [] }

/** Whether a pattern is `NO_PATH`, also of another copy of mynah. */
export function answersNothing(pattern: Pattern): boolean {
  return pattern.kind === 'path' && pattern.forms.length === 0
}

/** Whether no text of a pattern has to be in a path, as in `/*path`. What a RegExp asks for is unknown. */
export function takesAnyPath(pattern: Pattern): boolean {
  return (
    pattern.kind === 'regexp' ||
    pattern.forms.some(({ segments }) => segments.every(({ kind }) => kind === 'param' || kind === 'rest'))
  )
}

/** Literals and params alone: most paths. */
export const BARE = /^(?:\/(?:[\w-]+|:[a-z_]\w*))+\/?$/i

/** Optional parts multiply: eight of them side by side turn one path into 256. */
const MOST_FORMS = 256

/** A RegExp with more params can be too large, and would throw only at its first use. */
const MOST_KEYS = 256

/**
 * Compiles a path as `rest` takes it. `at` is the base of `rest.at(base)`.
 * @throws what path-to-regexp and `URL` throw for a syntax error.
 */
export function compilePath(path: string, at?: string): PathPattern
export function compilePath(path: string | RegExp, at?: string): Pattern
export function compilePath(path: string | RegExp, at?: string): Pattern {
  const base = at?.replace(/\/+$/, '')
  if (typeof path !== 'string') {
    const split = base === undefined ? undefined : splitOrigin(base)
    return { kind: 'regexp', origin: normalOrigin(split?.origin), prefix: split?.rest, regexp: stateless(path) }
  }
  const { origin, rest } = splitOrigin(base === undefined ? path : base + path)
  const forms = BARE.test(rest) ? [bareForm(rest)] : alternatives(parse(rest).tokens).map(toForm)
  return { kind: 'path', origin: normalOrigin(origin), forms }
}

/** Returns the form of a bare path. With path-to-regexp's tokens, reading it would take a quarter of the time of its stub. */
function bareForm(path: string): PathForm {
  const segments = segmentsOf(path).map(bareSegment)
  const keys = segments.flatMap((segment) =>
    segment.kind === 'param' ? { name: segment.name, type: segment.kind } : [],
  )
  return { segments, regexp: undefined, keys: keys.length > 0 ? keys : NO_KEYS }
}

function bareSegment(text: string): Segment {
  return text.startsWith(':') ? { kind: 'param', name: text.slice(1) } : { kind: 'literal', text }
}

function normalOrigin(written: string | undefined): string | undefined {
  return written ? new URL(httpUrl(written)).origin : undefined
}

/** Returns the URL of the request that opens a WebSocket; any other URL as it is. */
export function httpUrl(url: string): string {
  return url.replace(/^ws(?=s?:)/i, 'http')
}

/** Splits a path as written into the origin of an absolute URL, or `''`, and the path behind it. */
export function splitOrigin(path: string): { origin: string; rest: string } {
  const origin = /^[^/?#{]+:\/\/[^/?#{]*/.exec(path)?.[0] ?? ''
  return { origin, rest: path.slice(origin.length) }
}

/** Returns the names of the params that a pattern may have. */
export function paramNames(pattern: Pattern): string[] {
  if (pattern.kind === 'path') return [...new Set(pattern.forms.flatMap((form) => form.keys.map((key) => key.name)))]
  return [...pattern.regexp.source.matchAll(/\(\?<([^=!>][^>]*)>/g)].map((group) => group[1] as string)
}

/** Whether a param arrives as a list of segments. */
export function isWildcard(pattern: Pattern, name: string): boolean {
  return (
    pattern.kind === 'path' &&
    pattern.forms.some(({ keys }) => keys.some((key) => key.name === name && key.type === 'wildcard'))
  )
}

/** Stand for params in shapes. They are lone surrogates, which no URL contains. */
const SIGNS = { param: '\ud801', wildcard: '\ud802' }

/** Returns every sequence of tokens that a path with optional parts stands for, the longest first. */
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

/** Shared by all paths without params. */
const NO_KEYS: PathForm['keys'] = Object.freeze([])

function toForm(tokens: readonly FlatToken[]): PathForm {
  const parts = splitTokens(tokens)
  const rest = parts.findIndex((part) => part.some((token) => token.type === 'wildcard'))
  const before = rest < 0 ? parts : parts.slice(0, rest)
  const segments: Segment[] = before.map(toSegment)
  if (rest >= 0) segments.push({ kind: 'rest', ...composed(joinTokens(parts.slice(rest)).slice(1)) })
  const isComposed = segments.some((segment) => segment.kind === 'mixed' || segment.kind === 'rest')
  const found = tokens.filter((token) => token.type !== 'text')
  const keys = found.length > 0 ? found : NO_KEYS
  if (isComposed && keys.length > MOST_KEYS) throw new Error('Too many params')
  return { segments, regexp: isComposed ? toRegExp(joinTokens(parts)) : undefined, keys }
}

/** Returns a text that is equal for two paths that differ only in names. */
export function pathShapeOf({ segments }: PathForm): string {
  const shapes = segments.map((segment) => {
    if (segment.kind === 'literal') return segment.text
    return segment.kind === 'param' ? SIGNS.param : segment.shape
  })
  return shapes.join('/')
}

/** Splits tokens into segments. A trailing slash does not count, so it starts no segment. */
function splitTokens(tokens: readonly FlatToken[]): FlatToken[][] {
  const [start] = tokens
  // A path may consist of optional parts only.
  if (!start) return [[]]
  if (start.type !== 'text' || !start.value.startsWith('/')) {
    throw new Error('A path must start with a slash, with and without its optional parts')
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

function toSegment(tokens: readonly FlatToken[]): Segment {
  if (tokens.every((token) => token.type === 'text')) return { kind: 'literal', text: shapeOf(tokens) }
  if (tokens.length === 1) return { kind: 'param', name: (tokens[0] as Parameter).name }
  return { kind: 'mixed', regexp: toRegExp([...tokens]), ...composed(tokens) }
}

function composed(tokens: readonly FlatToken[]): Composed {
  const literals = tokens.reduce((sum, token) => sum + (token.type === 'text' ? token.value.length : 0), 0)
  return { shape: shapeOf(tokens), text: withSlashes(stringify({ tokens: [...tokens] })), literals }
}

/** Returns the tokens without their names, as one text. */
function shapeOf(tokens: readonly FlatToken[]): string {
  return tokens.reduce((shape, token) => shape + (token.type === 'text' ? token.value : SIGNS[token.type]), '')
}

function toRegExp(tokens: FlatToken[]): RegExp {
  return pathToRegexp({ tokens }, { sensitive: true, trailing: false }).regexp
}
