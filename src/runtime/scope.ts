/** Holds a value for all work that a function starts. */
export interface Scope<Value> {
  /** Whether the value also reaches work that starts later, after an `await` or a timer. */
  readonly isLasting: boolean
  run<Result>(value: Value, fn: () => Result): Result
  current(): Value | undefined
}
