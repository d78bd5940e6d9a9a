import type { Ending } from './ending.ts'

/** Waits for a promise until one of the signals is aborted; then rejects with that signal's own reason. */
export function whileWanted<Value>(
  promise: Promise<Value>,
  ...endings: readonly (Ending | undefined)[]
): Promise<Value> {
  const signals = endings.filter((ending) => ending !== undefined)
  const aborted = signals.find((signal) => signal.aborted)
  if (aborted) {
    // Nobody listens to it any more: a rejection must not end the process.
    promise.catch(() => {})
    return Promise.reject(aborted.reason)
  }
  return new Promise<Value>((resolve, reject) => {
    const listeners = signals.map((signal) => {
      const listener = () => finish(() => reject(signal.reason))
      signal.addEventListener('abort', listener)
      return () => signal.removeEventListener('abort', listener)
    })
    const finish = (settle: () => void) => {
      for (const remove of listeners) remove()
      settle()
    }
    promise.then(
      (value) => finish(() => resolve(value)),
      (error: unknown) => finish(() => reject(error)),
    )
  })
}
