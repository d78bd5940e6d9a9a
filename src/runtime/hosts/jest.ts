/*
 * What mynah uses of Jest that Jest's documentation lacks, each with the reason.
 */

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
export interface JestBlock {
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

/** Whether tests run: a hook that comes too late fails the test or the file. */
export const isJestRunning = (): boolean => jestState()?.hasStarted ?? false

/** The `describe` that is being collected. Without globals, its list of hooks is all that takes one. */
export const collectedBlock = (): JestBlock | undefined => jestState()?.currentDescribeBlock

/** The file: it has the tests, and which of them have run. */
export const rootBlock = (): JestBlock | undefined => jestState()?.rootDescribeBlock

/** The list of errors that fail the file: a hook that fails after its last test would be registered too late. */
export const errorsOfFile = (): unknown[] | undefined => jestState()?.unhandledErrors

/** What the running test has failed with up to now. */
export const errorsOfRunningTest = (): readonly unknown[] => jestState()?.currentlyRunningTest?.errors ?? []

/**
 * Calls a function with the errors of the running test, or of the next one, when it is over. Jest then sets `currentlyRunningTest` to
 * `null`: a hook that is added while tests run comes too late. Returns whether Jest will set it.
 */
export function onceTestEnds(callback: (errors: unknown[]) => void): boolean {
  const jest = jestState()
  const property = jest && Object.getOwnPropertyDescriptor(jest, 'currentlyRunningTest')
  if (!property) return false
  let test = jest.currentlyRunningTest
  Object.defineProperty(jest, 'currentlyRunningTest', {
    configurable: true,
    enumerable: true,
    get: () => test,
    set(next: typeof test) {
      // Without a list to add to, the failures stay until they can be reported.
      const errors = next ? undefined : test?.errors
      test = next
      if (!errors) return
      Object.defineProperty(jest, 'currentlyRunningTest', property)
      jest.currentlyRunningTest = next
      callback(errors)
    },
  })
  return true
}

/** The symbol under which Jest's `expect` keeps its state. */
const EXPECT = Symbol.for('$$jest-matchers-object')

/** Returns the test file. `expect.getState()` has it, but `expect` need not be global. */
export function testPathOfExpect(): string | undefined {
  const { [EXPECT]: expect } = globalThis as { [EXPECT]?: { readonly state?: { readonly testPath?: string } } }
  return expect?.state?.testPath
}

/**
 * The properties that Jest copies for a diff. It copies others too, enumerable or not, and fails on the copy of a `Request`:
 * `Value of "this" must be of type ReadableStream`.
 */
export const PRINTED_BY_JEST = Symbol.for('@jest/serializableProperties')
