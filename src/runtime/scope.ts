/** Carries a value along with what a function starts. */
export interface Scope<Value> {
  /** Whether it also reaches what is started later, after an `await` or a timer. */
  readonly isLasting: boolean
  run<Result>(value: Value, fn: () => Result): Result
  current(): Value | undefined
}
