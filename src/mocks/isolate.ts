import { MynahError } from '../core/errors.ts'
import { assertArgument } from '../core/refusal.ts'
import { nextTask } from '../runtime/event-loop.ts'
import { failureOf, withCause } from './session/failure-error.ts'
import type { Sessions } from './session/sessions.ts'

/**
 * Runs a function with overrides, counts and a journal of its own, and returns its result.
 * @throws {MynahError} `ENVIRONMENT`, in a browser.
 * @throws the error of the function; otherwise the error that `verify()` would throw at its end.
 */
export async function isolate<Result>(sessions: Sessions, fn: () => Result): Promise<Awaited<Result>> {
  if (!sessions.canIsolate) {
    throw new MynahError('ENVIRONMENT', 'isolate() needs Node: a browser cannot tell which test a request belongs to')
  }
  assertArgument(typeof fn === 'function', 'mocks.isolate', fn, 'a function')
  const { session, result } = sessions.runIsolated(async () => fn())
  try {
    const value = await finished(result).catch((error: unknown) => {
      throw withCause(error, failureOf(session.failures.take()))
    })
    const error = failureOf(session.failures.take())
    if (error !== undefined) throw error
    return value
  } finally {
    sessions.endIsolated(session)
  }
}

/** Waits for a result, and for the requests that were sent but not awaited: they arrive by the next task. */
async function finished<Value>(result: Promise<Value>): Promise<Value> {
  const value = await result
  await nextTask()
  return value
}
