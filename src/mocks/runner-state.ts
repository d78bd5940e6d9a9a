/** What a runner tells of itself, as far as it leaves it on the global object. Nothing is assumed where it tells nothing. */

/** The part of Jest's state that is read. Jest keeps it on the global object, under a symbol with this description. */
interface JestState {
  readonly hasStarted?: boolean
  readonly currentDescribeBlock?: JestBlock
  readonly rootDescribeBlock?: JestBlock
}

/** A `describe` of Jest, or a test in it, which has no hooks. */
interface JestBlock {
  readonly children?: readonly JestBlock[]
  readonly hooks?: JestHook[]
}

interface JestHook {
  readonly type: string
  readonly fn: unknown
  readonly parent?: JestBlock
  readonly asyncError?: Error
  readonly seenDone?: boolean
  readonly timeout?: undefined
}

/** The part of Vitest's exports that is read. Vitest keeps them on the global object, for `import.meta.vitest`. */
interface VitestExports {
  readonly TestRunner?: { getCurrentSuite?(): { readonly suite?: unknown } }
  readonly afterAll?: (callback: () => unknown) => void
}

/** A task of Vitest: a test or a suite. */
interface VitestTask {
  readonly type?: string
  readonly tasks?: readonly VitestTask[]
  readonly result?: { readonly state?: string }
}

function jestState(): JestState | undefined {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === 'JEST_STATE_SYMBOL')
  return symbol && (globalThis as { [key: symbol]: JestState | undefined })[symbol]
}

function vitestExports(): VitestExports | undefined {
  return (globalThis as { __vitest_index__?: VitestExports }).__vitest_index__
}

/**
 * Has Jest or Vitest call a function after the tests of the file, or of the `describe` that is being collected, although
 * their hooks are not global. An error that it rejects with fails the file. Does nothing in other runners, and while tests run.
 */
export function afterFile(callback: () => Promise<void>): void {
  const jest = jestState()
  const block = jest?.hasStarted ? undefined : jest?.currentDescribeBlock
  block?.hooks?.push({
    type: 'afterAll',
    fn: callback,
    parent: block,
    asyncError: new Error('afterAll'),
    seenDone: false,
    timeout: undefined,
  })
  if (!jest) vitestExports()?.afterAll?.(callback)
}

/** Whether Jest is already running tests. It does not throw when a hook comes too late, but fails the test or the file. */
export function isJestRunning(): boolean {
  return jestState()?.hasStarted ?? false
}

/** Whether the body of a `describe` runs, in Jest or Vitest: the tests of the file are being collected. */
export function isInDescribe(): boolean {
  const jest = jestState()
  if (jest) return jest.hasStarted === false && jest.currentDescribeBlock !== jest.rootDescribeBlock
  try {
    return vitestExports()?.TestRunner?.getCurrentSuite?.().suite !== undefined
  } catch {
    // There is no suite yet, as in a setup file.
    return false
  }
}

/**
 * Whether a runner calls a function as a hook that runs before tests. `self` and `context` are what the function is called
 * with. Only a sure sign counts: the same function in an `afterEach` is right.
 */
export function isBeforeHook(fn: unknown, self: unknown, context: unknown): boolean {
  return isMochaBefore(self) || isVitestBefore(context) || isJestBefore(fn, jestState()?.rootDescribeBlock)
}

function isMochaBefore(self: unknown): boolean {
  const { test } = (self ?? {}) as { test?: { readonly type?: string; readonly title?: string } }
  return test?.type === 'hook' && test.title?.startsWith('"before ') === true
}

/** Vitest passes the context of the test, or the suite. */
function isVitestBefore(context: unknown): boolean {
  const { task, type, tasks } = (context ?? {}) as VitestTask & { readonly task?: VitestTask }
  if (task) return task.result?.state === 'run'
  return type === 'suite' && tasks?.every(({ result }) => result === undefined) === true
}

function isJestBefore(fn: unknown, block: JestBlock | undefined): boolean {
  const isBefore = block?.hooks?.some((hook) => hook.fn === fn && hook.type.startsWith('before')) ?? false
  return isBefore || (block?.children?.some((child) => isJestBefore(fn, child)) ?? false)
}
