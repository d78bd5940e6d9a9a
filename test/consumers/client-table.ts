import { markdownTable } from './markdown-table.ts'

/** What a client did, as a project leaves it: each case is done, or there is a reason why it is not tried. */
export interface ClientRow {
  readonly name: string
  readonly cases: Readonly<Record<string, true | string>>
}

/** The rows of one run of a project, and the Node that it was on. */
export interface ClientRun {
  readonly node: number
  readonly rows: readonly ClientRow[]
}

/** The table of clients and cases. A case counts as done where it is on all Nodes; the reasons of others are notes. */
export function clientTable(runs: readonly ClientRun[]): string {
  const names = [...new Set(runs.flatMap(({ rows }) => rows.map(({ name }) => name)))].sort()
  const cases = [...new Set(runs.flatMap(({ rows }) => rows.flatMap((row) => Object.keys(row.cases))))]
  const notes: string[] = []
  const note = (text: string) => {
    if (!notes.includes(text)) notes.push(text)
    return `<sup>${notes.indexOf(text) + 1}</sup>`
  }
  const cell = (name: string, one: string) => {
    const found = runs.flatMap(({ node, rows }) => {
      const result = rows.find((row) => row.name === name)?.cases[one]
      return result === undefined ? [] : [{ node, result }]
    })
    const reasons = [...new Set(found.flatMap(({ result }) => (result === true ? [] : [result])))]
    if (found.length === 0) return ''
    if (reasons.length === 0) return '✓'
    return reasons
      .map((reason) => {
        const nodes = found.filter(({ result }) => result === reason).map(({ node }) => node)
        const everywhere = nodes.length === found.length
        return `${everywhere ? '–' : '✓'} ${note(everywhere ? reason : `On Node ${nodes.join(', ')}: ${reason}`)}`
      })
      .join(' ')
  }
  const rows = names.map((name) => [name, ...cases.map((one) => cell(name, one))])
  return [markdownTable(['client', ...cases], rows), ...notes.map((text, index) => `${index + 1}. ${text}`)].join('\n')
}
