/** Taken at import: a runner's fake timers, installed later, would never give a turn. */
const later: (callback: () => void) => unknown = typeof setImmediate === 'function' ? setImmediate : setTimeout

/**
 * Resolves in the event loop's next turn, after timers and sockets have had theirs: a request that nobody awaits has
 * then come through to us.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    later(resolve)
  })
}

/** What a timer can hold, in milliseconds (HTML Standard, timers); a longer delay is an endless one. */
export const LONGEST_DELAY: number = 2 ** 31 - 1
