import { createScope, isLasting, type Scope } from '#platform'
import type { Table } from '../../core/choose/table.ts'
import { MynahError } from '../../core/errors.ts'
import { assertArgument } from '../../core/refusal.ts'
import { nextTask } from '../../runtime/event-loop.ts'
import { withCause } from './failure-error.ts'
import type { Listeners } from './listeners.ts'
import { Session } from './session.ts'
import { testFailure } from './test-failure.ts'

/** The sessions of one mocks object: the main one, and one for each running `isolate`. */
export class Sessions {
  readonly main: Session
  readonly #isolated = new Set<Session>()
  readonly #scope: Scope<Session> = createScope()
  readonly #open: (isIsolated?: boolean) => Session
  /** Whether a test has ended and nothing has happened since. */
  #isTestOver = false

  constructor(table: Table, listeners: Listeners) {
    this.#open = (isIsolated) => new Session(table, listeners, isIsolated)
    this.main = this.#open()
  }

  /**
   * The session of the code that runs. It still has the calls of a test that has just ended. What an `isolate` does after its
   * end belongs to the main session: nobody looks at its own any more.
   */
  get current(): Session {
    const isolated = this.#scope.getStore()
    return isolated && this.#isolated.has(isolated) ? isolated : this.main
  }

  /**
   * Runs a function with overrides, counts and a journal of its own, and returns its result.
   * @throws {MynahError} `ENVIRONMENT`, in a browser.
   * @throws the error of the function; otherwise the error that `verify()` would throw at its end.
   */
  async isolate<Result>(fn: () => Result): Promise<Awaited<Result>> {
    if (!isLasting) {
      throw new MynahError('ENVIRONMENT', 'isolate() needs Node: a browser cannot tell which test a request belongs to')
    }
    assertArgument(typeof fn === 'function', 'mocks.isolate', fn, 'a function')
    const session = this.#open(true)
    this.#isolated.add(session)
    try {
      const value = await this.#scope.run(session, async () => fn())
      // Requests that were sent but not awaited arrive by then.
      await nextTask()
      const error = testFailure(session, [])
      if (error !== undefined) throw error
      return value
    } catch (error) {
      throw withCause(error, testFailure(session, [error]))
    } finally {
      this.#isolated.delete(session)
      session.end()
      session.reset()
    }
  }

  /** Clears the state of the last test, if one has ended. */
  beginTest(): void {
    if (!this.#isTestOver) return
    this.#isTestOver = false
    this.main.reset()
    this.main.unusedBefore = []
  }

  /**
   * Ends a test, and returns the error that it has to fail with (`testFailure`). The journal is cleared later: Jest and Mocha run the
   * test file's own `afterEach` after ours, and it may still read the calls.
   */
  endTest(thrown: readonly unknown[] = [], isShared = false): unknown {
    const error = testFailure(this.main, thrown, isShared)
    this.main.end()
    this.#isTestOver = true
    return error
  }

  /** Ends all sessions, and returns the error of the main one, whose calls can be read until the next test begins. */
  endAll(): unknown {
    for (const session of this.#isolated) {
      session.end()
      session.layers.clear()
    }
    return this.endTest()
  }
}
