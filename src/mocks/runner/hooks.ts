import { afterNodeTest, isNodeTestContext, nodeTestScope, RUNNERS } from '#runners'
import { failureOf } from '../session/failure-error.ts'
import type { Failure } from '../session/failures.ts'
import { addToMochaTest, failMochaTest, nameMochaTest, throwLast } from './mocha.ts'
import type { Hook, Hooks } from './runner.ts'
import type { RunnerHooks } from './test-hooks.ts'

/** What `registerHooks` has registered. */
export interface Registration {
  /** Is called when the mocks start. */
  started(): void
  /**
   * Is called before the mocks start as a hook: `self` and `context` are what the runner calls them with. Returns whether they end
   * with the test of the context.
   */
  calledAsHook(self: unknown, context: unknown): boolean
  /** Is called when there may be a failure, with what was added. */
  failed(added: readonly Failure[]): void
}

/**
 * Registers the hooks with the runner while a file is being collected. node:test gets them when the mocks start. It calls
 * `afterAll` only if the mocks are a hook themselves: mocks may be set up in another hook, whose end is not the file's.
 */
export function registerHooks(hooks: RunnerHooks): Registration {
  const nodeHooks = nodeTestScope()
  let isRegistered = register(runnerHooks(), hooks)
  const failed = isRegistered ? () => {} : watchUnhooked(hooks)
  let isHook = false
  const ofNode = { ...hooks, afterAll: () => (isHook ? hooks.afterAll() : hooks.afterFile()) }
  const started = () => {
    isRegistered ||= register(nodeHooks(started), ofNode)
  }
  return {
    started,
    calledAsHook(self, context) {
      failMochaTest(self, hooks.afterTest)
      const endsWithTest = whenFinished(context, hooks.afterAll)
      isHook ||= isNodeTestContext(context)
      started()
      return endsWithTest
    },
    failed,
  }
}

type HookName = 'beforeEach' | 'afterEach' | 'afterAll' | 'after'

/** Registers the hooks, and returns whether the runner took them. */
function register(runner: Hooks | undefined, hooks: RunnerHooks): boolean {
  if (!runner) return false
  const finishing = new WeakSet<object>()
  const late: unknown[] = []
  try {
    runner.beforeEach(function () {
      hooks.beforeEach()
      failMochaTest(this, hooks.afterTest)
      // biome-ignore lint/complexity/noArguments: with a parameter Jest and Mocha would wait for its call, and Vitest refuses it beside fixtures
      const context: unknown = arguments[0]
      if (whenFinished(context, () => hooks.afterEach(errorsOf(context)))) finishing.add(context as object)
    })
    // A hook of the user's that runs before ours may have thrown: then ours has not run, and there is a state to clean up.
    runner.afterEach(function () {
      // biome-ignore lint/complexity/noArguments: as above
      const context: unknown = arguments[0]
      if (finishing.has(context as object)) return undefined
      return hooks.afterEach(errorsOf(context)).catch((failure) => {
        if (addToMochaTest(this, failure)) return
        // Mocha would skip the rest of the suite, or of the run at its root.
        if (!nameMochaTest(this, failure)) throw failure
        late.push(failure)
      })
    })
    runner.afterAll(async function () {
      await hooks.afterAll().catch((failure) => late.push(failure))
      const error = failureOf(late.splice(0))
      if (error !== undefined) throwLast(this, error)
    })
  } catch {
    // Older versions of Vitest refuse hooks while a test runs.
    return false
  }
  return true
}

/** What the running test has failed with, as far as its runner says. */
function errorsOf(context: unknown): readonly unknown[] {
  return RUNNERS.flatMap((runner) => runner.errorsOf?.(context) ?? [])
}

/** The hooks of the file or `describe` that is being collected. In Jest and Vitest they need not be global. */
function runnerHooks(): Hooks | undefined {
  if (isRunning()) return undefined
  const { beforeEach, afterEach, afterAll, after } = globalThis as { [Name in HookName]?: Hook }
  const last = afterAll ?? after
  if (beforeEach && afterEach && last) return { beforeEach, afterEach, afterAll: last }
  for (const runner of RUNNERS) {
    const hooks = runner.hooks?.()
    if (hooks) return hooks
  }
  return undefined
}

/**
 * Returns a function to call when there may be a failure, for a runner with which no hook could be registered: the mocks were
 * set up before the runner's hooks exist, or within a test. The runner then looks for failures after the running test; Mocha
 * after all tests.
 */
function watchUnhooked({ takeUnreported, afterFile }: RunnerHooks): Registration['failed'] {
  let isWaiting = false
  const look = {
    takeUnreported() {
      isWaiting = false
      return takeUnreported()
    },
    afterFile() {
      isWaiting = false
      return afterFile()
    },
  }
  const watch = (added?: readonly Failure[]) => {
    // node:test knows in which test a request was sent, of several that run at the same time.
    if (isWaiting || afterNodeTest(() => afterFile(added))) return
    isWaiting = RUNNERS.some((runner) => runner.afterTest?.(look))
  }
  // Vitest calls the newest first: what the test itself does at its end, such as to stop the mocks, comes before.
  watch()
  return watch
}

/** Whether a runner is cleaning up after a test. */
export function isCleanup(): boolean | 'perhaps' {
  return RUNNERS.map((runner) => runner.isCleanup?.()).find(Boolean) ?? false
}

const isRunning = () => RUNNERS.some((runner) => runner.isRunning?.())

/**
 * Asks Vitest or node:test to call a function when a test is over, and returns whether it will. Both skip the remaining hooks
 * when an `afterEach` throws: the state that they should have cleaned up would reach the next test.
 */
function whenFinished(context: unknown, callback: () => unknown): boolean {
  return RUNNERS.some((runner) => runner.whenFinished?.(context, callback))
}
