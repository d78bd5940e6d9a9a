import type { Style } from './print-stub.ts'

/** Reads the quotes, semicolons and indentation that a file has most of. */
export function styleOf(text: string): Style {
  const lines = text.split('\n').map((line) => line.trimEnd())
  const ends = lines.filter(
    (line) => /[\w)'"`\]}]$/.test(line) && /^\s*(?:const|import|let|return)\b/.test(line),
  ).length
  const semicolons = lines.filter((line) => line.endsWith(';')).length
  const isDouble = text.split('"').length > text.split("'").length
  const indent = lines.map((line) => /^(?: {2,8}|\t)(?=\S)/.exec(line)?.[0]).find((blanks) => blanks !== undefined)
  return { quote: isDouble ? '"' : "'", semicolon: semicolons >= ends ? ';' : '', indent: indent ?? '  ' }
}
