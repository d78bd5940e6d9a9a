/** Holds a value for all work that a function starts. */
export interface Scope<Value> {
  run<Result>(value: Value, fn: () => Result): Result
  getStore(): Value | undefined
}
