import type { Endings } from './abort.ts'

/** Waits for a promise until one of the endings comes; then rejects with that ending's own reason. */
export function whileWanted<Value>(promise: Promise<Value>, ...endings: Endings): Promise<Value> {
  const known = endings.filter((ending) => ending !== undefined)
  const aborted = known.find((ending) => ending.aborted)
  if (aborted) {
    // Nobody listens to it any more: a rejection must not end the process.
    promise.catch(() => {})
    return Promise.reject(aborted.reason)
  }
  return new Promise<Value>((resolve, reject) => {
    const removers = known.map((ending) => {
      const listener = () => finish(() => reject(ending.reason))
      ending.addEventListener('abort', listener)
      return () => ending.removeEventListener('abort', listener)
    })
    const finish = (settle: () => void) => {
      for (const remove of removers) remove()
      settle()
    }
    promise.then(
      (value) => finish(() => resolve(value)),
      (error: unknown) => finish(() => reject(error)),
    )
  })
}
