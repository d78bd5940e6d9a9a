import type { Har, HarEntry } from './har-format.ts'

/** The version of mynah, which an archive names as its creator. A test compares it with package.json. */
export const VERSION = '0.1.0'

/** Makes an archive of entries. */
export function writeArchive(entries: HarEntry[]): Har {
  return { log: { version: '1.2', creator: { name: 'mynah', version: VERSION }, entries } }
}
