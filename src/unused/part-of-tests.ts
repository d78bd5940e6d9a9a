import { readFileSync } from 'node:fs'

/** The part of Jest's configuration that says which tests run. */
export interface JestConfig {
  readonly watch?: boolean
  readonly watchAll?: boolean
  readonly testNamePattern?: string
  readonly testPathPatterns?: { readonly patterns?: readonly string[] }
  /** Of Jest 29. */
  readonly testPathPattern?: string
  readonly shard?: unknown
  readonly onlyChanged?: boolean
  readonly onlyFailures?: boolean
  readonly findRelatedTests?: boolean
}

/** The results of Jest. */
interface JestResults {
  readonly wasInterrupted?: boolean
  readonly numTotalTestSuites?: number
  readonly testResults?: readonly { readonly testFilePath: string; readonly numPendingTests: number }[]
}

/** The part of Vitest that says which tests run. */
export interface VitestContext {
  readonly filenamePattern?: readonly string[]
  readonly config: { readonly watch?: boolean } & { readonly [Filter in (typeof VITEST_FILTERS)[number]]?: unknown }
}

/** A test file of Vitest. */
export interface VitestModule {
  readonly moduleId: string
  readonly children: { allTests(state: 'skipped'): Iterable<unknown> }
}

const VITEST_FILTERS = [
  'testNamePattern',
  'shard',
  'changed',
  'related',
  'project',
  'tagsFilter',
  'cliExclude',
  'sinceLastRun',
  'lastFailed',
  // No test runs: the reports of other runs are put together.
  'mergeReports',
] as const

/** The arguments of Jest that choose tests, and are not told from its configuration file otherwise. */
const JEST_ARGUMENTS = [
  'selectProjects',
  'ignoreProjects',
  'projects',
  'roots',
  'testMatch',
  'testRegex',
  'testPathIgnorePatterns',
  'filter',
]

/** Whether Jest runs only some tests: nobody knows then what the others use. */
export function isPartOfJest(config: JestConfig, results: JestResults): boolean {
  const { testNamePattern, testPathPatterns, testPathPattern, shard, onlyChanged, onlyFailures, findRelatedTests } =
    config
  const { wasInterrupted, numTotalTestSuites = 0, testResults = [] } = results
  const isFiltered = testNamePattern || testPathPatterns?.patterns?.length || testPathPattern || shard
  const isChosen = isFiltered || onlyChanged || onlyFailures || findRelatedTests || hasArgument(JEST_ARGUMENTS)
  // With `--bail` the files after a failure do not run.
  const isCut = wasInterrupted || testResults.length < numTotalTestSuites
  if (isChosen || isCut) return true
  return testResults.some(({ testFilePath, numPendingTests }) => numPendingTests > 0 && isFocused(testFilePath))
}

/** Whether Vitest runs only some tests. It knows the names of the files when the run has begun. */
export function isPartOfVitest(
  { filenamePattern, config }: VitestContext,
  modules: readonly VitestModule[],
  reason: string,
): boolean {
  const filters = [filenamePattern, ...VITEST_FILTERS.map((filter) => config[filter])]
  const isChosen = filters.some((value) => (Array.isArray(value) ? value.length > 0 : value)) || hasArgument(['dir'])
  if (isChosen || reason === 'interrupted') return true
  return modules.some(({ moduleId, children }) => [...children.allTests('skipped')].length > 0 && isFocused(moduleId))
}

/** Whether the process was started with one of these arguments, written as `--testMatch`, `--test-match` or `--testMatch=…`. */
function hasArgument(names: readonly string[]): boolean {
  const given = process.argv.map((argument) => /^--([\w-]+)/.exec(argument)?.[1]?.replaceAll('-', '').toLowerCase())
  return names.some((name) => given.includes(name.toLowerCase()))
}

/** Whether a file with skipped tests focuses others. Runners report a test beside a `test.only` as they report a skipped one. */
function isFocused(file: string): boolean {
  try {
    return /\.only\b|\bf(?:it|describe)\b/.test(readFileSync(file, 'utf8'))
  } catch {
    // The runner has made the file.
    return false
  }
}
