import { whenProcessEnds } from '#platform'
import type { Stub } from '../../core/stub/stub.ts'
import type { RunnerHooks } from './test-hooks.ts'

/** Registers a function with a runner, which calls it with a context of its own. */
export type Hook = (callback: (this: unknown) => unknown) => void

/** The hooks of a runner, for the file or the `describe` that is being collected. */
export interface Hooks {
  readonly beforeEach: Hook
  readonly afterEach: Hook
  readonly afterAll: Hook
}

/** A test that a runner knows. */
export interface KnownTest {
  readonly file: string | undefined
  /** `undefined` for a test that was skipped or filtered, is a todo, or has not run yet. */
  readonly outcome: 'passed' | 'failed' | undefined
}

/** Returns the error that the file of these tests has to fail with, or `'later'` if that depends on tests that have not run yet. */
export type FileCheck = (tests: readonly KnownTest[]) => Error | 'later' | undefined

/** What mynah asks of a test runner. A member is missing where the runner has no way, or needs none. */
export interface Runner {
  /** The hook that starts mocks. */
  readonly startHook: 'beforeAll' | 'before'
  /** Fails the file with the error of a check, after its tests. Returns whether this runner runs the process. */
  atEnd(check: FileCheck): boolean
  /** Whether tests run: a hook would come too late. */
  isRunning?(): boolean
  /** The hooks of the file or the `describe` that is being collected, although they are not global. */
  hooks?(): Hooks | undefined
  /** Whether the runner calls a function, with `self` and `context`, as a hook that runs before tests. */
  isBefore?(fn: unknown, self: unknown, context: unknown): boolean
  /** Whether the running test's function has returned, or all tests of a suite, in a runner that calls what hooks return. */
  isCleanup?(): boolean | 'perhaps'
  /** Calls a function when the test of a context is over. Returns whether it will. */
  whenFinished?(context: unknown, callback: () => unknown): boolean
  /** The errors, or the runner's copies of them, that the running test, whose context this is, has failed with up to now. */
  errorsOf?(context: unknown): readonly unknown[] | undefined
  /** Looks for failures after the running test, or after all tests, and fails with them. Returns whether it will. */
  afterTest?(look: Pick<RunnerHooks, 'takeUnreported' | 'afterFile'>): boolean
  /** Whether whoever looks at the tests sees each failure at once, so that the end of the mocks throws none. */
  showsFailures?(): boolean
  /** Calls a function between two tests that have no hooks. Returns the undo. */
  betweenTests?(callback: () => void): () => void
  /** Is called with the overrides in force before others are added to them. */
  overriding?(mocks: object, overrides: readonly Stub[], added: readonly Stub[]): void
}

/** Returns the outcome of a test by the name of its state. */
export function outcomeOf(state: string | undefined): KnownTest['outcome'] {
  if (state === 'passed' || state === 'pass') return 'passed'
  return state === 'failed' || state === 'fail' ? 'failed' : undefined
}

/** Fails the process with the error of a check, for a runner without a hook at the end of its files. */
export function atProcessEnd(check: FileCheck, tests: () => readonly KnownTest[]): void {
  whenProcessEnds(() => {
    const error = check(tests())
    return error instanceof Error ? error.stack : undefined
  })
}
