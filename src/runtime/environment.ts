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

/** Whether this is Storybook's preview. It shows failures itself, and a `stop` that throws would keep the next story's mocks from starting. */
export function isStorybook(): boolean {
  return '__STORYBOOK_PREVIEW__' in globalThis
}

/** Whether this is a docs page of Storybook, which may show several stories. The frame of a single story is none. */
export function isDocsPage(): boolean {
  return isStorybook() && new URLSearchParams(globalThis.location?.search).get('viewMode') === 'docs'
}

/** The members of Storybook's preview that are used. Its channel tells what happens to stories. */
interface Preview {
  readonly channel?: Record<'on' | 'off', (event: string, listener: () => void) => void>
}

/** Storybook sends it between two stories: the old one is cleaned up, and nothing of the new one has run. */
const STORY_CHANGED = 'storyChanged'

/** Calls a listener when Storybook's preview goes from one story to another. Elsewhere it never calls. Returns the undo. */
export function whenStoryChanges(listener: () => void): () => void {
  const { channel } = (globalThis as { __STORYBOOK_PREVIEW__?: Preview }).__STORYBOOK_PREVIEW__ ?? {}
  channel?.on(STORY_CHANGED, listener)
  return () => channel?.off(STORY_CHANGED, listener)
}

/** Whether a person may look at a page's console. Vitest's browser mode prints the console among the test results instead. */
export function isWatched(): boolean {
  return isBrowser() && !('__vitest_browser__' in globalThis)
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
