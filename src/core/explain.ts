import { type Base, behindPrefix } from './base.ts'
import { type Miss, type ResolvableRequest, satisfies } from './match.ts'
import { ANOTHER, segmentDistance } from './near.ts'
import type { Params } from './params.ts'
import type { PathForm, Segment } from './path.ts'
import { readGroups, readParams } from './read-params.ts'
import { report } from './report.ts'
import { splitUrl } from './request.ts'
import type { Decision } from './resolve.ts'
import { plain, segmentsOf } from './segments.ts'
import type { Stub } from './stub.ts'
import { methodsFor, type Table } from './table.ts'

/** One thing of a request that one stub asked for differently. */
export interface StubMiss extends Miss {
  readonly stub: Stub
}

/** Why a request is answered as it is, or by no stub: data first, `message` words it. */
export interface Explanation {
  readonly method: string
  readonly url: string
  /** The stub that answers, where one does. */
  readonly stub?: Stub
  readonly params?: Params
  /** What kept the other stubs from answering, those of the nearest paths, the nearest stub's first. */
  readonly misses: readonly StubMiss[]
  readonly message: string
}

/** The stubs that one mocks object, or one resolver, would ask. */
export interface StubGroup {
  /** In order of precedence, the newest layer first. */
  readonly tables: readonly Table[]
  available(stub: Stub): boolean
}

/** A stub with what kept it from answering. */
export interface NearStub {
  readonly stub: Stub
  readonly misses: readonly Miss[]
}

/** Explains a decision. `hint` is the report's last line: what to do where the request is meant to go out. */
export function explain(
  request: ResolvableRequest,
  groups: readonly StubGroup[],
  decision: Decision,
  hint: string | undefined,
): Explanation {
  const near = nearest(request, groups)
  const { method, url } = request
  const routes = groups.flatMap(({ tables }) => tables.map((table) => table.routes))
  return {
    method,
    url,
    ...(decision.kind === 'stub' && { stub: decision.stub, params: decision.params }),
    misses: near.flatMap(({ stub, misses }) => misses.map((miss) => ({ stub, ...miss }))),
    message: report({ method, url, decision, near, routes, hint }),
  }
}

/** Stubs with what kept them from answering, the nearest first; of equally near ones the one asked first. */
function nearest(request: ResolvableRequest, groups: readonly StubGroup[]): NearStub[] {
  return groups
    .flatMap(({ tables, available }) =>
      tables.flatMap((table) =>
        table.near(request.url).map((stub) => ({ stub, misses: missesOf(stub, request, table.base, available) })),
      ),
    )
    .map((near) => ({ near, off: near.misses.reduce((sum, miss) => sum + weigh(miss), 0) }))
    .sort((a, b) => a.off - b.off || a.near.misses.length - b.near.misses.length)
    .map(({ near }) => near)
}

type Url = ReturnType<typeof splitUrl>

function missesOf(
  stub: Stub,
  request: ResolvableRequest,
  base: Base | undefined,
  available: StubGroup['available'],
): Miss[] {
  const misses: Miss[] = []
  if (!methodsFor(request.method).includes(stub.method)) {
    misses.push({ part: 'method', at: '', expected: stub.method, received: request.method })
  }
  const location = locate(stub, splitUrl(request.url), base)
  misses.push(...location.misses)
  if (location.params && stub.match) {
    satisfies(stub.match, request, location.params, true, (miss) => misses.push(miss))
  }
  if (misses.length === 0 && !available(stub)) {
    misses.push({ part: 'times', at: '', expected: stub.times, received: stub.times + 1 })
  }
  return misses
}

/** Where a URL differs from a stub's path, or its params. */
function locate(stub: Stub, url: Url, base: Base | undefined): { misses: Miss[]; params?: Params } {
  const { pattern } = stub
  const { origin } = pattern
  const wanted = origin ?? base?.origin
  const misses: Miss[] = []
  if (wanted !== undefined && wanted !== url.origin) {
    misses.push({ part: 'origin', at: '', expected: wanted, received: url.origin })
  }
  const prefix = (origin === undefined && base?.prefix) || ''
  const inside = behindPrefix(prefix, url.pathname)
  if (inside === undefined) {
    const expected = prefix + (pattern.kind === 'path' ? stub.path : '/…')
    return { misses: [...misses, pathMiss(expected, url.pathname)] }
  }
  if (pattern.kind === 'regexp') {
    const params = readGroups(pattern.regexp, url.pathname)
    return params ? { misses, params } : { misses: [...misses, pathMiss(pattern.regexp, url.pathname)] }
  }
  const segments = segmentsOf(inside)
  const forms = pattern.forms.map((form) => compareSegments(form, inside, segments))
  const best = forms.reduce((a, b) => (b.misses.length < a.misses.length ? b : a))
  return { ...best, misses: [...misses, ...best.misses] }
}

function pathMiss(expected: string | RegExp, received: string): Miss {
  return { part: 'path', at: '', expected, received }
}

function compareSegments(
  form: PathForm,
  pathname: string,
  received: readonly string[],
): { misses: Miss[]; params?: Params } {
  const misses: Miss[] = []
  const rest = form.segments.some(({ kind }) => kind === 'rest')
  const length = rest ? form.segments.length : Math.max(form.segments.length, received.length)
  for (let index = 0; index < length; index++) {
    const wanted = form.segments[index]
    const segment = received[index]
    if (wanted && segment !== undefined && fits(wanted, segment)) continue
    misses.push({
      part: 'path',
      at: String(index + 1),
      expected: seen(wanted && written(wanted), form.segments),
      received: seen(segment && plain(segment), received),
    })
  }
  if (misses.length > 0) return { misses }
  const params = readParams(form, received)
  return params ? { misses, params } : { misses: [pathMiss(`/${form.segments.map(written).join('/')}`, pathname)] }
}

/** A segment as a report has it: the root's only one is empty, and nothing to see. */
function seen(segment: string | undefined, { length }: readonly unknown[]): string | undefined {
  return segment === '' && length === 1 ? undefined : segment
}

function fits(wanted: Segment, segment: string): boolean {
  switch (wanted.kind) {
    case 'literal':
      return wanted.text === segment
    case 'mixed':
      return wanted.regexp.test(segment)
    case 'param':
      return segment !== ''
    case 'rest':
      return true
  }
}

function written(segment: Segment): string {
  return segment.kind === 'param' ? `:${segment.name}` : plain(segment.text)
}

/** How far off a difference is: another host or path is further than another method, and that than any conditions. */
function weigh({ part, at, expected, received }: Miss): number {
  if (part === 'origin' || (part === 'path' && at === '')) return ANOTHER
  if (part === 'path') return segmentDistance(expected as string | undefined, received as string | undefined)
  return part === 'method' ? 3 : 0
}
