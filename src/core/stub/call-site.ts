/** A stack line's end, in V8's style and in that of Firefox and Safari: a file or URL, a line, a column. */
const POSITION = /(?:\(|@|at |^)([^\s()]+?):(\d+):\d+\)?$/

/** Gives the place where a stub was declared, `test/users.test.ts:12`, or `undefined` where the engine does not tell. */
export function placeOf(trace: Trace): string | undefined {
  for (const line of String(trace.stack).split('\n')) {
    const position = POSITION.exec(line)
    if (position) return `${readable(position[1] as string)}:${position[2]}`
  }
  return undefined
}

/** A file from where the process runs, a URL from its origin. */
function readable(file: string): string {
  const path = file.replace(/^(?:file:\/\/|https?:\/\/[^/]+\/)/, '').replace(/\?.*/, '')
  const folder = typeof process === 'object' ? process.cwd?.() : undefined
  return folder !== undefined && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
}

/** Where a stub was declared: a stack is kept as the engine took it, and made a text only when a report needs it. */
export interface Trace {
  readonly stack?: string
}
