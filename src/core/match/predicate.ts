import { getOrAdd } from '../get-or-add.ts'
import type { Params } from '../params.ts'
import type { RawBody } from '../request.ts'
import type { Predicate, PredicateResult } from './condition.ts'

/** The result or the error of one call of a predicate. */
type PredicateOutcome = { readonly result: PredicateResult } | { readonly error: unknown }

/** The outcomes of user code for one request, with the params of one path. */
export type PredicateResults = Map<Predicate, PredicateOutcome>

/**
 * Remembers the results of user code for one request. A miss is first decided and then explained, but user code runs only
 * once. Two paths may have different params, and so different results.
 */
export function rememberResults(): (params: Params) => PredicateResults {
  const byParams = new Map<string, PredicateResults>()
  return (params) => getOrAdd(byParams, JSON.stringify(params), () => new Map())
}

/** Calls a predicate, or returns its remembered outcome. */
export function evaluate(
  predicate: Predicate,
  received: unknown,
  { predicateResults, raw }: { readonly predicateResults?: () => PredicateResults; readonly raw?: RawBody | undefined },
): PredicateOutcome {
  const results = predicate.isUserCode ? predicateResults?.() : undefined
  return results ? getOrAdd(results, predicate, () => call(predicate, received, raw)) : call(predicate, received, raw)
}

function call(predicate: Predicate, received: unknown, raw: RawBody | undefined): PredicateOutcome {
  try {
    return { result: predicate.test(received, raw) }
  } catch (error) {
    return { error }
  }
}
