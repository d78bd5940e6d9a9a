import { stringify } from 'path-to-regexp'
import type { Params } from '../params.ts'
import { decode, record, setOwn } from '../request.ts'
import { hideTokens } from '../secrets/hide-in-text.ts'
import { HIDDEN } from '../show.ts'

/** One segment of a path. A `rest` segment has a wildcard, and includes all segments behind it. */
export type Segment =
  /** The text is decoded as `segmentsOf` decodes a pathname. */
  | { readonly kind: 'literal'; readonly text: string }
  | ({ readonly kind: 'mixed'; readonly regexp: RegExp } & Composed)
  | { readonly kind: 'param'; readonly name: string }
  | ({ readonly kind: 'rest' } & Composed)

/** A segment of several tokens. */
export interface Composed {
  /** The segment without its names: names do not make a route. */
  readonly shape: string
  /** As written. */
  readonly text: string
  /** How many characters are literal: the more, the more specific. */
  readonly literals: number
}

/** One of the paths that a pattern stands for: an optional part turns one path into two. */
export interface PathForm {
  readonly segments: readonly Segment[]
  /** Reads the params if the form has a mixed or a rest segment. */
  readonly regexp: RegExp | undefined
  readonly keys: readonly { readonly name: string; readonly type: 'param' | 'wildcard' }[]
}

/** Stands in a segment for a slash that was sent escaped. It is a lone surrogate, which no URL contains. */
const SLASH = '\ud800'

/** Splits a pathname into decoded segments; a trailing slash does not count. */
export function segmentsOf(pathname: string): string[] {
  const segments = pathname.slice(1, pathname.endsWith('/') ? -1 : undefined).split('/')
  return pathname.includes('%') ? segments.map(toSegmentText) : segments
}

/** Decodes the text between two slashes for comparison. */
export function toSegmentText(written: string): string {
  return decode(written).replaceAll('/', SLASH)
}

/** Returns a segment, or a part of one, with the slashes that were sent escaped. */
export function withSlashes(segment: string): string {
  return segment.replaceAll(SLASH, '/')
}

/** Escapes the characters that have a meaning in the syntax of paths, but may occur in a URL. */
export function escapePath(pathname: string): string {
  return stringify({ tokens: [{ type: 'text', value: pathname }] })
}

/** Returns the path of a stub for a pathname: escaped, and with a param in the place of each secret in it. */
export function stubPath(pathname: string): string {
  const texts = hideTokens(pathname).split(HIDDEN).map(escapePath)
  return texts.reduce((path, text, index) => `${path}:token${index > 1 ? index - 1 : ''}${text}`)
}

/** Shared: otherwise a thousand stubs on one path would make a thousand records. */
const NO_PARAMS: Params = Object.freeze(record<string>())

/** Returns the params of segments, or `undefined` if the regexp of the form does not match. */
export function readParams(form: PathForm, segments: readonly string[]): Params | undefined {
  if (form.keys.length === 0) return NO_PARAMS
  const params: Params = record()
  if (!form.regexp) {
    form.segments.forEach((segment, index) => {
      if (segment.kind === 'param')
        setOwn<string | string[]>(params, segment.name, withSlashes(segments[index] as string))
    })
    return params
  }
  const found = form.regexp.exec(`/${segments.join('/')}`)
  if (!found) return undefined
  form.keys.forEach(({ name, type }, index) => {
    const value = found[index + 1] as string
    setOwn<string | string[]>(
      params,
      name,
      type === 'wildcard' ? value.split('/').map(withSlashes) : withSlashes(value),
    )
  })
  return params
}
