import {
  collectedBlock,
  errorsOfFile,
  errorsOfRunningTest,
  isJestRunning,
  type JestBlock,
  onceTestEnds,
  rootBlock,
  testPathOfExpect,
} from '../../runtime/hosts/jest.ts'
import type { Hooks, KnownTest, Runner } from './runner.ts'

function jestHooks(): Hooks | undefined {
  const block = collectedBlock()
  const { hooks } = block ?? {}
  if (!hooks) return undefined
  const hook = (type: string) => (fn: unknown) =>
    void hooks.push({ type, fn, parent: block, asyncError: new Error(type), seenDone: false, timeout: undefined })
  return {
    beforeEach: hook('beforeEach'),
    afterEach: hook('afterEach'),
    afterAll: hook('afterAll'),
  }
}

function jestTests({ children = [] }: JestBlock): KnownTest[] {
  const file = testPathOfExpect()
  return children.flatMap((child) => (child.children ? jestTests(child) : [{ file, outcome: jestOutcome(child) }]))
}

function jestOutcome({ status, errors = [] }: JestBlock): KnownTest['outcome'] {
  if (status !== 'done') return undefined
  return errors.length > 0 ? 'failed' : 'passed'
}

/** The functions to call when the running test is over. */
const takers: (() => unknown)[] = []

/**
 * Calls a function when the running test, or the next one, is over; an error that the function returns fails the test. Returns whether
 * it will be called.
 */
function afterJestTest(takeError: () => unknown): boolean {
  if (takers.push(takeError) > 1) return true
  const isWaiting = onceTestEnds((failed) => {
    const errors = takers.splice(0).map((take) => take())
    failed.push(...errors.filter((error) => error !== undefined))
  })
  if (!isWaiting) takers.pop()
  return isWaiting
}

/** Jest keeps an error alone, or in a pair with the place of its test. */
function jestErrors(): readonly unknown[] {
  return errorsOfRunningTest().map((error) => (Array.isArray(error) ? error[0] : error))
}

function isJestBefore(fn: unknown, block = rootBlock()): boolean {
  const isBefore = block?.hooks?.some((hook) => hook.fn === fn && hook.type.startsWith('before')) ?? false
  return isBefore || (block?.children?.some((child) => isJestBefore(fn, child)) ?? false)
}

export const jest: Runner = {
  startHook: 'beforeAll',
  // A hook that comes too late does not throw: it fails the test or the file.
  isRunning: isJestRunning,
  hooks: jestHooks,
  isBefore: (fn) => isJestBefore(fn),
  errorsOf: jestErrors,
  afterTest: ({ takeUnreported }) => afterJestTest(takeUnreported),
  // The check is asked after each test until it knows.
  atEnd(check) {
    const root = rootBlock()
    const errors = errorsOfFile()
    if (!root || !errors) return isJest()
    const look = () => {
      const error = check(jestTests(root))
      if (error === 'later') afterJestTest(look)
      else if (error) errors.push(error)
    }
    return afterJestTest(look)
  },
}

/** Whether Jest runs this process. A listener of the process would keep a whole test file in memory. */
function isJest(): boolean {
  return typeof process === 'object' && process.env?.JEST_WORKER_ID !== undefined
}
