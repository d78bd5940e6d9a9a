import type { HeaderList } from '../core/reply.ts'

/** What `Headers` loses of a response's headers: the case of their names, their order, and which of them came twice. */
const written = new WeakMap<Response, HeaderList>()

/** Keeps the headers of a response as the stub has them. */
export function keepHeaderLines(response: Response, lines: HeaderList): void {
  written.set(response, lines)
}

/** Returns the headers of a response as lines to send, with those that were added to it since. */
export function headerLinesOf(response: Response): HeaderList {
  const lines = written.get(response)
  if (!lines) return [...response.headers]
  const names = new Set(lines.map(([name]) => name.toLowerCase()))
  return [...lines, ...[...response.headers].filter(([name]) => !names.has(name))]
}
