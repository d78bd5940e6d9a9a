/** Registers a function with a runner, which calls it with a context of its own. */
export type Hook = (callback: (this: unknown) => unknown) => void

/** The hooks of a runner, for the file or the `describe` that is being collected. */
export interface Hooks {
  readonly beforeAll?: Hook | undefined
  readonly beforeEach: Hook
  /** node:test needs none: there a test ends in the `after` of its context. */
  readonly afterEach?: Hook | undefined
  readonly afterAll: Hook
}

/** A test that a runner knows. */
export interface KnownTest {
  readonly file: string | undefined
  /** `false` for a test that was skipped or filtered, is a todo, or has not run yet. */
  readonly hasRun: boolean
}

/**
 * Looks at the tests of a file, or of several files. Returns the error that the file has to fail with, or `'later'` if the
 * answer depends on tests that have not run yet.
 */
export type FileCheck = (tests: readonly KnownTest[]) => Error | 'later' | undefined
