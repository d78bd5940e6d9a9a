import type { MynahError } from '../../core/errors.ts'
import type { Stub } from '../../core/stub/stub.ts'

/** At most so many failures are kept: an application that retries for hours must not fill the memory. */
export const MOST_FAILURES = 1000

/** Tells a runner of failures, if no hook of the mocks will. */
export interface FailureTeller {
  /** A request is expected, which may not come. */
  watch(): void
  /** An error was kept. Returns the undo if the running test has failed with the error. */
  fail(error: unknown): (() => void) | undefined
}

/** The errors that a test has to fail with: what went wrong, and the expectations that have not come. */
export class Failures {
  #errors: unknown[] = []
  readonly #expected = new Set<Stub>()
  /** The errors and expectations that `verify` has thrown, or with which a test has failed. */
  readonly #told = new Set<unknown>()
  #teller: FailureTeller | undefined
  /** What takes back the errors with which a test has failed. */
  #undos: (() => void)[] = []
  readonly #errorsOf: (expected: readonly Stub[]) => MynahError[]

  /** `errorsOf` returns the error of the expectations that have not come; an empty list if all have come. */
  constructor(errorsOf: (expected: readonly Stub[]) => MynahError[]) {
    this.#errorsOf = errorsOf
  }

  /** Keeps an error to fail the test with, also when the application swallows it. Of very many errors it keeps the first. */
  add(error: unknown): void {
    if (this.#errors.length >= MOST_FAILURES) return
    this.#errors.push(error)
    const undo = this.#teller?.fail(error)
    if (!undo) return
    this.#told.add(error)
    this.#undos.push(undo)
  }

  tellBy(teller: FailureTeller): void {
    this.#teller = teller
  }

  /** Expects requests that these stubs answer. Returns the undo, after which the requests need not come. */
  expect(stubs: readonly Stub[]): () => void {
    for (const stub of stubs) this.#expected.add(stub)
    this.#teller?.watch()
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
    this.#takeBack()
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
    this.#takeBack()
    this.#errors = []
    this.#expected.clear()
    this.#told.clear()
  }

  /** Stops waiting for expectations: one that has not come by now is an error from here on. */
  settle(): void {
    const unmet = this.#errorsOf([...this.#expected])
    this.#expected.clear()
    for (const error of unmet) this.add(error)
  }

  #takeBack(): void {
    for (const undo of this.#undos) undo()
    this.#undos = []
  }
}
