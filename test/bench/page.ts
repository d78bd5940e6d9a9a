import { readFileSync, writeFileSync } from 'node:fs'

/*
 * Writes docs/reference/performance.md, the page for users, from the results of a run: `node test/bench/page.ts`.
 */
const LIBRARIES = ['mynah', 'fetch-mock', 'undici', 'nock', 'msw']

/** A row of the page: what it says, the table of the results that has it, and the unit. */
const ROWS: readonly (readonly [what: string, title: string, unit: string])[] = [
  ['a `fetch`, 10 routes', 'fetch-routes-10', 'µs'],
  ['a `fetch`, 1,000 routes', 'fetch-routes-1000', 'µs'],
  ['an `http.get` on a kept socket', 'http-static', 'µs'],
  [
    'a new process: import, 10 routes, 20 requests',
    'a process: import, ten routes, 20 requests, above a fetch written by hand',
    'ms',
  ],
  ['100 test files in Vitest', '100 test files in Vitest, forks, above a hand-stubbed fetch', 'ms'],
  ['what a page loads, minified and gzipped', 'What a page loads, minified, gzip', 'kB'],
]

/** Returns the page: six rows, each with the medians of one table of the results. */
export function pageOf(results: string): string {
  const cells = ROWS.map(([what, title, unit]) => [
    what,
    ...LIBRARIES.map((name) => cellOf(results, title, name, unit)),
  ])
  const heads = ['', 'mynah', 'fetch-mock', "undici's MockAgent", 'nock', 'msw']
  const rules = heads.map((_, index) => (index === 0 ? '---' : '---:'))
  const rows = [heads, rules, ...cells].map((row) => `| ${row.join(' | ')} |`)
  return `# Performance

What a mocked request, a test file and a page cost, beside other libraries. \`npm run bench\` measures each library in turn, in interleaved rounds, and writes
this page. The times are medians of processor time on a slow machine: compare them with each other, not with yours. The times of a process and of
test files are what a library adds to a fetch that is stubbed by hand. An empty cell was not measured.

${rows.join('\n')}

![Cost of a request against the number of routes](performance.svg)

- The time of a request does not grow with the number of routes, since mynah searches a tree of paths.
- A static stub answers without a promise of its own.
- mynah loads more than fetch-mock, since it mocks \`XMLHttpRequest\` and, in Node, sockets too.
`
}

function cellOf(results: string, title: string, library: string, unit: string): string {
  const [, section] = results.split(`### ${title}`)
  if (section === undefined) throw new Error(`The results have no table ${title}`)
  const [table = ''] = section.split('\n### ')
  const value = new RegExp(`^\\| ${library} \\| ([\\d.]+) `, 'm').exec(table)?.[1]
  return value === undefined ? '' : `${Number(value).toLocaleString('en')} ${unit}`
}

export function writePage(results: string): void {
  writeFileSync(new URL('../../docs/reference/performance.md', import.meta.url), pageOf(results))
}

if (import.meta.main) writePage(readFileSync(new URL('results.md', import.meta.url), 'utf8'))
