/** Taken at import: a runner's fake timers, installed later, would never give a turn. */
const later: (callback: () => void) => unknown = typeof setImmediate === 'function' ? setImmediate : setTimeout

/** Resolves in the event loop's next turn, after timers and sockets have had theirs. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    later(resolve)
  })
}
