import { typeError } from '../frames.ts'
import { getOrAdd } from '../get-or-add.ts'
import type { Params } from '../params.ts'
import type { RawBody } from '../request.ts'
import { joinKey, SchemaExpectation, show } from '../show.ts'
import { isObject, propertyOf, type SchemaIssue, type StandardSchema, synchronous } from '../type-guards.ts'
import type { Difference, Predicate, PredicateResult } from './condition.ts'

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

/**
 * Returns the issues of a schema with a value as differences; none if it matches.
 * @throws {TypeError} if the schema is async, since stubs are chosen synchronously.
 */
export function validate(schema: StandardSchema, received: unknown): readonly Difference[] {
  const result: unknown = synchronous(schema['~standard'].validate(received), 'schema')
  if (!isObject(result)) throw typeError(`A schema must return an object, got ${show(result)}`)
  const { issues = [] } = result as { readonly issues?: readonly SchemaIssue[] }
  if (!Array.isArray(issues)) throw typeError(`The issues of a schema must be a list, got ${show(issues)}`)
  return issues.map((issue: SchemaIssue) => {
    const path = issue.path?.map((step) => (typeof step === 'object' ? step.key : step)) ?? []
    const value = path.reduce<unknown>((outer, key) => (isObject(outer) ? propertyOf(outer, key) : undefined), received)
    return {
      at: path.reduce<string>(joinKey, ''),
      expected: new SchemaExpectation(schema, issue.message),
      received: value,
    }
  })
}
