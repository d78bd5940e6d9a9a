/**
 * Whether this is a real browser's page. jsdom and happy-dom have a document too, but run in Node: they load nothing
 * of themselves, and their console is the test run's.
 */
export function isBrowser(): boolean {
  return typeof document === 'object' && !(typeof process === 'object' && process.versions?.node !== undefined)
}

/** Whether this is Storybook's preview: its stories tell of what failed, and an end that throws keeps the next start from coming. */
export function isStorybook(): boolean {
  return '__STORYBOOK_PREVIEW__' in globalThis
}

/** Whether a person may look at a page's console. In Vitest's browser mode it is printed among the results instead. */
export function isWatched(): boolean {
  return isBrowser() && !('__vitest_browser__' in globalThis)
}
