/** The clock in milliseconds, and its origin, taken at import: a test runner's fake clock stands still. */
export const now: () => number = performance.now.bind(performance)
export const { timeOrigin } = performance

/** The longest time of a timer, in milliseconds (HTML Standard, timers). A longer one never ends. */
const LONGEST_DELAY = 2 ** 31 - 1

/**
 * Calls a function after so many milliseconds, and returns the undo. `setTimeout` is looked up at each call, so a test
 * runner's fake timers apply.
 */
export function startTimer(ms: number, then: () => void): () => void {
  if (ms > LONGEST_DELAY) return () => {}
  const timer = setTimeout(then, ms)
  return () => clearTimeout(timer)
}

const { setTimeout: startReal, clearTimeout: endReal } = globalThis

/**
 * Keeps the process open, as a connection that waits for a server does. Returns the undo. Runners with global functions keep it
 * open themselves while a test runs, and some wait at their end for whatever else does so.
 */
export function keepOpen(): () => void {
  if ('describe' in globalThis) return () => {}
  const timer = startReal(() => {}, LONGEST_DELAY)
  return () => endReal(timer)
}
