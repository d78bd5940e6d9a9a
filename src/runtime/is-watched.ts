import { isBrowser } from './environment.ts'

/** Whether a person may look at a page's console. In Vitest's browser mode it is printed among the results instead. */
export function isWatched(): boolean {
  return isBrowser() && !('__vitest_browser__' in globalThis)
}
