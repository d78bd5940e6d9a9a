import { onTestFinished } from 'vitest'
import { type Mocks, type MocksOptions, type Stub, setupMocks } from '../../src/entries/index.ts'

/** Starts mocks that end with the test, and that fail the test if a request failed that the test does not expect to fail. */
export function start(routes: readonly Stub[], options?: MocksOptions): Mocks {
  const mocks = setupMocks(routes, options)
  mocks.start()
  onTestFinished(() => mocks.stop())
  return mocks
}

/** Starts mocks that end with the test, whatever has failed in it. */
export function startForgiving(routes: readonly Stub[], options?: MocksOptions): Mocks {
  const mocks = setupMocks(routes, options)
  mocks.start()
  onTestFinished(() => {
    mocks.reset({ failures: true })
    mocks.stop()
  })
  return mocks
}

/** Returns the error that a function throws. */
export function thrownBy(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

/** Returns the error that a promise rejects with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  const result = await promise.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  if (result) return result.error
  throw new Error('it did not reject')
}

/** The message of an error, the numbers of the lines in its places left out. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/(\.[jt]s):\d+/g, '$1')
}

export interface Deferred<Value> {
  readonly promise: Promise<Value>
  resolve(value: Value): void
}

/** A promise that somebody else resolves. */
export function deferred<Value = void>(): Deferred<Value> {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
