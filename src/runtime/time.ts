/** The clock, in milliseconds, and what it counts from, as they were at import: a runner's fake one stands still. */
export const now: () => number = performance.now.bind(performance)
export const { timeOrigin } = performance

/** What a timer can hold, in milliseconds (HTML Standard, timers); a longer time has no end. */
const LONGEST = 2 ** 31 - 1

/**
 * Calls a function once so many milliseconds have passed; gives the undo. The timers are looked up at each call, so that a
 * runner's fake ones decide.
 */
export function startTimer(ms: number, then: () => void): () => void {
  if (ms > LONGEST) return () => {}
  const timer = setTimeout(then, ms)
  return () => clearTimeout(timer)
}
