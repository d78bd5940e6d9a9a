import type { Answers } from './answers.ts'
import { type MatchedRequest, type Miss, satisfies } from './match.ts'
import type { Params } from './path.ts'
import type { RequestParts, RequestSnapshot } from './request.ts'
import type { Stub } from './stub.ts'
import type { Candidate, Table } from './table.ts'

/** A request as the core sees it: its parts, and the plain data that a function is given, with a candidate's params. */
export interface ResolvableRequest extends RequestParts {
  snapshot(params: Params): RequestSnapshot
  /** What functions, matchers and schemas have said of it. */
  answers(params: Params): Answers
}

/** What has been decided on a request. */
export type Decision =
  | { readonly kind: 'stub'; readonly stub: Stub; readonly params: Params }
  | { readonly kind: 'none' }

export interface ResolveOptions {
  /** Whether a stub may still answer: its `times` is not used up, and it has not said `next()` for this request. */
  available(stub: Stub): boolean
  /** Hears of a function, matcher or schema that threw instead of answering. */
  threw(stub: Stub, error: unknown): void
}

/**
 * Chooses the stub that answers: of the tables, the first one first, the first candidate that is available and whose
 * `match` is satisfied (contract: section 4, rules 1 and 4).
 */
export function resolve(
  tables: readonly Table[],
  request: ResolvableRequest,
  { available, threw }: ResolveOptions,
): Decision {
  const { method, url } = request
  const takes = ({ stub, params }: Candidate) =>
    available(stub) &&
    (!stub.match || satisfies(stub.match, asMatched(request, params), false, (miss) => reportThrow(miss, stub, threw)))
  for (const table of tables) {
    const found = table.find(method, url, takes)
    if (found) return { kind: 'stub', ...found }
  }
  return { kind: 'none' }
}

/** A request as the `match` of one candidate sees it. */
export function asMatched(request: ResolvableRequest, params: Params): MatchedRequest {
  return {
    parts: request,
    params: () => params,
    snapshot: () => request.snapshot(params),
    answers: () => request.answers(params),
  }
}

function reportThrow(miss: Miss, stub: Stub, threw: ResolveOptions['threw']): void {
  if ('error' in miss) threw(stub, miss.error)
}
