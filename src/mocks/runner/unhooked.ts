import type { FailureTeller } from '../session/failures.ts'
import type { RunnerHooks } from './hooks.ts'
import { failJestTest } from './jest.ts'
import { afterMochaRun } from './mocha.ts'
import { afterVitestTest } from './vitest.ts'

/**
 * Returns what tells failures to a runner with which no hook could be registered, since the mocks were set up before the
 * runner's hooks exist, or within a test. Jest fails the running test at once; Vitest and Mocha call `afterFile` later.
 */
export function tellUnhooked({ afterFile }: RunnerHooks): FailureTeller {
  let isWaiting = false
  const look = () => {
    isWaiting = false
    return afterFile()
  }
  const watch = () => {
    if (!isWaiting) isWaiting = afterVitestTest(look) || afterMochaRun(look)
  }
  // Vitest calls the newest first: what the test itself does at its end, such as to stop the mocks, comes before.
  watch()
  return {
    watch,
    fail(error) {
      const undo = failJestTest(error)
      if (!undo) watch()
      return undo
    },
  }
}
