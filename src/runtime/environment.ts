import { isVitestPage } from './hosts/vitest.ts'

/** The special cases of runtimes and pages. */

/** Whether this is Node, or a runtime that stands in for it. */
export function isNode(): boolean {
  return typeof process === 'object' && process.versions?.node !== undefined
}

/**
 * Whether this is a real browser's page. jsdom and happy-dom also have a document, but run in Node: they load no assets
 * themselves, and their console is the test run's.
 */
export function isBrowser(): boolean {
  return typeof document === 'object' && !isNode()
}

/** Whether this is Bun, which sends the requests of its own undici by native code. */
export function isBun(): boolean {
  return 'Bun' in globalThis
}

/** Whether this is Deno, which sends a request again that fails on a reused connection. */
export function isDeno(): boolean {
  return 'Deno' in globalThis
}

/** Whether a person may look at a page's console. Vitest's browser mode prints the console among the test results instead. */
export function isWatched(): boolean {
  return isBrowser() && !isVitestPage()
}

/** The major version of undici, which provides Node's fetch; `undefined` in a page, Bun and Deno, which have another fetch. */
export const UNDICI_VERSION = readUndiciVersion()

function readUndiciVersion(): number | undefined {
  if (typeof process !== 'object' || isBun() || isDeno()) return undefined
  const version = process.versions?.undici
  return version === undefined ? undefined : Number.parseInt(version, 10)
}

/** Whether a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
