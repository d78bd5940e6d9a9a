import type { HeaderList } from '../core/reply.ts'

/** The information that `Headers` loses: the case of the names, their order, and which names came twice. */
const written = new WeakMap<Response, HeaderList>()

/** Keeps the headers of a response as the stub has them. */
export function keepHeaderLines(response: Response, lines: HeaderList): void {
  written.set(response, lines)
}

/** Returns the headers of a response as lines to send, with the headers that were added later. */
export function headerLinesOf(response: Response): HeaderList {
  const lines = written.get(response)
  if (!lines) return [...response.headers]
  const names = new Set(lines.map(([name]) => name.toLowerCase()))
  return [...lines, ...[...response.headers].filter(([name]) => !names.has(name))]
}
