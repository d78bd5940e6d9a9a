/*
 * The hang matrix: every client, every way of asking, every answer. Each cell has to end, with the right
 * bytes or the right error, and nothing may leave the process.
 *
 *   npm test                                  all clients
 *   npm test -- http got                      these
 *   HANG_PAGE=docs/reference/hang-matrix.md npm test    writes the result into a page
 */
import { fork } from 'node:child_process'
import { clients } from './clients/index.js'
import { writePage } from './page.js'

/** What has not ended by itself so long after its last word never ends, in milliseconds. */
const NEVER = 10_000

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(clients)
const runs = new Map(names.map((name) => [name, undefined]))
const queue = [...names]
await Promise.all([work(), work()])

const wrong = [...runs].flatMap(([name, run]) => whatIsWrong(run).map((line) => `${name}: ${line}`))
for (const line of wrong) console.log(line)
for (const [name, { cells }] of runs) console.log(`${name}: ${cells.filter(({ ms }) => ms !== undefined).length} cells`)
if (wrong.length > 0) process.exitCode = 1
else if (process.env.HANG_PAGE) await writePage(process.env.HANG_PAGE, runs)

async function work() {
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) runs.set(name, await runClient(name))
}

function runClient(name) {
  return new Promise((resolve) => {
    const child = fork('work.js', [name], { execArgv: ['--no-warnings'] })
    let run = { cells: [], strays: ['it said nothing'], left: [] }
    let late
    child.on('message', (message) => {
      run = message
      late = setTimeout(() => child.kill('SIGKILL'), NEVER)
    })
    child.on('exit', (code) => {
      clearTimeout(late)
      resolve({ ...run, code })
    })
  })
}

function whatIsWrong({ cells, strays, left, code }) {
  return [
    ...cells.filter(({ wrong }) => wrong).map(({ request, response, wrong }) => `${request}, ${response}: ${wrong}`),
    ...strays,
    ...(left.length > 0 ? [`${left.length} times something left the process, first ${left[0]}`] : []),
    ...(code === 0 ? [] : [`its process ended with ${code ?? 'a kill: something keeps it open'}`]),
  ]
}
