import { readFile, writeFile } from 'node:fs/promises'
import { requests } from './requests.js'
import { responses } from './responses.js'

const MARK = '<!-- What follows is written by the run. -->'

/** Writes a run into a page, below its mark. */
export async function writePage(file, runs) {
  const page = await readFile(file, 'utf8')
  const [prose] = page.split(MARK)
  await writeFile(file, `${prose}${MARK}\n\n${tablesOf(runs)}\n`)
}

function tablesOf(runs) {
  const all = [...runs.values()].flatMap(({ cells }) => cells)
  const tried = all.filter(({ reason }) => reason === undefined)
  const slowest = Math.max(...tried.map(({ ms }) => ms))
  const reasons = [...new Set(all.map(({ reason }) => reason).filter(Boolean))]
  const [{ node }] = runs.values()
  const says = (kinds) => [...runs].map(([name, { failure }]) => [name, ...kinds.map((kind) => show(failure[kind]))])
  return [
    `Node ${node.slice(1)}: ${tried.length} cells ended correctly, the slowest after ${Math.round(slowest)} ms. No connection was made, and no name looked up.`,
    `- Clients: ${[...runs.keys()].join('; ')}.`,
    `- Requests: ${requests.map(({ name }) => name).join(', ')}.`,
    `- Answers: ${responses.map(({ name }) => name).join(', ')}.`,
    'These cells do not exist:',
    table(
      ['request', 'clients', 'reason'],
      reasons.flatMap((reason) => missing(runs, reason)),
    ),
    '## Errors by client',
    'Name, code and message; `<` is followed by the cause.',
    table(['client', 'network error', 'a resolver throws', 'unmatched'], says(['network', 'bug', 'unmatched'])),
  ].join('\n\n')
}

/** The requests that some clients cannot send, for a reason. */
function missing(runs, reason) {
  return requests.flatMap(({ name }) => {
    const clients = [...runs].filter(([, { cells }]) =>
      cells.some((cell) => cell.request === name && cell.reason === reason),
    )
    if (clients.length === 0) return []
    return [[name, clients.length === runs.size ? 'all' : clients.map(([client]) => client).join('; '), reason]]
  })
}

function table(heads, rows) {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function show(failure) {
  const text = failure.replaceAll('CODE', 'ECONNREFUSED').replaceAll('METHOD', 'GET').replaceAll('URL', '…')
  return `\`${text}\``
}
