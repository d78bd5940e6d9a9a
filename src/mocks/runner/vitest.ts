import type { FileCheck, Hooks, KnownTest } from './runner.ts'

/** The part of Vitest's exports that is read. Vitest keeps them on the global object, for `import.meta.vitest`. */
interface VitestExports extends Partial<Hooks> {
  readonly TestRunner?: {
    getCurrentSuite?(): { readonly suite?: unknown; readonly file?: VitestTask }
    /** Returns nothing while the file is being collected. */
    getSuiteHooks?(suite: VitestTask): { readonly afterAll: (() => unknown)[] } | undefined
  }
  readonly onTestFinished?: (callback: () => unknown) => void
}

/** The context that Vitest passes to hooks. */
interface VitestContext {
  onTestFinished(callback: () => unknown): void
}

/** A task of Vitest: a test or a suite. */
interface VitestTask {
  readonly type?: string
  readonly file?: { readonly filepath?: string }
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

/** The hooks of the file, or of the `describe` that is being collected, although they are not global. None while tests run. */
export function vitestHooks(): Hooks | undefined {
  const { beforeAll, beforeEach, afterEach, afterAll } = vitestExports() ?? {}
  if (!beforeEach || !afterAll || isVitestRunning()) return undefined
  return { beforeAll, beforeEach, afterEach, afterAll }
}

/** Has Vitest fail the file with the error of a check, after its tests. It may be called while tests run. */
export function atVitestEnd(check: FileCheck): void {
  const { TestRunner, afterAll } = vitestExports() ?? {}
  const file = currentSuite()?.file
  if (!file) return
  const look = () => {
    const error = check(vitestTests(file))
    if (error instanceof Error) throw error
    return error
  }
  const lookAtEnd = () => TestRunner?.getSuiteHooks?.(file)?.afterAll.push(look)
  if (isVitestRunning()) lookAtEnd()
  // In a `describe`, other tests of the file have not run yet.
  else afterAll?.(() => void (look() === 'later' && lookAtEnd()))
}

function vitestTests({ tasks = [] }: VitestTask): KnownTest[] {
  return tasks.flatMap((task) => {
    const hasRun = task.result?.state === 'pass' || task.result?.state === 'fail'
    return task.tasks ? vitestTests(task) : [{ file: task.file?.filepath, hasRun }]
  })
}

/** Has Vitest call a function after the running test, which an error fails. Returns whether Vitest will call it. */
export function afterVitestTest(callback: () => Promise<void>): boolean {
  try {
    return whenVitestFinished(vitestExports(), callback)
  } catch {
    // No test is running.
    return false
  }
}

/** Has Vitest call a function when the test of a context is over. Returns whether it will. */
export function whenVitestFinished(context: unknown, callback: () => unknown): boolean {
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
