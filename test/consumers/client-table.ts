import { markdownTable } from './markdown-table.ts'

/** What a client did, as a project leaves it: a case is done, or not tried for a reason; `false` where there is none. */
export interface ClientRow {
  readonly name: string
  readonly cases: Readonly<Record<string, boolean | string>>
}

/** The rows of one run of a project, and the Node that it was on. */
export interface ClientRun {
  readonly node: number
  readonly rows: readonly ClientRow[]
}

/** The clients that do all cases as a list, and a table of the others; why a case is not done is a note below. */
export function clientTable(runs: readonly ClientRun[]): string {
  const names = [...new Set(runs.flatMap(({ rows }) => rows.map(({ name }) => name)))].sort()
  const cases = [...new Set(runs.flatMap(({ rows }) => rows.flatMap((row) => Object.keys(row.cases))))]
  const notes: string[] = []
  const note = (text: string) => {
    if (!notes.includes(text)) notes.push(text)
    return `<sup>${notes.indexOf(text) + 1}</sup>`
  }
  const cell = (name: string, one: string) => {
    const results = runs.map(({ node, rows }) => ({ node, result: rows.find((row) => row.name === name)?.cases[one] }))
    const done = results.some(({ result }) => result === true)
    const reasons = results.flatMap(({ node, result }) => {
      if (typeof result !== 'string') return []
      return done ? `On Node ${node}: ${result}` : result
    })
    const mark = done ? '✓' : reasons.length > 0 ? '–' : ''
    return mark + [...new Set(reasons)].map(note).join(' ')
  }
  const rows = names.map((name) => [name, ...cases.map((one) => cell(name, one))])
  const doesAll = ([, ...cells]: readonly string[]) => cells.every((cell) => cell === '✓')
  return `The cases are: ${cases.join(', ')}. These clients do all of them: ${rows
    .filter(doesAll)
    .map(([name]) => name)
    .join('; ')}.

${markdownTable(
  ['client', ...cases],
  rows.filter((row) => !doesAll(row)),
)}

${notes.map((text, index) => `${index + 1}. ${text}`).join('\n')}`
}
