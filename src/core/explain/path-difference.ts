import type { Miss } from '../match/match.ts'
import type { Params } from '../params.ts'
import { type Base, behindPrefix } from '../path/base.ts'
import { fits, prefixDifference, written } from '../path/compare-segments.ts'
import type { PathPattern, Pattern } from '../path/path.ts'
import { readRegExp } from '../path/read-regexp.ts'
import { type PathForm, readParams, segmentsOf, withSlashes } from '../path/segments.ts'
import { splitUrl } from '../request.ts'

/** The differences of a path, or its params if there are none. */
interface PathComparison {
  readonly misses: Miss[]
  readonly params?: Params
}

/** A path as written, and as compiled. */
export interface PathOfStub {
  readonly pattern: Pattern
  readonly path: string | RegExp
  readonly at?: string | undefined
}

/** Compares a URL with the path of a stub. */
export function pathDifference({ pattern, path, at }: PathOfStub, url: string, base: Base | undefined): PathComparison {
  const { origin, pathname } = splitUrl(url)
  const wanted = pattern.origin ?? base?.origin
  const misses: Miss[] = []
  if (wanted !== undefined && wanted !== origin) {
    misses.push({ part: 'origin', at: '', expected: wanted, received: origin })
  }
  const prefix = ((pattern.origin === undefined && base?.prefix) || '') + (pattern.prefix ?? '')
  const inside = behindPrefix(prefix, pathname)
  if (inside === undefined) {
    if (pattern.kind === 'path' && compareForms(pattern, pathname).params) {
      return { misses: [...misses, { part: 'path', at: 'prefix', expected: prefix, received: undefined }] }
    }
    const expected = prefix + (pattern.kind === 'path' ? (at ?? '') + path : '/…')
    return { misses: [...misses, pathMiss(expected, pathname)] }
  }
  if (pattern.kind === 'regexp') {
    const tested = pattern.prefix === undefined ? pathname : inside
    const params = readRegExp(pattern, { origin: wanted ?? origin, pathname }, base)
    return params ? { misses, params } : { misses: [...misses, pathMiss(pattern.regexp, tested)] }
  }
  const best = compareForms(pattern, inside)
  return { ...best, misses: [...misses, ...best.misses] }
}

/** Compares a pathname with each of the paths that a pattern stands for, and returns the smallest difference. */
function compareForms({ forms }: PathPattern, pathname: string): PathComparison {
  const segments = segmentsOf(pathname)
  const prefix = forms.map((form) => prefixDifference(form, segments)).find((difference) => difference !== undefined)
  const compared = forms.map((form) => compareSegments(form, pathname, segments))
  const best = compared.reduce((a, b) => (b.misses.length < a.misses.length ? b : a))
  if (best.params || !prefix) return best
  return { misses: [{ part: 'path', at: 'prefix', expected: prefix.expected, received: prefix.received }] }
}

function pathMiss(expected: string | RegExp, received: string): Miss {
  return { part: 'path', at: '', expected, received }
}

function compareSegments(form: PathForm, pathname: string, received: readonly string[]): PathComparison {
  const misses: Miss[] = []
  const rest = form.segments.some((segment) => segment.kind === 'rest')
  const length = rest ? form.segments.length : Math.max(form.segments.length, received.length)
  for (let index = 0; index < length; index++) {
    const wanted = form.segments[index]
    const segment = received[index]
    if (wanted !== undefined && segment !== undefined && fits(wanted, segment)) continue
    misses.push({
      part: 'path',
      at: String(index + 1),
      expected: seen(wanted !== undefined ? written(wanted) : undefined, form.segments),
      received: seen(segment && withSlashes(segment), received),
    })
  }
  if (misses.length > 0) return { misses }
  const params = readParams(form, received)
  return params ? { misses, params } : { misses: [pathMiss(`/${form.segments.map(written).join('/')}`, pathname)] }
}

/** Returns a segment for the report. The only segment of `/` is empty, and shown as missing. */
function seen(segment: string | undefined, { length }: readonly unknown[]): string | undefined {
  return segment === '' && length === 1 ? undefined : segment
}
