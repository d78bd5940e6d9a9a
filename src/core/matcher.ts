import { isObject } from './type-guards.ts'

const MATCHER = Symbol.for('mynah.matcher')

/** Makes a test of whatever may be expected, in the way of the place where the matcher stands (as text or with types). */
export type Nested = (expected: unknown, options?: CompileOptions) => (received: unknown) => boolean

/** What a matcher function returns: a condition on one value, with the name and the arguments it was written with. */
export interface Matcher {
  readonly [MATCHER]: true
  readonly name: string
  readonly args: readonly unknown[]
  /** Readies the matcher for the place where it stands. */
  prepare(nested: Nested): (received: unknown) => boolean
}

/** Whether a value is a matcher, also one of another copy of mynah. */
export function isMatcher(value: unknown): value is Matcher {
  return isObject(value) && MATCHER in value
}

/** Makes a matcher. */
export function matcher(name: string, args: readonly unknown[], prepare: Matcher['prepare']): Matcher {
  return Object.freeze({ [MATCHER]: true, name, args: Object.freeze([...args]), prepare } as const)
}

export interface CompileOptions {
  /** Whether values arrive as text, as in a query; then primitives are compared as text. */
  readonly text?: boolean
  /** Whether an object may have no keys but those asked for: `equals()`. */
  readonly exact?: boolean
  /** Whether case does not count in keys, as in the names of headers. */
  readonly lowerCase?: boolean
}
