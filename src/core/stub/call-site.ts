import type { Trace } from '../frames.ts'

/** The end of a stack line in V8, Firefox and Safari: a file or URL, a line, a column. */
const POSITION = /(?:\(|@|at |^)([^\s()]+?):(\d+):\d+\)?$/

/** A script that a page has loaded. Its lines are those of the bundler's output: what the source's fifth line is, nobody knows here. */
const LOADED = /^(?!file:)[a-z-]{2,}:\/\//i

/**
 * Returns the place where a stub was declared, `test/users.test.ts:12`, or `undefined` if the stack has none. In a page it is
 * the file alone.
 */
export function callSiteOf(trace: Trace): string | undefined {
  for (const frame of String(trace.stack).split('\n')) {
    const [, file, line] = POSITION.exec(frame) ?? []
    if (file !== undefined) return LOADED.test(file) ? readable(file) : `${readable(file)}:${line}`
  }
  return undefined
}

/** Shortens a file to the path from the working directory, and a URL to the path from its origin. */
export function readable(file: string): string {
  const url = /^(?:file:\/\/|[a-z-]{2,}:\/\/[^/]*\/)/i
  const path = url.test(file) ? decoded(file.replace(url, '').replace(/\?.*/, '')) : file
  const folder = typeof process === 'object' ? process.cwd?.() : undefined
  return folder !== undefined && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
}

/** A file that is named with a space has `%20` in its URL. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
