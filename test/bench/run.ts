import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CASES } from './cases.ts'
import { writePage } from './page.ts'
import { drawPlot } from './plot.ts'
import { aboveFirst, aloneTable, interleave, median, type Rounds, type Row, table } from './report.ts'
import { nodeBundle, pageBundles, pageParts } from './sizes.ts'
import { runSuite, SUITE_LIBRARIES, SUITE_RUNNERS, writeSuites } from './suites.ts'

/**
 * Runs every case for every library in turn, a process each, several rounds interleaved; prints medians and ratios, and
 * writes `results.md` and `docs/reference/performance.md` with `--write`. Names of cases, or of what comes after them, run those alone, and write nothing.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const only = process.argv.slice(2).filter((arg) => !arg.startsWith('-'))
const write = process.argv.includes('--write') && only.length === 0
const isWanted = (name: string) => only.length === 0 || only.includes(name)

/** Runs a script in a process of its own; returns its measurements. */
function run<Measured = number>(file: string, ...args: string[]): Measured {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] } as const
  return JSON.parse(execFileSync(process.execPath, ['--expose-gc', path, ...args], options))
}

const lines: string[] = []
function say(more: readonly string[]): void {
  console.log(more.join('\n'))
  lines.push(...more)
}

/** A heading of the page. */
function chapter(title: string): void {
  if (only.length === 0) say([`## ${title}`, ''])
}

chapter('What a test file pays')
if (isWanted('cold')) {
  const libraries = ['by hand', 'mynah', 'fetch-mock', 'nock', 'msw']
  const targets = [
    { of: 'fetch-mock', atMost: 1.4 },
    { of: 'nock', atMost: 0.12 },
    { of: 'msw', atMost: 0.12 },
  ]
  for (const modules of ['', 'http'] as const) {
    const measured = interleave(5 * ROUNDS, libraries, (library) => run('./cold.ts', library, modules))
    const title = 'a process: import, ten routes, 20 requests, above a fetch written by hand'
    say(table(modules ? `the same with node:http and node:https loaded` : title, 'ms', aboveFirst(measured), targets))
  }
}

if (isWanted('startup')) {
  const targets = ['nock', 'msw'].map((of) => ({ of, atMost: 1 / 3 }))
  // Over in a moment: more rounds cost little.
  const rounds = interleave(5 * ROUNDS, ['mynah', 'nock', 'msw'], (library) => run('./startup.ts', library))
  say(table('import and first start, above node:http, node:net and node:tls', 'ms', rounds, targets))
  say(
    aloneTable('and by itself', [{ what: 'mynah', value: median(rounds.get('mynah') ?? []), unit: 'ms', atMost: 10 }]),
  )
}

if (isWanted('suites')) {
  writeSuites()
  for (const runner of SUITE_RUNNERS) {
    const rounds = interleave(ROUNDS, SUITE_LIBRARIES, (library) => runSuite(runner, library))
    const title = `100 test files in ${runner}, above a hand-stubbed fetch`
    say(table(title, 'ms', aboveFirst(rounds), [{ of: 'msw', atMost: 1 / 4 }]))
  }
}

chapter('What a request costs')
const results = new Map<string, Rounds>()
for (const { name, libraries, targets, times = 1 } of CASES) {
  if (!isWanted(name)) continue
  const rounds = interleave(times * ROUNDS, libraries, (library) => run('./worker.ts', library, name))
  results.set(name, rounds)
  const title = times === 1 ? name : `${name}, ${times * ROUNDS} rounds`
  say(table(title, name.endsWith('at-once') ? 'µs for 1,000' : 'µs', rounds, targets))
}

if (isWanted('routes')) {
  const counts = ['1', '10', '100', '1000', '10000']
  const rounds = interleave(ROUNDS, counts, (count) => run('./worker.ts', 'mynah', `fetch-routes-${count}`))
  const [one = [], ...more] = rounds.values()
  const rows = more.map((values, index): Row => {
    const value = median(values.map((micros, round) => micros / (one[round] as number)))
    return {
      what: `a GET among ${Number(counts[index + 1]).toLocaleString('en')} routes`,
      value,
      unit: '',
      atMost: 1.2,
    }
  })
  say(aloneTable('The same request among more routes, against one', rows))
}

if (isWanted('graphql')) {
  const cases = ['1', '1000', '0 rest', '1000 rest']
  const [one = [], many = [], alone = [], beside = []] = interleave(3 * ROUNDS, cases, (args) =>
    run('./graphql.ts', ...args.split(' ')),
  ).values()
  const ratio = (values: readonly number[], base: readonly number[]) =>
    median(values.map((micros, round) => micros / (base[round] as number)))
  say(
    aloneTable('An operation of GraphQL', [
      { what: 'a query', value: median(one), unit: 'µs' },
      { what: 'the same among 1,000 operations, against one', value: ratio(many, one), unit: '', atMost: 1.2 },
      {
        what: 'a POST to `rest` beside 1,000 operations, against none',
        value: ratio(beside, alone),
        unit: '',
        atMost: 1.1,
      },
    ]),
  )
}

if (isWanted('https')) {
  const [plain = [], secure = []] = interleave(ROUNDS, ['http-static', 'https-static'], (name) =>
    run('./worker.ts', 'mynah', name),
  ).values()
  const value = median(secure.map((micros, round) => micros / (plain[round] as number)))
  say(aloneTable('A kept-alive GET over https, against http', [{ what: 'mynah', value, unit: '', atMost: 1.15 }]))
}

if (isWanted('declare')) {
  // Three rounds have measured one build at 0.7 and at 1.0 of msw's.
  const times = 5 * ROUNDS
  const runs = interleave(times, ['mynah', 'fetch-mock', 'nock', 'msw'], (library) =>
    run<Record<'declared' | 'heap', number>>('./declare.ts', library),
  )
  const of = (what: 'declared' | 'heap') => new Map([...runs].map(([name, all]) => [name, all.map((one) => one[what])]))
  const [declared, heap] = [of('declared'), of('heap')]
  say(table(`declaring and starting 10,000 routes, ${times} rounds`, 'ms', declared, [{ of: 'msw', atMost: 1 }]))
  say(table('and the heap of a route', 'bytes', heap, [{ of: 'msw', atMost: 1 }]))
  const rows: Row[] = [
    { what: 'declaring and starting', value: median(declared.get('mynah') ?? []), unit: 'ms', atMost: 60 },
    { what: 'heap of a route', value: median(heap.get('mynah') ?? []), unit: 'bytes', atMost: 2048 },
  ]
  say(aloneTable('and by itself', rows))
}

if (isWanted('alone')) {
  const { get, post, resolver, growth } = run<Record<'get' | 'post' | 'resolver' | 'growth', number>>('./memory.ts')
  const rows: Row[] = [
    { what: 'start and stop', value: run('./cycle.ts'), unit: 'ms', atMost: 0.2 },
    { what: 'a request that no stub takes, among 10 routes', value: run('./misses.ts', '10'), unit: 'µs' },
    { what: 'the same among 10,000 routes', value: run('./misses.ts', '10000'), unit: 'µs', atMost: 1000 },
    { what: 'heap of a call in the journal: a GET', value: get, unit: 'bytes' },
    { what: 'a POST with a body of 16 bytes', value: post, unit: 'bytes' },
    { what: 'a GET that a resolver answers', value: resolver, unit: 'bytes' },
    {
      what: 'heap after 100,000 calls, above that after 20,000',
      value: Math.max(0, growth) / 2 ** 20,
      unit: 'MB',
      atMost: 1,
    },
  ]
  say(aloneTable('Of mynah alone', rows))
}

chapter('The contract of an API')
if (isWanted('openapi')) {
  const libraries = ['mynah', 'msw'] as const
  const first = interleave(ROUNDS, libraries, (library) => run('./openapi.ts', library))
  say(table("GitHub's OpenAPI document, until its first request is answered (msw by @msw/source)", 'ms', first, []))
  const further = interleave(ROUNDS, libraries, (library) => run('./openapi.ts', library, 'request'))
  say(table('and a further request', 'µs', further, []))
  const { parse, examples, get, post } = run<Record<'parse' | 'examples' | 'get' | 'post', number>>('./contract.ts')
  const rows: Row[] = [
    { what: "`openapi` of GitHub's document, against its `JSON.parse`", value: parse, unit: '', atMost: 3 },
    { what: 'a GET with its checks, against the same without', value: get, unit: '', atMost: 2 },
    { what: 'a POST with its checks, against the same without', value: post, unit: '', atMost: 2 },
    { what: "`examples()` of GitHub's document", value: examples, unit: 'ms of the processor', atMost: 1000 },
  ]
  say(aloneTable('The contract of an API, with mynah alone', rows))
}

chapter('What is loaded')
if (isWanted('bundles')) {
  const pages = await pageBundles()
  const rounds = new Map([...pages].map(([library, size]) => [library, [size]]))
  say(table('What a page loads, minified, gzip', 'kB', rounds, []))
  const rows: Row[] = [
    { what: 'of mynah: `rest` and `setupMocks`', value: pages.get('mynah') as number, unit: 'kB', atMost: 54 },
    ...[...(await pageParts())].map(([part, value]) => ({ what: `smaller by, without ${part}`, value, unit: 'kB' })),
    { what: 'what Node loads', value: nodeBundle(), unit: 'kB', atMost: 68 },
  ]
  say(aloneTable('and by itself', rows))
}

if (write) {
  writeFileSync(new URL('../../docs/reference/performance.svg', import.meta.url), drawPlot(results))
  const time = process.env.BENCH_CLOCK === 'cpu' ? ', in processor time' : ''
  const head = [
    '# Benchmark results',
    '',
    `Written by \`npm run bench\`: every library in turn, a process each, interleaved rounds, medians${time}. Node ${process.version}, ${ROUNDS} rounds unless said. Each`,
    'library is used as its own documentation shows. A share is the median of the shares of each round, so it is not the quotient of the two medians beside it.',
    '',
  ]
  const text = [...head, ...lines].join('\n')
  writeFileSync(new URL('results.md', import.meta.url), text)
  writePage(text)
}
