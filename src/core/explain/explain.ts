import type { Candidate, Table } from '../choose/table.ts'
import { MynahError } from '../errors.ts'
import type { MatchableRequest, Miss } from '../match/match.ts'
import { readAs } from '../match/operation.ts'
import type { Params } from '../params.ts'
import { answersNothing, takesAnyPath } from '../path/path.ts'
import type { RequestLine } from '../request.ts'
import { type Declarer, originalOf, type Stub } from '../stub/stub.ts'
import { nearestFirst, stubMisses } from './differences.ts'
import { guessOperation } from './guess-operation.ts'
import { type NearStub, report } from './report.ts'

/** One difference between a request and one stub. */
export interface StubMiss extends Miss {
  readonly stub: Stub
}

/** Why a request is answered by a stub, or by none: as data, and as text in `message`. */
export interface Explanation {
  readonly method: string
  readonly url: string
  /** The stub that answers, if one does. */
  readonly stub?: Stub
  readonly params?: Params
  /** Why the stubs of the nearest paths do not answer, the nearest stub first. */
  readonly misses: readonly StubMiss[]
  readonly message: string
}

/** The stubs of one mocks object, or of one resolver. */
export interface StubGroup {
  /** In order of precedence, the newest layer first. */
  readonly tables: readonly Table[]
  available(stub: Stub): boolean
}

/** Explains a decision, by the stubs that the user declared. `lastLines` are those of the report: how to let the request reach the network. */
export function explain(
  request: MatchableRequest,
  groups: readonly StubGroup[],
  chosen: Candidate | undefined,
  lastLines: string | undefined,
): Explanation {
  const near = nearest(request, groups)
  const { method, url } = request
  const tables = groups.flatMap((group) => group.tables)
  const read = readAs(
    tables.flatMap((table) => [...table.protocols]),
    request,
  )
  return {
    method,
    url,
    ...(chosen && { ...chosen, stub: originalOf(chosen.stub) }),
    misses: near.flatMap(({ stub, misses }) => misses.map((miss) => ({ stub: originalOf(stub), ...miss }))),
    message: report({
      method,
      url,
      operation: read ? read.operation : guessOperation(request),
      isRead: read !== undefined,
      chosen: chosen?.stub,
      near,
      base: tables[0]?.base,
      routes: tables.map((table) => table.routes),
      sent: request,
      lastLines: [...stubHints(request, tables, near[0]), lastLines].join('\n'),
    }),
  }
}

type Hint = NonNullable<Declarer['hint']>

/** Returns the hints of the stubs for a request that none answers, each line once. */
function stubHints({ url, method }: RequestLine, tables: readonly Table[], nearest?: NearStub): Set<string> {
  // The stubs of one declarer share its hint.
  const hints = new Set(tables.flatMap((table) => table.stubs.flatMap((stub) => stub.declarer.hint ?? [])))
  const missesOf = (hint: Hint) => (nearest?.stub.declarer.hint === hint ? nearest.misses : [])
  return new Set([...hints].flatMap((hint) => hint(url, method, missesOf(hint)) ?? []))
}

/** How many stubs are compared, so that the time of a report does not grow with the number of routes. */
const MOST_COMPARED = 2000

/** How many of the nearest stubs an explanation has. */
const MOST_NEAR = 100

/** Returns the nearest stubs with their differences, the nearest first; equally near ones in order of precedence. */
function nearest(request: MatchableRequest, groups: readonly StubGroup[]): NearStub[] {
  const asked = groups.flatMap((group) =>
    group.tables.flatMap(({ stubs, base }) => {
      const available = (stub: Stub) => group.available(stub)
      return stubs.slice(0, MOST_COMPARED).map((stub) => ({ stub, base, available }))
    }),
  )
  const compared = asked
    .slice(0, MOST_COMPARED)
    .filter(({ stub }) => !answersNothing(stub.parts.pattern))
    .map(({ stub, base, available }) => {
      const misses = stubMisses(stub, request, base, available)
      return { stub, base, misses, takesAnyPath: takesAnyPath(stub.parts.pattern) }
    })
  return nearestFirst(compared).slice(0, MOST_NEAR)
}

/** No stub answered a request. The message is the report; `explanation` has the same as data. */
export class UnmatchedRequestError extends MynahError {
  /** @internal */
  static override readonly name: string = 'UnmatchedRequestError'
  override name = 'UnmatchedRequestError'
  declare readonly explanation: Explanation

  constructor(explanation: Explanation) {
    // A request of node:http is decided on in a server's event: no frame of its stack is the user's.
    super('UNMATCHED_REQUEST', explanation.message, { otherwise: explanation.misses[0]?.stub.parts.trace })
    // Not enumerable: runners print the properties of an error, and the stubs would hide the report.
    Object.defineProperty(this, 'explanation', { value: explanation })
  }
}
