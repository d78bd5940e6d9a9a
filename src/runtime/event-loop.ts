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

let answers = 0

/**
 * Whether timers and sockets are to have their turn, as they are now and then: a loop that awaits one mocked answer
 * after the other would run in microtasks alone, and a test's deadline would never come.
 */
export function isTurnDue(): boolean {
  answers++
  return answers % 32 === 0
}
