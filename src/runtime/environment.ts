/**
 * Whether this is a real browser's page. jsdom and happy-dom have a document too, but run in Node: they load nothing
 * of themselves, and their console is the test run's.
 */
export function isBrowser(): boolean {
  return typeof document === 'object' && !(typeof process === 'object' && process.versions?.node !== undefined)
}
