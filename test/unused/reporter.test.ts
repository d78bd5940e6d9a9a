import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Reporter } from 'vitest/node'
import { RouteDefinitionError, rest, type Stub } from '../../src/entries/index.ts'
import UnusedReporter from '../../src/entries/unused.ts'
import { thrownBy } from '../promises/support.ts'

/* The reporter without a runner. test/unused/run tries it in Vitest and Jest. */

const STUB = rest.get('/users', [])
const { exitCode } = process
let written = ''

beforeEach(() => {
  written = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += text
    return true
  })
})

afterEach(() => {
  process.exitCode = exitCode
})

const told = () => JSON.parse(process.env.MYNAH_UNUSED ?? '{}') as { recorder: string; file: string }

/** Tells the reporter of stubs, as mocks do. */
function tell(...stubs: readonly { stub: Stub; isUsed: boolean }[]): void {
  UnusedReporter.recordIn(told().file)({ stubs, requests: [] })
}

/** Runs a reporter as Vitest does. */
function runAsVitest(
  options: object,
  config: object,
  work: () => void,
  reason = 'passed',
  modules: object[] = [],
): void {
  const reporter = new UnusedReporter(options)
  reporter.onInit({ config })
  work()
  reporter.onTestRunEnd(modules, [], reason)
}

/** Runs a reporter as Jest does, and returns the error of the run. */
function runAsJest(options: object, config: object, work: () => void, results: object = {}): Error | undefined {
  const reporter = new UnusedReporter(config, options, {})
  reporter.onRunStart()
  work()
  reporter.onRunComplete([], results)
  return reporter.getLastError()
}

test('it is a reporter of Vitest, by its types', () => {
  const reporter: Reporter = new UnusedReporter({ fail: true })
  expect(reporter.onInit).toBeTypeOf('function')
})

test('an unused stub is listed, and the file is deleted', () => {
  let file = ''
  runAsVitest({}, {}, () => {
    file = told().file
    tell({ stub: STUB, isUsed: false })
    tell({ stub: STUB, isUsed: false })
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2)
  })
  expect(written).toMatch(
    /^\nmynah: no test used 1 of 1 stub\n\n {2}rest\.get\('\/users'\) {2}test\/unused\/reporter.test.ts:\d+\n$/,
  )
  expect([existsSync(dirname(file)), process.env.MYNAH_UNUSED, process.exitCode]).toEqual([false, undefined, exitCode])
})

test('{ fail: true } fails the run of each runner, if something is unused', () => {
  const work = () => tell({ stub: STUB, isUsed: false })
  expect(runAsJest({ fail: true }, {}, work)?.message).toBe('mynah/unused: something was unused')
  expect(runAsJest({ fail: false }, {}, work)).toBeUndefined()
  expect(runAsJest({ fail: true }, {}, () => tell({ stub: STUB, isUsed: true }))).toBeUndefined()
  runAsVitest({ fail: true }, {}, work)
  expect(process.exitCode).toBe(1)
})

test('a line that a killed worker has not finished is left out', () => {
  runAsVitest({}, {}, () => {
    tell({ stub: STUB, isUsed: true })
    appendFileSync(told().file, '[null,"rest.get(')
  })
  expect(written).toBe('\nmynah: the tests used all 1 stub\n')
})

test('a worker that outlives the run changes nothing', () => {
  let late = () => {}
  runAsVitest({}, {}, () => {
    const record = UnusedReporter.recordIn(told().file)
    late = () => record({ stubs: [{ stub: STUB, isUsed: true }], requests: [] })
  })
  expect(late).not.toThrow()
})

test('the folder of a dead run is deleted', () => {
  const folder = join(tmpdir(), 'mynah-unused-4194305-dead')
  mkdirSync(folder, { recursive: true })
  runAsVitest({}, {}, () => expect(existsSync(folder)).toBe(false))
})

const SOME_TESTS = '\nmynah: not all tests ran, so unused stubs are unknown\n'

test.for([
  { testNamePattern: /users/ },
  { shard: { index: 1, count: 2 } },
  { changed: true },
  { related: ['src/users.ts'] },
  { project: ['unit'] },
  { tagsFilter: ['!slow'] },
  { cliExclude: ['test/slow.test.ts'] },
  { sinceLastRun: true },
  { lastFailed: true },
  { mergeReports: '.vitest-reports' },
])('a run of some tests in Vitest: %o', (config) => {
  runAsVitest({ fail: true }, config, () => tell({ stub: STUB, isUsed: false }))
  expect(written).toBe(SOME_TESTS)
})

test.for([
  { testNamePattern: 'users' },
  { testPathPatterns: { patterns: ['users'] } },
  { testPathPattern: 'users' },
  { shard: { shardIndex: 1, shardCount: 2 } },
  { onlyChanged: true },
  { onlyFailures: true },
  { findRelatedTests: true },
])('a run of some tests in Jest: %o', (config) => {
  expect(runAsJest({ fail: true }, config, () => tell({ stub: STUB, isUsed: false }))).toBeUndefined()
  expect(written).toBe(SOME_TESTS)
})

test.for([
  ['--selectProjects', 'unit'],
  ['--ignoreProjects=unit'],
  ['--ignore-projects=unit'],
  ['--projects', 'packages/a'],
  ['--testPathIgnorePatterns=slow'],
  ['--testMatch', '**/one.test.js'],
  ['--test-regex', 'one'],
  ['--roots=test/unit'],
  ['--filter=./filter.js'],
])('a run of some tests in Jest, by its arguments: %o', (args) => {
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'jest', ...args])
  expect(runAsJest({ fail: true }, {}, () => tell({ stub: STUB, isUsed: false }))).toBeUndefined()
  expect(written).toBe(SOME_TESTS)
})

test('other arguments, and empty filters, leave a run whole', () => {
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'jest', '--ci', '--config=projects.js', 'testMatch'])
  const work = () => tell({ stub: STUB, isUsed: true })
  runAsVitest({}, { project: [], tagsFilter: [], cliExclude: undefined, changed: false }, work)
  runAsJest({}, { testPathPatterns: { patterns: [] }, testPathPattern: '' }, work, { numTotalTestSuites: 0 })
  expect(written).toBe('\nmynah: the tests used all 1 stub\n'.repeat(2))
})

const folder = mkdtempSync(join(tmpdir(), 'focused-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.for([
  { code: "test.only('a', () => {})", skipped: 1, isPart: true },
  { code: "describe.only.each([1])('a', () => {})", skipped: 1, isPart: true },
  { code: "fit('a', () => {})", skipped: 1, isPart: true },
  { code: "fdescribe('a', () => {})", skipped: 1, isPart: true },
  // All of its tests ran.
  { code: "test.only('a', () => {})", skipped: 0, isPart: false },
  { code: "test.skip('a', () => {}); profit('b')", skipped: 1, isPart: false },
])('a run with a file of $code, and $skipped skipped tests', ({ code, skipped, isPart }) => {
  const file = join(folder, 'one.test.js')
  writeFileSync(file, code)
  const children = { allTests: () => new Array(skipped).fill({}) }
  const work = () => tell({ stub: STUB, isUsed: true })
  runAsVitest({}, {}, work, 'passed', [{ moduleId: file, children }])
  runAsJest({}, {}, work, { testResults: [{ testFilePath: file, numPendingTests: skipped }] })
  expect(written).toBe((isPart ? SOME_TESTS : '\nmynah: the tests used all 1 stub\n').repeat(2))
})

test('a test file that is not on the disk is no reason to fail', () => {
  const module = { moduleId: '/virtual/one.test.js', children: { allTests: () => [{}] } }
  runAsVitest({}, {}, () => tell({ stub: STUB, isUsed: true }), 'passed', [module])
  expect(written).toBe('\nmynah: the tests used all 1 stub\n')
})

test('a run of Jest that a failure has ended tells no stub', () => {
  const results = { numTotalTestSuites: 2, testResults: [{ testFilePath: 'one.test.js', numPendingTests: 0 }] }
  runAsJest({}, {}, () => tell({ stub: STUB, isUsed: false }), results)
  expect(written).toBe(SOME_TESTS)
})

test('an interrupted run tells no stub', () => {
  runAsVitest({}, {}, () => tell({ stub: STUB, isUsed: false }), 'interrupted')
  expect(written).toBe(SOME_TESTS)
})

test('nothing is printed in watch mode', () => {
  runAsVitest({}, { watch: true }, () => expect(process.env.MYNAH_UNUSED).toBeUndefined())
  runAsJest({}, { watchAll: true }, () => expect(process.env.MYNAH_UNUSED).toBeUndefined())
  expect(written).toBe('')
})

test.for([
  [
    { fails: true },
    "new UnusedReporter: 'fails' is not an option; use fail\n\nWrite  new UnusedReporter({ fail: true })",
  ],
  [{ fail: 1 }, 'new UnusedReporter: fail is true or false, not 1'],
  [true, 'new UnusedReporter: the options must be an object, got true'],
])('%o is refused', ([options, message]) => {
  const error = thrownBy(() => new UnusedReporter(options as object)) as Error
  expect(error).toBeInstanceOf(RouteDefinitionError)
  expect(error.message).toBe(message)
})
