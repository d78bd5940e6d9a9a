import { isInJestDescribe, isJestBefore, isJestRunning, jestHooks } from './jest.ts'
import { failMochaTest, isMochaBefore } from './mocha.ts'
import { isNodeTestContext, nodeTestScope, whenNodeTestFinished } from './node-test.ts'
import type { Hook, Hooks } from './runner.ts'
import { isInVitestDescribe, isVitestBefore, isVitestRunning, vitestHooks, whenVitestFinished } from './vitest.ts'

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
  /** Whether the runner calls the mocks around each test from the setup on. */
  readonly isTold: boolean
  /** Whether the hooks are registered, and none has run yet. */
  isCollecting(): boolean
  /** Is called when the mocks start. `context` is what the runner passes to them if they are a hook. */
  started(context?: unknown): void
}

/**
 * Registers the hooks with the runner while a file is being collected. node:test gets them when the mocks start. It calls
 * `afterAll` only if the mocks are a hook themselves: mocks may be set up in another hook, whose end is not the file's.
 */
export function registerHooks(hooks: RunnerHooks): Registration {
  const nodeHooks = nodeTestScope()
  let phase: HookPhase | undefined = register(runnerHooks(), hooks)
  const isTold = phase !== undefined
  let isHook = false
  const ofNode = { ...hooks, afterAll: () => (isHook ? hooks.afterAll() : hooks.afterFile()) }
  return {
    isTold,
    // Jest starts concurrent tests before its hooks.
    isCollecting: () => phase?.hasRun === false && !isJestRunning(),
    started(context) {
      isHook ||= isNodeTestContext(context)
      phase ??= register(nodeHooks(), ofNode)
    },
  }
}

type HookName = 'beforeAll' | 'before' | 'beforeEach' | 'afterEach' | 'afterAll' | 'after'

interface HookPhase {
  hasRun: boolean
}

function register(runner: Hooks | undefined, hooks: RunnerHooks): HookPhase | undefined {
  if (!runner) return undefined
  const phase = { hasRun: !runner.beforeAll }
  let isFinished = false
  try {
    runner.beforeAll?.(() => {
      phase.hasRun = true
    })
    runner.beforeEach(function () {
      phase.hasRun = true
      hooks.beforeEach()
      failMochaTest(this, hooks.afterTest)
      // biome-ignore lint/complexity/noArguments: with a parameter Jest and Mocha would wait for its call, and Vitest refuses it beside fixtures
      isFinished = whenFinished(arguments[0], () => hooks.afterEach())
    })
    runner.afterEach?.(() => (isFinished ? undefined : hooks.afterEach()))
    runner.afterAll(() => hooks.afterAll())
  } catch {
    // Older versions of Vitest refuse hooks while a test runs.
    return undefined
  }
  return phase
}

/** The hooks of the file or `describe` that is being collected. In Jest and Vitest they need not be global. */
function runnerHooks(): Hooks | undefined {
  const { beforeAll, before, beforeEach, afterEach, afterAll, after } = globalThis as { [Name in HookName]?: Hook }
  const last = afterAll ?? after
  if (!beforeEach || !afterEach || !last) return jestHooks() ?? vitestHooks()
  if (isJestRunning() || isVitestRunning()) return undefined
  return { beforeAll: beforeAll ?? before, beforeEach, afterEach, afterAll: last }
}

/**
 * Asks Vitest or node:test to call a function when a test is over, and returns whether it will. Both skip the remaining hooks
 * when an `afterEach` throws: the state that they should have cleaned up would reach the next test.
 */
export function whenFinished(context: unknown, callback: () => unknown): boolean {
  return whenVitestFinished(context, callback) || whenNodeTestFinished(context, callback)
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
