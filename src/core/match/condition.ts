/** An expectation taken apart once, at declaration: what happens to the written one later changes nothing. */
export type Condition =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'pattern'; readonly regexp: RegExp }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Condition])[]; readonly exact: boolean }
  | { readonly kind: 'array'; readonly items: readonly Condition[] }
  | Asked

/** What is not compared but asked. */
export interface Asked {
  readonly kind: 'ask'
  /** As it was written. */
  readonly asked: unknown
  /** Whether it is code of the user's that is asked: it may have effects, or say something else the next time. */
  readonly foreign: boolean
  ask(received: unknown): Opinion
}

/** What somebody else's code says of a value: whether it matches, or what is wrong with it. */
export type Opinion = boolean | readonly Difference[]

/** Where a received value differs from what was asked for. `at` is empty for the whole. */
export interface Difference {
  readonly at: string
  readonly expected: unknown
  readonly received: unknown
  /** What a function, a matcher or a schema threw where it should have answered. */
  readonly error?: unknown
}
