import { runInThisContext } from 'node:vm'
import { replaceAll } from '../patch.ts'

/** The globals that an application that calls fetch uses. Plain jsdom, as in Jest, has none of them. */
const NAMES = ['fetch', 'Headers', 'Request', 'Response', 'ReadableStream', 'TextDecoder', 'TextEncoder']

/**
 * Defines Node's own fetch and its classes as globals in an environment without fetch, while mocks are started: code under
 * test that calls fetch then needs no polyfill. Returns the undo.
 */
export function lendGlobals(): () => void {
  if (typeof globalThis.fetch === 'function') return () => {}
  const lent = NAMES.filter((name) => !(name in globalThis))
  return replaceAll(globalThis, Object.fromEntries(lent.map((name) => [name, runInThisContext(name)])))
}
