import { rmSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compatibilityPage, type Result } from './compatibility-page.ts'
import { type Consumer, findConsumers } from './find-consumers.ts'
import { install, type Packed, pack } from './install.ts'
import { nodeFolder } from './node-folder.ts'
import { failed, type Outcome, tryOn } from './try-on.ts'

/*
 * Tries the packed tarball in real projects, each a folder beside this file.
 *
 *   npm run test:consumers                              all of them, on each Node that they name
 *   npm run test:consumers -- jest30 node-cjs           these
 *   npm run test:consumers -- --node 20 --node 24       on these
 *   npm run test:consumers -- --gate                    each on one Node, as `.ci/run` does, but those with `gate: false`
 *   npm run test:consumers -- --report counts.json      writes { passed, failed, skipped } to a file
 *   npm run test:consumers -- --write                   writes docs/reference/compatibility.md
 *   npm run test:consumers -- --keep                    leaves the projects where they ran
 *
 * A project's `test` script has to succeed; with `--gate` its `test:gate` script, if it has one, which leaves out what takes
 * long. Where it ends with 77, this machine lacks something that it needs, and it is skipped: its last line says what. Where
 * it has a `test:failing` script, that has to fail and to print what Jest's `--json` prints, or Mocha's: each test named
 * `fails: …` fails with the message that follows, all others pass. A project may leave a `compatibility.json`:
 * `{ "rows": [{ "name": "got 15.1.0", "cases": { "GET": true, "time-out": "why not" } }] }`.
 */
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    node: { type: 'string', multiple: true },
    gate: { type: 'boolean', default: false },
    report: { type: 'string' },
    write: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})
const PAGE = resolve(import.meta.dirname, '../../docs/reference/compatibility.md')
if (options.write && (options.node || options.gate || names.length > 0))
  throw new Error('--write is of all consumers on all Nodes')
const start = performance.now()
const folder = await mkdtemp(join(tmpdir(), 'mynah-consumers-'))

try {
  const consumers = await findConsumers(names, options.gate ? 'gate' : options.node?.map(Number))
  const results = (await tryAll(consumers)).sort((a, b) => a.consumer.localeCompare(b.consumer))
  if (options.write) await writeFile(PAGE, compatibilityPage(results))
  const width = Math.max(...results.map(({ consumer }) => consumer.length))
  console.log(`\n${'consumer'.padEnd(width)}  node  seconds  result`)
  for (const { consumer, node = '', seconds, outcome } of results) {
    const cells = [consumer.padEnd(width), String(node).padStart(4), seconds.toFixed(1).padStart(7), show(outcome)]
    console.log(cells.join('  '))
  }
  const count = (kind: Outcome['kind']) => results.filter(({ outcome }) => outcome.kind === kind).length
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')]
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped in ${secondsSince(start).toFixed(0)} s`)
  if (options.report) await writeFile(options.report, JSON.stringify({ passed, failed, skipped }))
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
} finally {
  if (options.keep) console.log(`Kept in ${folder}`)
  else remove(folder)
}

/** Tries one project more at a time than there are processors: each waits for npm, a page or a timer now and then. Two more take no less. */
async function tryAll(consumers: readonly Consumer[]): Promise<Result[]> {
  const packed = await pack(folder)
  // Those that take longest come last by their names: the others fill up beside them.
  const waiting = [...consumers].reverse()
  const work = async (): Promise<Result[]> => {
    const consumer = waiting.shift()
    return consumer ? [...(await tryConsumer(consumer, packed)), ...(await work())] : []
  }
  return (await Promise.all(Array.from({ length: availableParallelism() + 1 }, work))).flat()
}

/** Tries a project on one Node after the other; they share its folder. */
async function tryConsumer(consumer: Consumer, packed: Packed): Promise<Result[]> {
  const installing = install(consumer, folder, packed)
  const results: Result[] = []
  for (const node of consumer.nodes ?? [undefined]) {
    let start = performance.now()
    const outcome = await Promise.all([installing, nodeFolder(node, folder)]).then(
      ([cwd, bin]) => {
        start = performance.now()
        return tryOn(bin, cwd, consumer)
      },
      (error) => failed(String(error)),
    )
    const seconds = secondsSince(start)
    const title = node === undefined ? consumer.name : `${consumer.name} on Node ${node}`
    console.log(`${show(outcome)}  ${title} (${seconds.toFixed(1)} s)`)
    if ('reason' in outcome) console.log(outcome.reason.replace(/^/gm, '  '))
    results.push({ consumer: consumer.name, row: await named(consumer, installing), node, seconds, outcome })
  }
  if (!options.keep) await installing.then(remove, () => undefined)
  return results
}

/** In the same tick: file by file and promise by promise, the folders of all projects took a minute. */
function remove(path: string): void {
  rmSync(path, { recursive: true, force: true })
}

/** A project's row, with the versions that are installed. */
async function named({ row }: Consumer, installing: Promise<string>): Promise<string> {
  const path = await installing.catch(() => undefined)
  if (path === undefined) return row
  const parts = row.split(/\{(.+?)\}/).map(async (part, index) => {
    if (index % 2 === 0) return part
    return JSON.parse(await readFile(join(path, 'node_modules', part, 'package.json'), 'utf8')).version
  })
  return (await Promise.all(parts)).join('')
}

function show({ kind }: Outcome): string {
  return kind === 'failed' ? 'FAILED' : kind
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000
}
