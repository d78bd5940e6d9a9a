import { getOrAdd } from '../get-or-add.ts'
import type { Params } from '../params.ts'
import type { Predicate, PredicateResult } from './condition.ts'

/** What one call of a predicate returned or threw. */
type PredicateOutcome = { readonly result: PredicateResult } | { readonly error: unknown }

/** The outcomes of user code for one request, with the params of one path. */
export type PredicateResults = Map<Predicate, PredicateOutcome>

/**
 * Remembers what user code returned for one request. A miss is first decided and then explained: user code still runs
 * once only. Two paths may have different params, and so different results.
 */
export function rememberResults(): (params: Params) => PredicateResults {
  const byParams = new Map<string, PredicateResults>()
  return (params) => getOrAdd(byParams, JSON.stringify(params), () => new Map())
}

/** Calls a predicate, or returns its remembered outcome. */
export function evaluate(
  predicate: Predicate,
  received: unknown,
  remembered: (() => PredicateResults) | undefined,
): PredicateOutcome {
  const results = predicate.isUserCode ? remembered?.() : undefined
  return results ? getOrAdd(results, predicate, () => call(predicate, received)) : call(predicate, received)
}

function call(predicate: Predicate, received: unknown): PredicateOutcome {
  try {
    return { result: predicate.test(received) }
  } catch (error) {
    return { error }
  }
}
