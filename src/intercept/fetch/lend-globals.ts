import { runInThisContext } from 'node:vm'

/** What an application that calls fetch may name; plain jsdom, as in Jest, has none of it. */
const NAMES = ['fetch', 'Headers', 'Request', 'Response', 'ReadableStream', 'TextDecoder', 'TextEncoder']

/**
 * Lends an environment that has no fetch Node's own, and what belongs to it, for as long as mocks are started: the
 * code under test asks for it, and a test should need no polyfill. Gives the undo.
 */
export function lendGlobals(): () => void {
  if (typeof globalThis.fetch === 'function') return () => {}
  const lent = NAMES.filter((name) => !(name in globalThis))
  for (const name of lent) {
    Object.defineProperty(globalThis, name, { value: runInThisContext(name), configurable: true, writable: true })
  }
  return () => {
    for (const name of lent) Reflect.deleteProperty(globalThis, name)
  }
}
