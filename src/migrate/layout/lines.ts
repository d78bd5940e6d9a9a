/** A range of a text. */
export interface Range {
  readonly start: number
  readonly end: number
}

/**
 * Returns the lines of a statement, with one of two blank lines around it, and with a blank line before the end of its block.
 * A statement that shares its lines with others is returned as it is.
 */
export function linesOf(text: string, { start, end: last }: Range): Range {
  // In code without semicolons, one that stands before the next statement belongs to that one.
  const end = last - (/\n\s*;$/.exec(text.slice(start, last))?.[0].length ?? 0)
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end) + 1
  const isAlone = text.slice(lineStart, start).trim() === '' && text.slice(end, lineEnd).trim() === ''
  if (!isAlone) return { start, end }
  const before = text.slice(0, lineStart)
  const after = text.slice(lineEnd)
  const isAfterBlank = /(?:^|\n[ \t]*|\{[ \t]*)\n$/.test(before)
  const blankAfter = /^[ \t]*\n/.exec(after)?.[0].length ?? 0
  const isLastOfBlock = /^[ \t]*\}/.test(after) && /\n[ \t]*\n$/.test(before)
  return {
    start: isLastOfBlock ? before.trimEnd().length + 1 : lineStart,
    end: isAfterBlank ? lineEnd + blankAfter : lineEnd,
  }
}
