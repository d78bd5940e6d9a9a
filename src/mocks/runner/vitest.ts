import { runningTask, type VitestTask, vitestExports } from '../../runtime/hosts/vitest.ts'
import { type KnownTest, outcomeOf, type Runner } from './runner.ts'

/** The context that Vitest passes to hooks. */
interface VitestContext {
  onTestFinished(callback: () => unknown): void
}

/** The file that runs, or is being collected; `undefined` in a setup file. */
function currentFile(): VitestTask | undefined {
  const { TestRunner } = vitestExports() ?? {}
  // Versions before 4.1 do not export it.
  if (!TestRunner) return runningTask()?.file
  try {
    return TestRunner.getCurrentSuite?.().file
  } catch {
    // There is no suite yet, as in a setup file.
    return undefined
  }
}

/** Whether the function of a test has not returned yet, or no test of a suite has run. */
function isAhead({ tasks, result }: VitestTask): boolean {
  return tasks ? tasks.every((task) => task.result === undefined) : result?.state === 'run'
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
  isRunning: () => currentFile()?.result !== undefined,
  hooks() {
    const { beforeEach, afterEach, afterAll } = vitestExports() ?? {}
    return beforeEach && afterEach && afterAll && { beforeEach, afterEach, afterAll }
  },
  // The context is the test's, or the suite.
  isBefore(_fn, _self, context) {
    const { task, ...suite } = (context ?? {}) as VitestTask & { readonly task?: VitestTask }
    return task ? isAhead(task) : suite.type === 'suite' && isAhead(suite)
  },
  // Of tests that run at the same time Vitest names any. When it repeats a test, versions before 5 keep the state of the first run.
  isCleanup() {
    const task = runningTask()
    if (!task) return false
    return task.concurrent || task.repeats ? 'perhaps' : !isAhead(task)
  },
  whenFinished,
  // It keeps the errors of earlier tries.
  errorsOf(context) {
    const { result } = (context as { readonly task?: VitestTask } | undefined)?.task ?? {}
    return result?.state === 'fail' ? result.errors : undefined
  },
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
    const file = currentFile()
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
