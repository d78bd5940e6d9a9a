import { nextTask } from '../../runtime/event-loop.ts'
import { failureOf } from '../session/failure-error.ts'
import type { Sessions } from '../session/sessions.ts'
import type { RunnerHooks } from './hooks.ts'

/** Returns the actions of mocks around each test: clear the state, fail a test with its failures, end. */
export function testHooks(sessions: Sessions, stop: () => void): RunnerHooks {
  let running = 0
  const takeUntold = () => {
    const { failures } = sessions.main
    // What `verify` has thrown is left to `stop`, which throws all of them.
    return failures.untold.length > 0 ? failureOf(failures.take()) : undefined
  }
  return {
    takeUntold,
    beforeEach() {
      running++
      sessions.beginTest()
    },
    async afterTest() {
      await nextTask()
      return failureOf(sessions.main.failures.take())
    },
    async afterEach() {
      // Not below zero: a test whose own set-up failed may never have reached our `beforeEach`.
      running = Math.max(0, running - 1)
      // Concurrent tests share everything outside of `isolate`: the last of them clears it.
      if (running > 0) return
      await nextTask()
      const error = sessions.endTest()
      if (error !== undefined) throw error
    },
    async afterFile() {
      await nextTask()
      const error = takeUntold()
      if (error !== undefined) throw error
    },
    afterAll: stop,
  }
}
