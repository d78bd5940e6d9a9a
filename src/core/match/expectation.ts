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
