import { nextTask } from '../../runtime/event-loop.ts'
import { failureOf } from '../session/failure-error.ts'
import type { Failure } from '../session/failures.ts'
import type { Sessions } from '../session/sessions.ts'
import { testFailure } from '../session/test-failure.ts'

/** The actions of mocks in a test runner's hooks. */
export interface RunnerHooks {
  beforeEach(): void
  /** Returns the error that the test has to fail with beside `thrown`, what it has thrown itself, and clears it. */
  afterTest(thrown: readonly unknown[]): Promise<unknown>
  /** Throws the error that the test has to fail with beside `thrown`, what it has failed with up to now. */
  afterEach(thrown: readonly unknown[]): Promise<void>
  /** Returns the error of the failures if one of them was not reported yet, and clears them. */
  takeUnreported(): unknown
  /** Throws the error of the failures if one of them was not reported yet. `added`: only these are checked, at once. */
  afterFile(added?: readonly Failure[]): Promise<void>
  /** Ends the mocks. */
  afterAll(): Promise<void>
}

/** Returns the actions of mocks around each test: clear the state, fail a test with its failures, end. */
export function testHooks(sessions: Sessions, stop: () => void): RunnerHooks {
  let running = 0
  /** Whether tests ran at the same time: their overrides are of all of them, and explain the failure of none. */
  let isShared = false
  const { failures } = sessions.main
  // What `verify` has thrown is left to `stop`, which throws all of them.
  const takeUnreported = (added?: readonly Failure[]) =>
    failures.unreportedErrors(added).length > 0 ? failureOf(failures.remove(added)) : undefined
  return {
    takeUnreported: () => takeUnreported(),
    beforeEach() {
      running++
      isShared ||= running > 1
      sessions.beginTest()
    },
    async afterTest(thrown) {
      await nextTask()
      return testFailure(sessions.main, thrown)
    },
    async afterEach(thrown) {
      // Not below zero: a test whose own setup failed may never have reached our `beforeEach`.
      running = Math.max(0, running - 1)
      // Concurrent tests share everything outside of `isolate`: the last of them clears it.
      if (running > 0) return
      await nextTask()
      const error = sessions.endTest(thrown, isShared)
      isShared = false
      if (error !== undefined) throw error
    },
    async afterFile(added) {
      if (!added) await nextTask()
      const error = takeUnreported(added)
      if (error !== undefined) throw error
    },
    async afterAll() {
      await nextTask()
      stop()
    },
  }
}
