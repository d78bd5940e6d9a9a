import type { RawBody } from '../request.ts'

/** An expectation, compiled once at declaration: later changes to the value that was written have no effect. */
export type Condition =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'pattern'; readonly regexp: RegExp }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Condition])[]; readonly exact: boolean }
  | { readonly kind: 'array'; readonly items: readonly Condition[] }
  | Predicate

/** A function, a matcher, a schema or an asymmetric matcher: it is called with the received value. */
export interface Predicate {
  readonly kind: 'predicate'
  /** The value as it was written, for the report. */
  readonly written: unknown
  /** Whether calling it runs user code, which may have side effects or return something else the next time. */
  readonly isUserCode: boolean
  test(received: unknown, raw?: RawBody): PredicateResult
}

/** The result of a predicate: whether the value matches, or the differences that a schema found. */
export type PredicateResult = boolean | readonly Difference[]

/** A place at which a received value differs from the expectation. `at` is empty for the whole value. */
export interface Difference {
  readonly at: string
  readonly expected: unknown
  readonly received: unknown
  /** The error of a predicate that threw instead of returning a result. */
  readonly error?: unknown
}

/** A condition on one value: a function of it, or anything else. `unknown` alone would leave the function without a type. */
export type Expectation<Value> = ((received: Value) => unknown) | Conditions | NonNullable<unknown> | null | undefined

/** Conditions by key. A function in them has a parameter with a type. */
export interface Conditions {
  readonly [key: string]: Expectation<unknown>
}

/**
 * A value whose type only the user knows, like that of parsed JSON. A function of it takes a parameter of any type, and one without
 * a type.
 */
export type Received = ReturnType<typeof JSON.parse>
