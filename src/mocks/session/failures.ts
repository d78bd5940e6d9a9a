import type { MynahError } from '../../core/errors.ts'
import type { Stub } from '../../core/stub/stub.ts'

/** At most so many failures are kept: an application that retries for hours must not fill the memory. */
export const MOST_FAILURES = 1000

/** The errors that a test has to fail with: what went wrong, and the expectations that have not come. */
export class Failures {
  #errors: unknown[] = []
  readonly #expected = new Set<Stub>()
  /** The errors and expectations that `verify` has thrown. */
  readonly #told = new Set<unknown>()
  /** Called when there is an error, or may be one later. */
  #watch = () => {}
  readonly #errorsOf: (expected: readonly Stub[]) => MynahError[]

  /** `errorsOf` returns the error of the expectations that have not come; an empty list if all have come. */
  constructor(errorsOf: (expected: readonly Stub[]) => MynahError[]) {
    this.#errorsOf = errorsOf
  }

  /** Keeps an error to fail the test with, also when the application swallows it. Of very many errors it keeps the first. */
  add(error: unknown): void {
    if (this.#errors.length < MOST_FAILURES) this.#errors.push(error)
    this.#watch()
  }

  /** Calls a function for each error, and when requests are expected, which may not come. */
  watchBy(watch: () => void): void {
    this.#watch = watch
  }

  /** Expects requests that these stubs answer. Returns the undo, after which the requests need not come. */
  expect(stubs: readonly Stub[]): () => void {
    for (const stub of stubs) this.#expected.add(stub)
    this.#watch()
    return () => {
      for (const stub of stubs) this.#expected.delete(stub)
    }
  }

  get all(): readonly unknown[] {
    return [...this.#errors, ...this.#errorsOf([...this.#expected])]
  }

  /** The errors that nobody was told of. */
  get untold(): readonly unknown[] {
    const isUntold = (one: unknown) => !this.#told.has(one)
    return [...this.#errors.filter(isUntold), ...this.#errorsOf([...this.#expected].filter(isUntold))]
  }

  /** Returns all errors. They count as told. */
  tell(): readonly unknown[] {
    const { all } = this
    for (const one of [...this.#errors, ...this.#expected]) this.#told.add(one)
    return all
  }

  /** Returns all errors, and forgets them. */
  take(): readonly unknown[] {
    const { all } = this
    this.forget()
    return all
  }

  forget(): void {
    this.#errors = []
    this.#expected.clear()
    this.#told.clear()
  }

  /** Stops waiting for expectations: one that has not come by now is an error from here on. */
  settle(): void {
    this.#errors = [...this.all]
    this.#expected.clear()
  }
}
