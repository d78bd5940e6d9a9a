/** Taken at import: fake timers that a runner installs later would never call back. */
const later: (callback: () => void) => unknown = typeof setImmediate === 'function' ? setImmediate : setTimeout

/**
 * Resolves in a later task, after timers and sockets have run: by then a request that nobody awaits has reached the
 * interception.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    later(resolve)
  })
}

let answers = 0

/**
 * Whether this answer has to yield to timers and sockets, as each 32nd does: a loop that awaits one mocked answer after
 * another would run in microtasks alone, and a test's time-out would never fire.
 */
export function isYieldDue(): boolean {
  answers++
  return answers % 32 === 0
}
