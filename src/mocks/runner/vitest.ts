import { type Hooks, type KnownTest, outcomeOf, type Runner } from './runner.ts'

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

function vitestTests({ tasks = [] }: VitestTask): KnownTest[] {
  return tasks.flatMap((task) => {
    const outcome = outcomeOf(task.result?.state)
    return task.tasks ? vitestTests(task) : [{ file: task.file?.filepath, outcome }]
  })
}

function whenFinished(context: unknown, callback: () => unknown): boolean {
  const tell = (context as Partial<VitestContext> | null | undefined)?.onTestFinished
  tell?.(callback)
  return tell !== undefined
}

export const vitest: Runner = {
  startHook: 'beforeAll',
  // Vitest takes a hook that comes too late, and never calls it.
  isRunning: () => currentSuite()?.file?.result !== undefined,
  hooks() {
    const { beforeEach, afterEach, afterAll } = vitestExports() ?? {}
    return beforeEach && afterEach && afterAll && { beforeEach, afterEach, afterAll }
  },
  // The context is the test's, or the suite.
  isBefore(_fn, _self, context) {
    const { task, type, tasks } = (context ?? {}) as VitestTask & { readonly task?: VitestTask }
    if (task) return task.result?.state === 'run'
    return type === 'suite' && tasks?.every(({ result }) => result === undefined) === true
  },
  whenFinished,
  afterTest({ afterFile }) {
    try {
      return whenFinished(vitestExports(), afterFile)
    } catch {
      // No test is running.
      return false
    }
  },
  atEnd(check) {
    const { TestRunner, afterAll } = vitestExports() ?? {}
    const file = currentSuite()?.file
    if (!file) return vitestExports() !== undefined
    const look = () => {
      const error = check(vitestTests(file))
      if (error instanceof Error) throw error
      return error
    }
    const lookAtEnd = () => TestRunner?.getSuiteHooks?.(file)?.afterAll.push(look)
    if (file.result) lookAtEnd()
    // In a `describe`, other tests of the file have not run yet.
    else afterAll?.(() => void (look() === 'later' && lookAtEnd()))
    return true
  },
}
