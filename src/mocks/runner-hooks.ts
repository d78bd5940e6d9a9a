import { withCause } from './failures.ts'

/** The hooks of a test runner that mocks clean up with. */
export interface RunnerHooks {
  beforeEach(): void
  /** Gives what the test has to fail with so far, and forgets it. */
  afterTest(): Promise<unknown>
  afterEach(): Promise<void>
  afterAll(): void
}

type Hook = (callback: (this: MochaContext | undefined) => unknown) => void

interface MochaContext {
  readonly currentTest?: MochaTest
}

/** A test of Mocha's; with `async` its function takes a callback. */
interface MochaTest {
  fn: ((this: unknown, done: (error?: unknown) => void) => unknown) | undefined
  readonly async: boolean | number
}

/** What Vitest gives to `beforeEach`. */
interface VitestContext {
  onTestFinished(callback: () => unknown): void
}

/** What of Jest's state is looked at; it hangs on the global object under a symbol with this description. */
interface JestState {
  readonly hasStarted?: boolean
}

/**
 * Registers the hooks with a runner whose hooks are global (Jest, Vitest with globals, Mocha), while a file is
 * collected; anywhere else it does nothing.
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
      if (this?.currentTest) failItself(this.currentTest, hooks)
      // biome-ignore lint/complexity/noArguments: with a parameter Jest and Mocha would wait for its call, and Vitest refuses it beside fixtures
      isFinished = whenFinished(arguments[0], () => hooks.afterEach())
    })
    afterEach(() => (isFinished ? undefined : hooks.afterEach()))
    last(() => hooks.afterAll())
  } catch {
    // Vitest refuses hooks outside of collection: then the function that ends the mocks does the same.
  }
}

/**
 * Lets Vitest call a function when a test is over, in any case: where an `afterEach` throws it skips the others, and
 * what was to be cleaned up would be the next test's. Says whether it will.
 */
export function whenFinished(context: unknown, callback: () => unknown): boolean {
  // A function with members.
  const tell = (context as Partial<VitestContext> | null | undefined)?.onTestFinished
  tell?.(callback)
  return tell !== undefined
}

/** Lets a test of Mocha's fail itself: what a hook throws there is a failure of its own, and skips the suite's rest. */
function failItself(test: MochaTest, { afterTest }: RunnerHooks): void {
  const { fn } = test
  if (!fn) return
  const failure = async (own: unknown) => withCause(own, await afterTest())
  // A retry is a copy of the test: it is to have the function itself.
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

/** Jest does not throw when a hook comes too late: it fails the test or the file. So it is asked first. */
function isRunning(): boolean {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === 'JEST_STATE_SYMBOL')
  const state = symbol && (globalThis as { [key: symbol]: JestState | undefined })[symbol]
  return state?.hasStarted ?? false
}
