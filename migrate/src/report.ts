interface Place {
  readonly line: number
  readonly reason: string
  /** The place because of which it is left: `a.test.ts:3`. */
  readonly keeper?: string | undefined
}

export interface Row {
  readonly file: string
  readonly converted: number
  readonly left: readonly Place[]
  readonly notes: readonly Place[]
}

export function tableOf(rows: readonly Row[]): string {
  const head = ['file', 'converted', 'by hand', 'to check']
  const body = rows.map((row) => [row.file, row.converted, row.left.length, notesOf(row).size].map(String))
  const sum = (count: (row: Row) => number) => String(rows.reduce((all, row) => all + count(row), 0))
  const total = ['total', sum((row) => row.converted), sum((row) => row.left.length), sum((row) => notesOf(row).size)]
  const table = align([head, ...body, total])
  const keepers = keepersOf(rows)
  const places = rows.flatMap((row) => [
    ...row.left.flatMap(({ line, reason }) =>
      keepers.has(`${row.file}:${line}`) ? [] : `${row.file}:${line}  by hand: ${reason}`,
    ),
    ...[...notesOf(row)].map(([reason, [line, ...others]]) => {
      const also = others.length > 0 ? ` (also ${others.join(', ')})` : ''
      return `${row.file}:${line}  to check: ${reason}${also}`
    }),
  ])
  const all = [...keepers.values(), ...new Set(places)]
  return [...table, ...(all.length > 0 ? ['', ...all] : []), ''].join('\n')
}

function notesOf({ notes }: Row): Map<string, number[]> {
  const lines = new Map<string, number[]>()
  for (const { line, reason } of notes) {
    const known = lines.get(reason) ?? []
    if (!known.includes(line)) lines.set(reason, [...known, line])
  }
  return lines
}

/** What keeps others is said first, once, with how many it keeps: also those that these keep. */
function keepersOf(rows: readonly Row[]): Map<string, string> {
  const all = rows.flatMap(({ file, left }) => left.map((one) => ({ ...one, place: `${file}:${one.line}` })))
  const keeperOf = new Map(all.flatMap(({ place, keeper }) => (keeper === undefined ? [] : [[place, keeper]])))
  const counts = new Map<string, number>()
  for (const { keeper } of all) {
    if (keeper === undefined) continue
    const passed = new Set([keeper])
    let first = keeper
    for (let next = keeperOf.get(first); next !== undefined && !passed.has(next); next = keeperOf.get(next)) {
      passed.add(next)
      first = next
    }
    counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  return new Map(
    [...counts].map(([place, count]) => {
      const { reason = 'no pattern holds this file' } = all.find((one) => one.place === place) ?? {}
      return [place, `${place}  keeps ${count} ${count === 1 ? 'other' : 'others'}: ${reason}`]
    }),
  )
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

export function unlistedText(modules: readonly string[]): string[] {
  const names = modules.map((file) => `  ${file}\n`)
  return names.length === 0
    ? []
    : [`These modules use the old library too, and no pattern holds them:\n${names.join('')}`]
}
