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
    `Node ${node.slice(1)}: ${tried.length} cells ended as they should, the slowest after ${Math.round(slowest)} ms; ${all.length - tried.length} cannot be. No connection was made, and no name looked up.`,
    '## How many answers ended right',
    table(
      ['asked', ...runs.keys()],
      requests.map(({ name }) => [name, ...[...runs.values()].map(({ cells }) => count(cells, name, reasons))]),
    ),
    `The ${responses.length} answers are: ${responses.map(({ name }) => name).join(', ')}. Those that cannot be:`,
    reasons.map((reason, index) => `${index + 1}. ${reason}`).join('\n'),
    '## How each client fails',
    'By name, code and message; what stands behind `<` is the cause.',
    table(['client', 'network error', 'a resolver throws', 'unmatched'], says(['network', 'bug', 'unmatched'])),
    table(
      ['client', 'aborted before', 'aborted while answered', 'aborted in the body'],
      says(['before', 'during', 'body']),
    ),
  ].join('\n\n')
}

/** So many ended right, and why the others cannot be. */
function count(cells, request, reasons) {
  const own = cells.filter((cell) => cell.request === request)
  const tried = own.filter(({ reason }) => reason === undefined).length
  const { reason } = own.find((cell) => cell.reason !== undefined) ?? {}
  return reason === undefined ? tried : `${tried > 0 ? tried : '–'} (${reasons.indexOf(reason) + 1})`
}

function table(heads, rows) {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function show(failure) {
  const text = failure.replaceAll('CODE', 'ECONNREFUSED').replaceAll('METHOD', 'GET').replaceAll('URL', '…')
  return `\`${text}\``
}
