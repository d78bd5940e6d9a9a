import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/*
 * Changes the core in thousands of small ways, and asks the tests of the core whether they notice.
 *
 *   npm run test:mutation              the code that has changed since the last run; all code the first time
 *   npm run test:mutation -- --force   all code
 *
 * Fails if the tests notice too few changes, or if the survivors differ from the list in test/mutation/survivors.md, each entry of
 * which has a reason. The run writes the numbers into that page. `.stryker/report/mutation.html` shows every mutant in its place.
 */
interface Mutant {
  readonly status: string
  readonly replacement: string
  readonly location: Readonly<Record<'start' | 'end', { readonly line: number; readonly column: number }>>
}

interface MutationReport {
  readonly files: Readonly<Record<string, { readonly source: string; mutants: Mutant[] }>>
}

const ROOT = resolve(import.meta.dirname, '../..')
const STRYKER = join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const CONFIG = join(import.meta.dirname, 'stryker.config.json')
const LIST = 'test/mutation/survivors.md'
const REPORTS = join(ROOT, '.stryker/report')
const REPORT = join(REPORTS, 'mutation.json')
const LONGEST = 80

rmSync(REPORT, { force: true })
forgetSurvivors(join(REPORTS, 'incremental.json'))
const { status } = spawnSync(process.execPath, [STRYKER, 'run', CONFIG, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
})
// It has said what kept it from trying.
if (!existsSync(REPORT)) process.exit(1)
const report: MutationReport = JSON.parse(readFileSync(REPORT, 'utf8'))
const survivors = survivorsOf(report)
const list = readFileSync(join(ROOT, LIST), 'utf8')
const isWhole = process.argv.slice(2).every((option) => option === '--force')
if (isWhole) writeFileSync(join(ROOT, LIST), list.replace(/^Of \d+ changes [\s\S]*?\n\n/m, counted(report)))
const listed = [...list.matchAll(/^- (`.*)$/gm)].map(([, entry]) => entry as string)
const unlisted = without(survivors, listed)
const killed = without(listed, survivors)
if (unlisted.length > 0) console.log(`\nSurvive, and have no reason in ${LIST}:\n${asList(unlisted)}`)
if (killed.length > 0) console.log(`\nSurvive no more, and are still in ${LIST}:\n${asList(killed)}`)
process.exitCode = status !== 0 || unlisted.length > 0 || killed.length > 0 ? 1 : 0

/** Of a mutant of what runs at import, Stryker does not see that a new test could kill it: survivors are always tried again. */
function forgetSurvivors(path: string): void {
  if (!existsSync(path)) return
  const report: MutationReport = JSON.parse(readFileSync(path, 'utf8'))
  for (const file of Object.values(report.files)) file.mutants = file.mutants.filter((mutant) => !survives(mutant))
  writeFileSync(path, JSON.stringify(report))
}

function survives({ status }: Mutant): boolean {
  return status === 'Survived' || status === 'NoCoverage'
}

function survivorsOf({ files }: MutationReport): string[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(survives)
      .sort((a, b) => a.location.start.line - b.location.start.line)
      .map(({ location, replacement }) => {
        return `${code(basename(file))}: ${code(cut(source, location))} → ${code(replacement)}`
      }),
  )
}

/** Returns the paragraph of the page with the numbers of changes and their results. */
function counted({ files }: MutationReport): string {
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const count = (...wanted: readonly string[]) => statuses.filter((status) => wanted.includes(status)).length
  const [failed, endless, broken] = [count('Killed'), count('Timeout'), count('RuntimeError', 'CompileError')]
  const noticed = failed + endless
  const survived = count('Survived', 'NoCoverage')
  const score = ((100 * noticed) / (noticed + survived)).toFixed(2)
  return (
    `Of ${noticed + broken + survived} changes of \`src/core\` the tests notice ${noticed} while they run: ${failed} fail a test, ` +
    `${endless} go round in circles until they are stopped. ${broken} more keep\na file of tests from being loaded at all, ` +
    `and do not count. ${survived} survive: a score of ${score} %.\n\n`
  )
}

/** Returns the text between two places, both counted from 1. */
function cut(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  lines[last] = (lines[last] as string).slice(0, end.column - 1)
  lines[0] = (lines[0] as string).slice(start.column - 1)
  return lines.join('\n')
}

/** Returns a code span of Markdown on one line. A long text is cut. */
function code(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
  return short.includes('`') ? `\`\` ${short} \`\`` : `\`${short}\``
}

/** The entries of a list that have no partner in another: the same change may be listed twice, for two places. */
function without(entries: readonly string[], partners: readonly string[]): string[] {
  const left = [...partners]
  return entries.filter((entry) => {
    const index = left.indexOf(entry)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}

function asList(entries: readonly string[]): string {
  return entries.map((entry) => `- ${entry}`).join('\n')
}
