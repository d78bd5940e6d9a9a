/** The measured values of each name, one for each round. */
export type Rounds = ReadonlyMap<string, readonly number[]>

/** The target of mynah's share of another library's value. */
export interface Target {
  readonly of: string
  readonly atMost: number
}

/** A thing measured of mynah alone, and what it is to be, if anything. */
export interface Row {
  readonly what: string
  readonly value: number
  readonly unit: string
  readonly atMost?: number
}

/** Measures each name in turn, round by round, so that whatever else the machine does falls on all alike. */
export function interleave<Name extends string, Measured = number>(
  rounds: number,
  names: readonly Name[],
  measure: (name: Name) => Measured,
): Map<Name, Measured[]> {
  const values = new Map<Name, Measured[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) for (const name of names) values.get(name)?.push(measure(name))
  return values
}

/** The differences between the others and the first, round by round. */
export function aboveFirst(rounds: Rounds): Rounds {
  const [[, base] = ['', []], ...others] = rounds
  return new Map(others.map(([name, values]) => [name, values.map((value, round) => value - (base[round] as number))]))
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] as number
}

/** The median of what one name has of another, round by round: a slow round is slow for both. */
function share(own: readonly number[], other: readonly number[]): number {
  return median(own.map((value, round) => value / (other[round] as number)))
}

/** Libraries side by side: medians, and mynah's shares. */
export function table(title: string, unit: string, rounds: Rounds, targets: readonly Target[]): string[] {
  const own = rounds.get('mynah') as readonly number[]
  const rows = [...rounds].map(([library, values]) => {
    const cells = [library, format(median(values))]
    if (library === 'mynah') return [...cells, '', '']
    const of = share(own, values)
    return [...cells, format(of), judge(of, targets.find((target) => target.of === library)?.atMost)]
  })
  return section(title, ['library', unit, "mynah's share of it", 'target'], rows)
}

/** Things measured of mynah alone. */
export function aloneTable(title: string, rows: readonly Row[]): string[] {
  const cells = rows.map(({ what, value, unit, atMost }) => [
    what,
    `${format(value)} ${unit}`.trim(),
    judge(value, atMost, unit),
  ])
  return section(title, ['what', 'measured', 'target'], cells)
}

function section(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const rules = heads.map((_, index) => (index === 0 || index === heads.length - 1 ? '---' : '---:'))
  return [`### ${title}`, '', ...[heads, rules, ...rows].map((cells) => `| ${cells.join(' | ')} |`), '']
}

function judge(value: number, atMost: number | undefined, unit = ''): string {
  if (atMost === undefined) return ''
  return `≤ ${unit ? atMost : format(atMost)} ${unit}`.trim() + (value <= atMost ? ' held' : ' **missed**')
}

function format(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 3
  return value.toFixed(digits)
}
