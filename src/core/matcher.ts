import { BRAND, brandOf } from './brand.ts'
import type { RawBody } from './request.ts'
import type { AsymmetricMatcher, StandardSchema } from './type-guards.ts'

/** The result of a matcher function such as `exists()`: a condition on one value, with its name and arguments for the report. */
export interface Matcher {
  readonly [BRAND]: { readonly kind: 'matcher' }
  readonly name: string
  readonly args: readonly unknown[]
  /** @internal */
  readonly rule: MatcherRule
}

type MatcherRule =
  /** Another name for an expectation, as `equals({ id: 1 })` is. */
  | { readonly kind: 'alias'; readonly expected: unknown; readonly options: CompileOptions }
  /** A test of its own. `prepare` returns it for the matcher's place. */
  | { readonly kind: 'test'; readonly prepare: (nested: Nested) => Test }

/** Tests a received value. A test that hands on the whole received value hands on its raw body too. */
export type Test = (received: unknown, raw?: RawBody) => boolean

/** Compiles an expectation for the matcher's place: in a query values are text, in a body they have types. */
export type Nested = (expected: unknown, options?: CompileOptions) => Test

/** How an expectation is compared. */
export interface CompileOptions {
  /** Whether values arrive as text, as in a query. Primitives are then compared as text. */
  readonly text?: boolean
  /** Whether it is compared with the record of a form, or with a field of it, which is a text or a file. */
  readonly form?: 'whole' | 'field'
  /** Whether an object may have no other keys, as for `equals()`. */
  readonly exact?: boolean
  /** Whether keys are compared in lower case, as the names of headers are. */
  readonly lowerCase?: boolean
}

/** Whether a value is a matcher, including one from another copy of mynah. */
export function isMatcher(value: unknown): value is Matcher {
  return brandOf(value, 'matcher') !== undefined
}

/** Makes a matcher with a test of its own. */
export function matcher(name: string, args: readonly unknown[], prepare: (nested: Nested) => Test): Matcher {
  return make(name, args, { kind: 'test', prepare })
}

/** Makes a matcher that is another name for an expectation. */
export function aliasMatcher(name: string, expected: unknown, options: CompileOptions = {}): Matcher {
  return make(name, [expected], { kind: 'alias', expected, options })
}

/** The brand of all matchers. */
const MATCHER = Object.freeze({ kind: 'matcher' } as const)

function make(name: string, args: readonly unknown[], rule: MatcherRule): Matcher {
  return Object.freeze({ [BRAND]: MATCHER, name, args: Object.freeze([...args]), rule } as const)
}

/**
 * A matcher or a schema in the place of conditions by name: each has one of these members.
 *
 * It is a class with a private member, since an editor then completes `{ | }` with the names alone.
 */
export declare class WholeCondition {
  private constructor()
  private readonly hidden?: never
  readonly [BRAND]?: Matcher[typeof BRAND]
  readonly '~standard'?: StandardSchema['~standard']
  readonly asymmetricMatch?: AsymmetricMatcher['asymmetricMatch']
}
