import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HEADS, SURFACE } from '../surface.ts'
import { differenceOf, isRefused } from './difference.js'
import { runCases } from './run-cases.js'
import { writeCases } from './write-cases.js'

// Whether what the command makes of each form answers as the old library did: npm ci, then node test/compared/compare.js nock
const HERE = import.meta.dirname
const COMMAND = join(HERE, '../../src/main.ts')

/** The packages to try a form with, one after the other: the first that takes it counts. */
const PACKAGES = { nock: ['nock', 'nock14'], msw: ['msw2', 'msw'], 'fetch-mock': ['fetch-mock', 'fetch-mock11'] }
/** Forms of fetch-mock that a newer version takes, and ignores. */
const OF_OLDER = /functionMatcher|\(url(?:, options)?\) =>/
const packagesFor = ({ library, major, form }) => {
  if (library === 'nock' && major === 14) return ['nock14']
  if (library === 'fetch-mock' && OF_OLDER.test(form)) return ['fetch-mock11']
  return PACKAGES[library] ?? [library]
}

/** A worker of msw runs in a page alone: with its own fallback, where that has no service workers. A spy lets requests pass. */
const worldOf = ({ form }) =>
  form.includes('setupWorker(') ? 'page' : /\.spy(?:Global)?\(/.test(form) ? 'network' : ''

/** The differences that are known, with the reason. A row has its own, `differs`, if migrating.md says so. */
const OPEN = JSON.parse(readFileSync(join(HERE, 'open.json'), 'utf8'))

// Two libraries may have a form in common.
const reasonOf = ({ differs, library, form }) => differs ?? OPEN[`${library}: ${form}`] ?? OPEN[form]

const names = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'mynah-migrated-'))
if (process.env.KEEP) console.log(`Kept in ${folder}`)
else process.once('exit', () => rmSync(folder, { recursive: true }))
let count = 0
for (const library of Object.keys(HEADS)) {
  if (names.length > 0 && !names.includes(library)) continue
  const start = performance.now()
  const rows = SURFACE.filter((row) => row.library === library && row.becomes !== undefined).map((row, index) => ({
    ...row,
    head: row.head ?? HEADS[library],
    file: `${String(index).padStart(3, '0')}.test.${row.form.startsWith('type ') ? 'ts' : 'js'}`,
  }))
  const differences = await compare(library, rows)
  const news = differences.filter(({ reason }) => reason === undefined)
  const gone = rows.filter((row) => reasonOf(row) && !differences.some(({ form }) => form === row.form))
  count += news.length + gone.length
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const known = differences.length - news.length
  console.log(`\n${library}: ${news.length} of ${rows.length} forms differ, and ${known} that are known (${seconds} s)`)
  for (const { text } of news) console.log(`\n${text}`)
  for (const { form } of gone) console.log(`\n${form}\n  differs no more: take it out of what is known`)
  for (const { text, reason } of differences) if (reason) console.log(`\n${text}\n  known: ${reason}`)
}
process.exitCode = count === 0 ? 0 : 1

/** Runs the rows of a library on both sides. */
async function compare(library, rows) {
  const groups = Map.groupBy(rows, (row) => `${packagesFor(row)} ${worldOf(row)}`)
  const differences = []
  for (const group of groups.values()) {
    const packages = packagesFor(group[0])
    const { at, left } = await migrate(library, packages[0], group)
    const [made, before] = await Promise.all([
      runCases(at, library, 'new', worldOf(group[0])),
      runBefore(library, packages, group),
    ])
    for (const row of group) {
      const text = differenceOf(row, before.get(row.file), made.get(row.file), left.get(row.file))
      if (text) differences.push({ form: row.form, text, reason: reasonOf(row) })
    }
  }
  return differences
}

/** Runs the files as they were, each with the first of the packages that takes its form. */
async function runBefore(library, [name, ...others], rows) {
  const at = join(folder, name)
  writeCases(at, library, name, rows, 'old')
  const results = await runCases(at, library, 'old', worldOf(rows[0]))
  const refused = rows.filter(({ file }) => isRefused(results.get(file)))
  if (refused.length === 0 || others.length === 0) return results
  return new Map([...results, ...(await runBefore(library, others, refused))])
}

/** Has the command rewrite the files. Returns their folder, and why it left one by hand. */
async function migrate(library, name, rows) {
  const at = join(folder, `${name}-to-mynah`)
  writeCases(at, library, name, rows, 'new')
  const output = await outputOf([COMMAND, '*.test.{js,ts}', '--write', '--force'], at)
  if (!/^total/m.test(output)) throw new Error(output)
  const reasons = output.matchAll(/^(\S+\.test\.[jt]s):\d+ +by hand: (.*)$/gm)
  const left = new Map()
  for (const [, file, reason] of reasons) left.set(file, [...(left.get(file) ?? []), reason])
  // They would still load the old library, into the process of the others.
  for (const file of left.keys()) rmSync(join(at, file))
  return { at, left }
}

function outputOf(args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.on('close', () => resolve(output))
  })
}
