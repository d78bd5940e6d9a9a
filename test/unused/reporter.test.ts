import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
function runAsVitest(options: object, config: object, work: () => void, reason = 'passed'): void {
  const reporter = new UnusedReporter(options)
  reporter.onInit({ config })
  work()
  reporter.onTestRunEnd([], [], reason)
}

/** Runs a reporter as Jest does, and returns the error of the run. */
function runAsJest(options: object, config: object, work: () => void): Error | undefined {
  const reporter = new UnusedReporter(config, options, {})
  reporter.onRunStart()
  work()
  reporter.onRunComplete([], {})
  return reporter.getLastError()
}

test('it is a reporter of Vitest, by its types', () => {
  const reporter: Reporter = new UnusedReporter({ fail: true })
  expect(reporter.onInit).toBeTypeOf('function')
})

test('an unused stub is told, and the file is deleted', () => {
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

test('a worker that outlives the run disturbs nobody', () => {
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

const SOME_TESTS = '\nmynah: some of the tests did not run, so nobody knows which stubs no test uses\n'

test.for([
  { testNamePattern: /users/ },
  { shard: { index: 1, count: 2 } },
  { changed: true },
  { related: ['src/users.ts'] },
])('a run of some tests in Vitest: %o', (config) => {
  runAsVitest({ fail: true }, config, () => tell({ stub: STUB, isUsed: false }))
  expect(written).toBe(SOME_TESTS)
})

test.for([
  { testNamePattern: 'users' },
  { testPathPatterns: { patterns: ['users'] } },
  { shard: { shardIndex: 1, shardCount: 2 } },
  { onlyChanged: true },
  { onlyFailures: true },
  { findRelatedTests: true },
])('a run of some tests in Jest: %o', (config) => {
  expect(runAsJest({ fail: true }, config, () => tell({ stub: STUB, isUsed: false }))).toBeUndefined()
  expect(written).toBe(SOME_TESTS)
})

test('an interrupted run tells no stub', () => {
  runAsVitest({}, {}, () => tell({ stub: STUB, isUsed: false }), 'interrupted')
  expect(written).toBe(SOME_TESTS)
})

test('a runner that watches is told nothing', () => {
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
