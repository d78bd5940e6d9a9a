/** The part of Vitest's exports that is read. Vitest keeps them on the global object, for `import.meta.vitest`. */
interface VitestExports {
  readonly TestRunner?: { getCurrentSuite?(): { readonly suite?: unknown; readonly file?: VitestTask } }
  readonly afterAll?: (callback: () => unknown) => void
  readonly onTestFinished?: (callback: () => unknown) => void
}

/** The context that Vitest passes to hooks. */
interface VitestContext {
  onTestFinished(callback: () => unknown): void
}

/** A task of Vitest: a test or a suite. */
interface VitestTask {
  readonly type?: string
  readonly tasks?: readonly VitestTask[]
  readonly result?: { readonly state?: string }
}

function vitestExports(): VitestExports | undefined {
  return (globalThis as { __vitest_index__?: VitestExports }).__vitest_index__
}

function currentSuite() {
  try {
    return vitestExports()?.TestRunner?.getCurrentSuite?.()
  } catch {
    // There is no suite yet, as in a setup file.
    return undefined
  }
}

/** Whether Vitest is already running tests. It takes a hook that comes too late, and never calls it. */
export function isVitestRunning(): boolean {
  return currentSuite()?.file?.result !== undefined
}

/** Whether Vitest runs the body of a `describe`: the tests of the file are being collected. */
export function isInVitestDescribe(): boolean {
  return currentSuite()?.suite !== undefined
}

/**
 * Has Vitest call a function after the tests of the file, or of the `describe` that is being collected, although its hooks
 * are not global. An error that it rejects with fails the file. Returns whether Vitest will call it: not while tests run.
 */
export function afterVitestFile(callback: () => Promise<void>): boolean {
  const { afterAll } = vitestExports() ?? {}
  if (!afterAll || isVitestRunning()) return false
  afterAll(callback)
  return true
}

/** Has Vitest call a function after the running test, which an error fails. Returns whether Vitest will call it. */
export function afterVitestTest(callback: () => Promise<void>): boolean {
  try {
    return whenFinished(vitestExports(), callback)
  } catch {
    // No test is running.
    return false
  }
}

/**
 * Asks Vitest to call a function when a test is over, and returns whether it will. Vitest skips the remaining hooks when
 * an `afterEach` throws: the state that they should have cleaned up would reach the next test.
 */
export function whenFinished(context: unknown, callback: () => unknown): boolean {
  const tell = (context as Partial<VitestContext> | null | undefined)?.onTestFinished
  tell?.(callback)
  return tell !== undefined
}

/** Whether a function that Vitest calls with this context is a hook that runs before tests. The context is the test's, or the suite. */
export function isVitestBefore(context: unknown): boolean {
  const { task, type, tasks } = (context ?? {}) as VitestTask & { readonly task?: VitestTask }
  if (task) return task.result?.state === 'run'
  return type === 'suite' && tasks?.every(({ result }) => result === undefined) === true
}
