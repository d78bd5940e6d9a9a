import type { RunnerHooks } from './hooks.ts'
import { afterJestTest } from './jest.ts'
import { afterMochaRun } from './mocha.ts'
import { afterNodeTest } from './node-test.ts'
import { afterVitestTest } from './vitest.ts'

/**
 * Returns a function to call when there may be a failure, for a runner with which no hook could be registered: the mocks were
 * set up before the runner's hooks exist, or within a test. The runner then looks for failures after the running test; Mocha
 * after all tests.
 */
export function watchUnhooked({ takeUntold, afterFile }: RunnerHooks): () => void {
  let isWaiting = false
  const look = () => {
    isWaiting = false
    return afterFile()
  }
  const lookNow = () => {
    isWaiting = false
    return takeUntold()
  }
  const watch = () => {
    // A request belongs to the test of node:test in whose async scope it was sent.
    if (isWaiting || afterNodeTest(look)) return
    isWaiting = afterJestTest(lookNow) || afterVitestTest(look) || afterMochaRun(look)
  }
  // Vitest calls the newest first: what the test itself does at its end, such as to stop the mocks, comes before.
  watch()
  return watch
}
