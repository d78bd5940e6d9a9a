/** Taken at import: a runner's fake timers, installed later, would never give a turn. */
const setTurn: (callback: () => void) => unknown =
  typeof setImmediate === 'function' ? setImmediate : (callback) => setTimeout(callback, 0)

/** Resolves in the event loop's next turn, after timers and sockets have had theirs. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTurn(() => resolve()))
}
