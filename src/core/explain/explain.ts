import { ANOTHER, segmentDistance } from '../choose/nearest.ts'
import type { Decision } from '../choose/resolve.ts'
import { methodsFor, type Table } from '../choose/table.ts'
import { type Miss, type ResolvableRequest, satisfies } from '../match/match.ts'
import type { Params } from '../params.ts'
import type { Base } from '../path/base.ts'
import type { Stub } from '../stub/stub.ts'
import { locate } from './path-difference.ts'
import { type NearStub, report } from './report.ts'

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
  const location = locate(stub, request.url, base)
  misses.push(...location.misses)
  if (location.params && stub.match) {
    satisfies(stub.match, request, location.params, true, (miss) => misses.push(miss))
  }
  if (misses.length === 0 && !available(stub)) {
    misses.push({ part: 'times', at: '', expected: stub.times, received: stub.times + 1 })
  }
  return misses
}

/** How far off a difference is: another host or path is further than another method, and that than any conditions. */
function weigh({ part, at, expected, received }: Miss): number {
  if (part === 'origin' || (part === 'path' && at === '')) return ANOTHER
  if (part === 'path') return segmentDistance(expected as string | undefined, received as string | undefined)
  return part === 'method' ? 3 : 0
}
