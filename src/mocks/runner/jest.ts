import { isError } from '../../core/type-guards.ts'
import type { Hooks, KnownTest, Runner } from './runner.ts'

/** The part of Jest's state that is read. Jest keeps it on the global object, under a symbol with this description. */
interface JestState {
  readonly hasStarted?: boolean
  readonly currentDescribeBlock?: JestBlock
  readonly rootDescribeBlock?: JestBlock
  currentlyRunningTest?: { readonly errors?: unknown[] } | null | undefined
  /** Errors that fail the file. */
  readonly unhandledErrors?: unknown[]
}

/** A `describe` of Jest, or a test in it, which has a status and no hooks. */
interface JestBlock {
  readonly status?: string | null
  readonly errors?: readonly unknown[]
  readonly children?: readonly JestBlock[]
  readonly hooks?: JestHook[]
}

interface JestHook {
  readonly type: string
  readonly fn: unknown
  readonly parent?: JestBlock | undefined
  readonly asyncError?: Error
  readonly seenDone?: boolean
  readonly timeout?: undefined
}

function jestState(): JestState | undefined {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === 'JEST_STATE_SYMBOL')
  return symbol && (globalThis as { [key: symbol]: JestState | undefined })[symbol]
}

/** Whether tests of Jest run. */
function isJestRunning(): boolean {
  return jestState()?.hasStarted ?? false
}

function jestHooks(): Hooks | undefined {
  const block = jestState()?.currentDescribeBlock
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

/** The symbol under which Jest's `expect` keeps its state. */
const EXPECT = Symbol.for('$$jest-matchers-object')

function jestTests({ children = [] }: JestBlock): KnownTest[] {
  const { [EXPECT]: expect } = globalThis as { [EXPECT]?: { readonly state?: { readonly testPath?: string } } }
  const file = expect?.state?.testPath
  return children.flatMap((child) => (child.children ? jestTests(child) : [{ file, outcome: jestOutcome(child) }]))
}

function jestOutcome({ status, errors = [] }: JestBlock): KnownTest['outcome'] {
  if (status !== 'done') return undefined
  return errors.length > 0 ? 'failed' : 'passed'
}

/** The functions to call when the running test is over. */
const takers: (() => unknown)[] = []

/**
 * Calls a function when the running test, or the next one, is over; an error that the function returns fails the test. Jest
 * then sets `currentlyRunningTest` to `null`: a hook that is added while tests run comes too late. Returns whether Jest will
 * set it.
 */
function afterJestTest(takeError: () => unknown): boolean {
  const jest = jestState()
  const property = jest && Object.getOwnPropertyDescriptor(jest, 'currentlyRunningTest')
  if (!property) return false
  if (takers.push(takeError) > 1) return true
  let test = jest.currentlyRunningTest
  Object.defineProperty(jest, 'currentlyRunningTest', {
    configurable: true,
    enumerable: true,
    get: () => test,
    set(next: typeof test) {
      // Without a list to add to, the failures stay until they can be reported.
      const failed = next ? undefined : test?.errors
      test = next
      if (!failed) return
      Object.defineProperty(jest, 'currentlyRunningTest', property)
      jest.currentlyRunningTest = next
      const errors = takers.splice(0).map((take) => take())
      failed.push(...errors.filter((error) => error !== undefined))
    },
  })
  return true
}

/**
 * What the running test has failed with up to now, with the causes, which Jest prints too: a client such as axios rejects with an
 * error of its own. Jest keeps an error alone, or in a pair with the place of its test.
 */
function errorsOfTest(): Set<unknown> {
  const errors = jestState()?.currentlyRunningTest?.errors ?? []
  const all = new Set(errors.map((error: unknown) => (Array.isArray(error) ? error[0] : error)))
  // A set also iterates over what is added meanwhile, and ends with a cycle.
  for (const error of all) if (isError(error) && isError(error.cause)) all.add(error.cause)
  return all
}

function isJestBefore(fn: unknown, block = jestState()?.rootDescribeBlock): boolean {
  const isBefore = block?.hooks?.some((hook) => hook.fn === fn && hook.type.startsWith('before')) ?? false
  return isBefore || (block?.children?.some((child) => isJestBefore(fn, child)) ?? false)
}

export const jest: Runner = {
  startHook: 'beforeAll',
  // A hook that comes too late does not throw: it fails the test or the file.
  isRunning: isJestRunning,
  hooks: jestHooks,
  isBefore: (fn) => isJestBefore(fn),
  hasFailedWith: (error) => errorsOfTest().has(error),
  afterTest: ({ takeUntold }) => afterJestTest(takeUntold),
  // The check is asked after each test until it knows.
  atEnd(check) {
    const { rootDescribeBlock: root, unhandledErrors } = jestState() ?? {}
    if (!root || !unhandledErrors) return isJest()
    const look = () => {
      const error = check(jestTests(root))
      if (error === 'later') afterJestTest(look)
      else if (error) unhandledErrors.push(error)
    }
    return afterJestTest(look)
  },
}

/** Whether Jest runs this process. A listener of the process would keep a whole test file in memory. */
function isJest(): boolean {
  return typeof process === 'object' && process.env?.JEST_WORKER_ID !== undefined
}
