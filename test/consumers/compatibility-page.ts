import { type ClientRun, clientTable } from './client-table.ts'
import { markdownTable } from './markdown-table.ts'
import { nodeVersion } from './node-folder.ts'
import type { Outcome } from './try-on.ts'

/** One project on one Node. */
export interface Result {
  readonly consumer: string
  readonly row: string
  /** Undefined if Node only starts what is tried. */
  readonly node: number | undefined
  readonly seconds: number
  readonly outcome: Outcome
}

/** The page of what was tried, and how it went. */
export function compatibilityPage(results: readonly Result[]): string {
  const nodes = [...new Set(results.flatMap(({ node }) => node ?? []))].sort()
  const onNode = results.filter(({ node }) => node !== undefined)
  const elsewhere = results.filter(({ node }) => node === undefined)
  const passedOn = (row: string) =>
    nodes.flatMap((node) => {
      const result = onNode.find((one) => one.row === row && one.node === node)
      if (!result) return []
      return result.outcome.kind === 'passed' ? [String(node)] : [`${node}: ${show(result.outcome)}`]
    })
  const count = (kind: Outcome['kind']) => results.filter(({ outcome }) => outcome.kind === kind).length
  const rows = [...new Set(onNode.map(({ row }) => row))]
  const clients = results.flatMap(({ outcome, node }): ClientRun[] =>
    outcome.kind === 'passed' && outcome.clients && node !== undefined ? [{ node, rows: outcome.clients }] : [],
  )
  return `# Compatibility

Written by \`npm run test:all\` on ${new Date().toISOString().slice(0, 10)}, on ${process.platform} ${process.arch}: ${count('passed')} runs passed, ${count('failed')} failed, and ${count('skipped')} were
skipped. Each row is a project in \`test/consumers\` that installs the package and runs its tests, without a transform, a module mapping or a plugin for
mynah. [Limits](limits.md) lists what does not work.

## On Node

The releases are ${nodes.map(nodeVersion).join(', ')}. Each row lists the major versions it passed on.

${markdownTable(
  ['what', 'passes on Node'],
  rows.map((row) => [row, passedOn(row).join(', ')]),
)}

## Elsewhere

${markdownTable(
  ['what', 'result'],
  elsewhere.map(({ row, outcome }) => [row, show(outcome)]),
)}
${clients.length > 0 ? `\n## Clients\n\n${clientTable(clients)}\n` : ''}`
}

function show(outcome: Outcome): string {
  if (outcome.kind === 'passed') return '✓'
  return outcome.kind === 'skipped' ? outcome.reason : '**failed**'
}
