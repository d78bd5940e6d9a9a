import { afterFile, isJestRunning } from './runner-state.ts'
import { withCause } from './session/failure-error.ts'

/** The actions of mocks in a test runner's hooks. */
export interface RunnerHooks {
  beforeEach(): void
  /** Returns the error that the test has to fail with up to now, and forgets that error. */
  afterTest(): Promise<unknown>
  afterEach(): Promise<void>
  /** Throws the failures if nobody was told of one of them, and forgets them. */
  afterFile(): Promise<void>
  afterAll(): void
}

type HookName = 'beforeAll' | 'before' | 'beforeEach' | 'afterEach' | 'afterAll' | 'after'
type Hook = (callback: (this: MochaContext | undefined) => unknown) => void

interface MochaContext {
  readonly currentTest?: MochaTest
}

/** A test of Mocha. When `async` is set, its function takes a callback. */
interface MochaTest {
  fn: ((this: unknown, done: (error?: unknown) => void) => unknown) | undefined
  readonly async: boolean | number
}

/** The context that Vitest passes to hooks. */
interface VitestContext {
  onTestFinished(callback: () => unknown): void
}

/**
 * Registers the hooks with a runner whose hooks are global (Jest, Vitest with globals, Mocha) while a file is being
 * collected. Elsewhere it registers the end of the file at most. Returns whether the hooks are registered, and none has run yet.
 */
export function registerHooks(hooks: RunnerHooks): () => boolean {
  const { beforeAll, before, beforeEach, afterEach, afterAll, after } = globalThis as { [Name in HookName]?: Hook }
  const first = beforeAll ?? before
  const last = afterAll ?? after
  let hasRun = !first
  let isFinished = false
  try {
    if (!beforeEach || !afterEach || !last) {
      afterFile(() => hooks.afterFile())
      return () => false
    }
    if (isJestRunning()) return () => false
    first?.(() => {
      hasRun = true
    })
    beforeEach(function () {
      hasRun = true
      hooks.beforeEach()
      failMochaTest(this, hooks)
      // biome-ignore lint/complexity/noArguments: with a parameter Jest and Mocha would wait for its call, and Vitest refuses it beside fixtures
      isFinished = whenFinished(arguments[0], () => hooks.afterEach())
    })
    afterEach(() => (isFinished ? undefined : hooks.afterEach()))
    last(() => hooks.afterAll())
  } catch {
    // Vitest refuses hooks outside of collection. The function that ends the mocks then reports the failures.
    hasRun = true
  }
  // Jest starts concurrent tests before its hooks.
  return () => !hasRun && !isJestRunning()
}

/**
 * Asks Vitest to call a function when a test is over, and returns whether it will. Vitest skips the remaining hooks when
 * an `afterEach` throws: the state that they should have cleaned up would reach the next test.
 */
export function whenFinished(context: unknown, callback: () => unknown): boolean {
  const tell = (context as Partial<VitestContext> | null | undefined)?.onTestFinished
  tell?.(callback)
  return tell !== undefined
}

/**
 * Makes the Mocha test of a `beforeEach` throw the failure itself: an error in a Mocha hook would skip the rest of the suite.
 * Does nothing for the context of another runner.
 */
export function failMochaTest(context: unknown, { afterTest }: RunnerHooks): void {
  const test = (context as Partial<MochaContext> | null | undefined)?.currentTest
  const fn = test?.fn
  if (!fn) return
  const failure = async (own: unknown) => withCause(own, await afterTest())
  // A retry copies the test, and must get the original function.
  const run = (context: unknown, done: (error?: unknown) => void) => {
    test.fn = fn
    return fn.call(context, done)
  }
  test.fn = test.async
    ? function (done) {
        return run(this, async (own) => done(await failure(own)))
      }
    : async function (done) {
        let own: unknown
        try {
          await run(this, done)
        } catch (error) {
          own = error ?? new Error(`The test threw ${error}`)
        }
        const error = await failure(own)
        if (error !== undefined) throw error
      }
}
