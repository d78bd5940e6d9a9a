import type { MynahError } from '../../core/errors.ts'
import type { Base } from '../../core/path/base.ts'
import type { Stub } from '../../core/stub/stub.ts'
import type { CallEntry } from './journal.ts'

/** At most so many failures are kept: an application that retries for hours must not fill the memory. */
export const MOST_FAILURES = 1000

/** An error, or a stub whose request has to come. */
export interface Failure {
  readonly error?: unknown
  readonly expected?: Stub
  /** Whether `verify` has thrown it. */
  isReported: boolean
}

/** An expectation that is not used up. */
export interface Unmet {
  readonly stub: Stub
  /** How many requests it has taken. */
  readonly uses: number
}

/** Returns the error of expectations that are not used up. */
export type ErrorOfUnmet = (
  unmet: readonly Unmet[],
  entries: readonly CallEntry[],
  base: Base | undefined,
) => MynahError

/** The errors that a test has to fail with: what went wrong, and the expectations that have not come. */
export class Failures {
  #all: Failure[] = []
  /** Called with what may fail a test. */
  #watch: (added: readonly Failure[]) => void = () => {}
  readonly #errorsOf: (expected: readonly Stub[]) => MynahError[]

  /** `errorsOf` returns the error of the expectations that have not come; an empty list if all have come. */
  constructor(errorsOf: (expected: readonly Stub[]) => MynahError[]) {
    this.#errorsOf = errorsOf
  }

  /** Keeps an error to fail the test with, also when the application swallows it. Of very many errors it keeps the first. */
  add(error: unknown): void {
    if (this.#all.length < MOST_FAILURES) this.#keep([{ error, isReported: false }])
  }

  /** Expects requests that these stubs answer. Returns the undo, after which the requests need not come. */
  expect(stubs: readonly Stub[]): () => void {
    const added = stubs.map((expected) => ({ expected, isReported: false }))
    this.#keep(added)
    return () => this.#drop(added)
  }

  /** Calls a function with each error, and with expected requests, which may not come. */
  watchBy(watch: (added: readonly Failure[]) => void): void {
    this.#watch = watch
  }

  get errors(): readonly unknown[] {
    return this.#errorsIn(this.#all)
  }

  /** Returns the errors that have not been reported: all of them, or those of `added`. */
  unreportedErrors(added: readonly Failure[] = this.#all): readonly unknown[] {
    return this.#errorsIn(this.#all.filter((failure) => added.includes(failure) && !failure.isReported))
  }

  /** Returns all errors, and marks them as reported. */
  markReported(): readonly unknown[] {
    for (const failure of this.#all) failure.isReported = true
    return this.errors
  }

  /** Removes all errors, or those of `added`, and returns them. */
  remove(added: readonly Failure[] = this.#all): readonly unknown[] {
    const errors = this.#errorsIn(this.#all.filter((failure) => added.includes(failure)))
    this.#drop(added)
    return errors
  }

  forget(): void {
    this.#all = []
  }

  /** Stops waiting for expectations: one that has not come by now is an error from here on. */
  endExpectations(): void {
    const late = this.#expectedErrors(this.#all).map((error) => ({ error, isReported: false }))
    this.#all = [...this.#all.filter(({ expected }) => !expected), ...late]
  }

  #keep(added: readonly Failure[]): void {
    this.#all.push(...added)
    this.#watch(added)
  }

  #drop(failures: readonly Failure[]): void {
    this.#all = this.#all.filter((failure) => !failures.includes(failure))
  }

  #errorsIn(failures: readonly Failure[]): readonly unknown[] {
    const errors = failures.filter(({ expected }) => !expected).map(({ error }) => error)
    return [...errors, ...this.#expectedErrors(failures)]
  }

  #expectedErrors(failures: readonly Failure[]): MynahError[] {
    return this.#errorsOf(failures.flatMap(({ expected }) => expected ?? []))
  }
}
