import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CASES, type Case } from './cases.ts'
import { drawPlot } from './plot.ts'
import { bundleSizes } from './sizes.ts'

/**
 * Runs every case for every library in turn, a process each, several rounds interleaved, so that whatever else the
 * machine does falls on all alike; prints medians and ratios, and writes `docs/performance.md` with `--write`.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const only = process.argv.slice(2).filter((arg) => !arg.startsWith('-'))
const write = process.argv.includes('--write')

function script(file: string, ...args: string[]): string {
  const path = fileURLToPath(new URL(file, import.meta.url))
  return execFileSync(process.execPath, ['--expose-gc', path, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] as number
}

/** Runs one thing for each name, interleaved, and gives the medians. */
function interleave(names: readonly string[], measure: (name: string) => number): Map<string, number> {
  const values = new Map<string, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) for (const name of names) values.get(name)?.push(measure(name))
  return new Map([...values].map(([name, all]) => [name, median(all)]))
}

function runCase({ name, libraries }: Case): Map<string, number> {
  return interleave(libraries, (library) => JSON.parse(script('./worker.ts', library, name)))
}

const lines: string[] = []
function say(line = ''): void {
  console.log(line)
  lines.push(line)
}

function table(title: string, unit: string, medians: Map<string, number>, targets: Case['targets']): void {
  const own = medians.get('mynah') as number
  say(`### ${title}`)
  say()
  say(`| library | ${unit} | mynah's share of it | target |`)
  say('| --- | ---: | ---: | --- |')
  for (const [library, value] of medians) {
    const atMost = targets.find(({ of }) => of === library)?.atMost
    const share = own / value
    const target = atMost === undefined ? '' : `≤ ${format(atMost)} ${share <= atMost ? 'held' : '**missed**'}`
    say(`| ${library} | ${format(value)} | ${library === 'mynah' ? '' : format(share)} | ${target} |`)
  }
  say()
}

function format(value: number): string {
  return value >= 100
    ? value.toFixed(0)
    : value >= 10
      ? value.toFixed(1)
      : value >= 0.1
        ? value.toFixed(2)
        : value.toFixed(3)
}

const results = new Map<string, Map<string, number>>()
for (const one of CASES) {
  if (only.length > 0 && !only.includes(one.name)) continue
  const medians = runCase(one)
  results.set(one.name, medians)
  table(one.name, one.name.endsWith('at-once') ? 'µs for 1,000' : 'µs', medians, one.targets)
}

if (only.length === 0 || only.includes('startup')) {
  const startup = interleave(['mynah', 'nock', 'msw'], (library) => JSON.parse(script('./startup.ts', library)))
  table('import and first start, above node:http, node:net and node:tls', 'ms', startup, [
    { of: 'nock', atMost: 1 / 3 },
    { of: 'msw', atMost: 1 / 3 },
  ])
  const { declared, heap, cycle } = JSON.parse(script('./declare.ts')) as Record<'declared' | 'heap' | 'cycle', number>
  const { node, browser } = await bundleSizes()
  say('### Of mynah alone')
  say()
  say('| what | measured | target |')
  say('| --- | ---: | --- |')
  for (const [what, value, unit, atMost] of [
    ['declaring and starting 10,000 routes', declared, 'ms', 150],
    ['heap of a route', heap, 'bytes', 2048],
    ['start and stop', cycle, 'ms', 0.2],
    ['Node bundle, gzip', node / 1024, 'kB', 45],
    ['browser bundle of `rest` and `setupMocks`, minified, gzip', browser / 1024, 'kB', 16],
  ] as const) {
    say(`| ${what} | ${format(value)} ${unit} | ≤ ${atMost} ${unit} ${value <= atMost ? 'held' : '**missed**'} |`)
  }
  say()
}

if (write) {
  const docs = new URL('../../docs/', import.meta.url)
  writeFileSync(new URL('performance.svg', docs), drawPlot(results))
  const head = [
    '# Performance',
    '',
    'Written by `npm run bench`: every library in turn, a process each, interleaved rounds, medians. Ratios matter, not',
    `times. Node ${process.version}, ${ROUNDS} rounds. Each library is used as its own documentation shows.`,
    '',
    '![Cost of a request against the number of routes](performance.svg)',
    '',
  ]
  writeFileSync(new URL('performance.md', docs), `${[...head, ...lines].join('\n').trimEnd()}\n`)
}
