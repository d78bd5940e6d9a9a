import { type Miss, type ResolvableRequest, satisfies } from '../match/match.ts'
import type { Params } from '../params.ts'
import type { Stub } from '../stub/stub.ts'
import type { Candidate, Table } from './table.ts'

/** What has been decided on a request. */
export type Decision =
  | { readonly kind: 'stub'; readonly stub: Stub; readonly params: Params }
  | { readonly kind: 'none' }

interface ResolveOptions {
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
    (!stub.match || satisfies(stub.match, request, params, false, (miss) => reportThrow(miss, stub, threw)))
  for (const table of tables) {
    const found = table.find(method, url, takes)
    if (found) return { kind: 'stub', ...found }
  }
  return { kind: 'none' }
}

function reportThrow(miss: Miss, stub: Stub, threw: ResolveOptions['threw']): void {
  if ('error' in miss) threw(stub, miss.error)
}
