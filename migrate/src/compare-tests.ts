import { spawnSync } from 'node:child_process'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { Parser, type Result } from 'tap-parser'

/** A test, or a hook or file that failed, as the report of the runner names it. */
interface TestResult {
  readonly title: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly message: string | undefined
}

type Results = ReadonlyMap<string, TestResult>

interface Comparison {
  readonly lines: readonly string[]
  readonly isWorse: boolean
}

const UNREADABLE = 'prints no test results: Jest does with --json, other runners with their reporter for TAP'

/** Runs the tests, and returns the comparison with a second run. Throws if the results of the first cannot be read. */
export function compareTests(folder: string, command: string): () => Comparison {
  const before = runTests(folder, command)
  if (before.size === 0) throw new Error(`'${command}' ${UNREADABLE}`)
  return () => comparisonOf(before, runTests(folder, command))
}

function runTests(folder: string, command: string): Results {
  // What the runner prints beside its results shows how far it is, or why it cannot start.
  const options = { cwd: folder, shell: true, encoding: 'utf8', maxBuffer: 2 ** 29 } as const
  const { stdout } = spawnSync(command, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  const results = new Map<string, TestResult>()
  for (const one of jestResults(folder, stdout) ?? tapResults(stdout)) {
    let { title } = one
    for (let count = 2; results.has(title); count += 1) title = `${one.title} (${count})`
    results.set(title, { ...one, title })
  }
  return results
}

/** What Jest prints for `--json`, and older versions of Vitest for `--reporter=json`. */
interface JestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[] | null
    }[]
  }[]
}

function jestResults(folder: string, stdout: string): TestResult[] | undefined {
  // A report that breaks off is none, and a monorepo prints one for each of its packages.
  const lines = stdout.split('\n').filter((one) => /^\{.*"assertionResults":.*\}\s*$/.test(one))
  if (lines.length === 0) return undefined
  const files = lines.flatMap((line): JestReport['testResults'] => JSON.parse(line).testResults)
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(folder, name)
    const tests = assertionResults.map(({ fullName, status: own, failureMessages }): TestResult => {
      const outcome = own === 'passed' || own === 'failed' ? own : 'skipped'
      return { title: `${file} > ${fullName}`, outcome, message: failureMessages?.[0] }
    })
    const isUnnamed = status === 'failed' && tests.every(({ outcome }) => outcome !== 'failed')
    return isUnnamed ? [...tests, { title: file, outcome: 'failed', message }] : tests
  })
}

function tapResults(stdout: string): TestResult[] {
  const results: TestResult[] = []
  const parser = new Parser()
  parser.on('result', ({ ok, skip, todo, fullname, diag }: Result) => {
    const outcome = skip || todo ? 'skipped' : ok ? 'passed' : 'failed'
    const message = [diag?.error?.message, diag?.error, diag?.message].find((one) => typeof one === 'string')
    results.push({ title: fullname, outcome, message })
  })
  parser.end(stdout)
  return results
}

function comparisonOf(before: Results, after: Results): Comparison {
  const outcomeIn = (results: Results, { title }: TestResult) => results.get(title)?.outcome
  const [old, now] = [[...before.values()], [...after.values()]]
  const passed = old.filter(({ outcome }) => outcome === 'passed')
  const failing = now.filter((one) => one.outcome === 'failed' && outcomeIn(before, one) !== 'failed')
  const missing = passed.filter((one) => !/^(?:passed|failed)$/.test(outcomeIn(after, one) ?? ''))
  const passing = now.filter((one) => one.outcome === 'passed' && outcomeIn(before, one) === 'failed')
  const kept = passed.filter((one) => outcomeIn(after, one) === 'passed')
  const lines = [
    `Of ${passed.length} ${passed.length === 1 ? 'test' : 'tests'} that passed before, ${kept.length} ${kept.length === 1 ? 'passes' : 'pass'} now.\n`,
    ...listOf('These fail now, and did not before:', failing),
    ...listOf('These passed before, and do not run now:', missing),
    ...listOf('These failed before, and pass now:', passing),
  ]
  return { lines, isWorse: failing.length + missing.length > 0 }
}

function listOf(heading: string, tests: readonly TestResult[]): string[] {
  const lines = tests.map(({ title, outcome, message }) => {
    // Jest says `● Test suite failed to run` above the error of a file.
    const [, first] = /^(?! *●) *(\S.*)$/m.exec(stripVTControlCharacters(message ?? '')) ?? []
    return outcome === 'failed' && first ? `  ${title}: ${first}\n` : `  ${title}\n`
  })
  return lines.length === 0 ? [] : [`${heading}\n${lines.join('')}`]
}
