import { withCause } from './session/failure-error.ts'

/** The actions of mocks in a test runner's hooks. */
export interface RunnerHooks {
  beforeEach(): void
  /** Returns the error that the test has to fail with up to now, and forgets that error. */
  afterTest(): Promise<unknown>
  afterEach(): Promise<void>
  afterAll(): void
}

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

/** The part of Jest's state that is read. Jest keeps it on the global object, under a symbol with this description. */
interface JestState {
  readonly hasStarted?: boolean
}

/**
 * Registers the hooks with a runner whose hooks are global (Jest, Vitest with globals, Mocha) while a file is being
 * collected. Does nothing anywhere else.
 */
export function registerHooks(hooks: RunnerHooks): void {
  const { beforeEach, afterEach, afterAll, after } = globalThis as {
    [Name in 'beforeEach' | 'afterEach' | 'afterAll' | 'after']?: Hook
  }
  const last = afterAll ?? after
  if (!beforeEach || !afterEach || !last || isRunning()) return
  let isFinished = false
  try {
    beforeEach(function () {
      hooks.beforeEach()
      failMochaTest(this, hooks)
      // biome-ignore lint/complexity/noArguments: with a parameter Jest and Mocha would wait for its call, and Vitest refuses it beside fixtures
      isFinished = whenFinished(arguments[0], () => hooks.afterEach())
    })
    afterEach(() => (isFinished ? undefined : hooks.afterEach()))
    last(() => hooks.afterAll())
  } catch {
    // Vitest refuses hooks outside of collection. The function that ends the mocks then reports the failures.
  }
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

/** Whether Jest is already running tests. It does not throw when a hook comes too late, but fails the test or the file. */
function isRunning(): boolean {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === 'JEST_STATE_SYMBOL')
  const state = symbol && (globalThis as { [key: symbol]: JestState | undefined })[symbol]
  return state?.hasStarted ?? false
}
