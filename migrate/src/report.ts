/** A line of a file, and what is said of it. */
export interface Place {
  readonly line: number
  readonly reason: string
}

/** A row of the table: a file, how many of its constructs were converted, and how many were left by hand and why. */
export interface Row {
  readonly file: string
  readonly converted: number
  readonly left: readonly Place[]
  readonly notes: readonly Place[]
}

/** Prints a row for each file, the total, and each place that is left by hand. */
export function tableOf(rows: readonly Row[]): string {
  const head = ['file', 'converted', 'by hand', 'to check']
  const body = rows.map(({ file, converted, left, notes }) => [file, converted, left.length, notes.length].map(String))
  const sum = (count: (row: Row) => number) => String(rows.reduce((all, row) => all + count(row), 0))
  const total = ['total', sum((row) => row.converted), sum((row) => row.left.length), sum((row) => row.notes.length)]
  const table = align([head, ...body, total])
  const places = rows.flatMap((row) => [
    ...row.left.map(({ line, reason }) => `${row.file}:${line}  by hand: ${reason}`),
    ...row.notes.map(({ line, reason }) => `${row.file}:${line}  to check: ${reason}`),
  ])
  return [...table, ...(places.length > 0 ? ['', ...new Set(places)] : []), ''].join('\n')
}

function align(lines: readonly (readonly string[])[]): string[] {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => (line[column] as string).length)))
  return lines.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] as number) : cell.padStart(widths[column] as number),
      )
      .join('  '),
  )
}
