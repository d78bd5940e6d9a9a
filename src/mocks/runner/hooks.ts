import { afterJestFile, isInJestDescribe, isJestBefore, isJestRunning } from './jest.ts'
import { failMochaTest, isMochaBefore } from './mocha.ts'
import { afterVitestFile, isInVitestDescribe, isVitestBefore, isVitestRunning, whenFinished } from './vitest.ts'

/** The actions of mocks in a test runner's hooks. */
export interface RunnerHooks {
  beforeEach(): void
  /** Returns the error that the test has to fail with up to now, and forgets that error. */
  afterTest(): Promise<unknown>
  afterEach(): Promise<void>
  /** Returns the error of the failures if nobody was told of one of them, and forgets them. */
  takeUntold(): unknown
  /** Throws what `takeUntold` returns. */
  afterFile(): Promise<void>
  afterAll(): void
}

/** What `registerHooks` has registered. */
export interface Registration {
  /** Whether the runner will call the mocks at the end of the file, or earlier. */
  readonly isTold: boolean
  /** Whether the hooks are registered, and none has run yet. */
  isCollecting(): boolean
}

type HookName = 'beforeAll' | 'before' | 'beforeEach' | 'afterEach' | 'afterAll' | 'after'
type Hook = (callback: (this: unknown) => unknown) => void

/**
 * Registers the hooks with a runner whose hooks are global (Jest, Vitest with globals, Mocha) while a file is being
 * collected. Elsewhere it registers the end of the file at most.
 */
export function registerHooks(hooks: RunnerHooks): Registration {
  const { beforeAll, before, beforeEach, afterEach, afterAll, after } = globalThis as { [Name in HookName]?: Hook }
  const first = beforeAll ?? before
  const last = afterAll ?? after
  let hasRun = !first
  let isFinished = false
  try {
    if (!beforeEach || !afterEach || !last) {
      const afterFile = () => hooks.afterFile()
      return { isTold: afterJestFile(afterFile) || afterVitestFile(afterFile), isCollecting: () => false }
    }
    if (isJestRunning() || isVitestRunning()) return { isTold: false, isCollecting: () => false }
    first?.(() => {
      hasRun = true
    })
    beforeEach(function () {
      hasRun = true
      hooks.beforeEach()
      failMochaTest(this, hooks.afterTest)
      // biome-ignore lint/complexity/noArguments: with a parameter Jest and Mocha would wait for its call, and Vitest refuses it beside fixtures
      isFinished = whenFinished(arguments[0], () => hooks.afterEach())
    })
    afterEach(() => (isFinished ? undefined : hooks.afterEach()))
    last(() => hooks.afterAll())
  } catch {
    // Older versions of Vitest refuse hooks while a test runs.
    return { isTold: false, isCollecting: () => false }
  }
  // Jest starts concurrent tests before its hooks.
  return { isTold: true, isCollecting: () => !hasRun && !isJestRunning() }
}

/** Whether the body of a `describe` runs, in Jest or Vitest. */
export function isInDescribe(): boolean {
  return isInJestDescribe() || isInVitestDescribe()
}

/**
 * Whether a runner calls a function as a hook that runs before tests. `self` and `context` are what the function is called
 * with. Only a sure sign counts: the same function in an `afterEach` is right.
 */
export function isBeforeHook(fn: unknown, self: unknown, context: unknown): boolean {
  return isMochaBefore(self) || isVitestBefore(context) || isJestBefore(fn)
}
