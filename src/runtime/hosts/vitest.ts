/*
 * What mynah uses of Vitest that Vitest's documentation lacks, each with the reason.
 */

type VitestHook = (callback: (this: unknown) => unknown) => void

/** The part of Vitest's exports that is read. Vitest keeps them on the global object, for `import.meta.vitest`. */
export interface VitestExports {
  readonly beforeEach?: VitestHook
  readonly afterEach?: VitestHook
  readonly afterAll?: VitestHook
  readonly TestRunner?: {
    getCurrentSuite?(): { readonly file?: VitestTask }
    /** Returns nothing while the file is being collected. */
    getSuiteHooks?(suite: VitestTask): { readonly afterAll: (() => unknown)[] } | undefined
  }
  readonly onTestFinished?: (callback: () => unknown) => void
}

/** A task of Vitest: a test or a suite. */
export interface VitestTask {
  readonly type?: string
  readonly concurrent?: boolean
  readonly repeats?: number
  readonly filepath?: string
  readonly file?: VitestTask
  readonly tasks?: readonly VitestTask[]
  readonly result?: { readonly state?: string; readonly errors?: readonly unknown[] }
}

export function vitestExports(): VitestExports | undefined {
  return (globalThis as { __vitest_index__?: VitestExports }).__vitest_index__
}

/** What Vitest keeps on the global object of a worker while it runs a file. */
interface VitestWorker {
  readonly current?: VitestTask
  readonly filepath?: string
}

/** Returns the worker that runs this file, and is another one when the file is run again. */
export function vitestWorker(): VitestWorker | undefined {
  return (globalThis as { __vitest_worker__?: VitestWorker }).__vitest_worker__
}

/** The test or the suite that runs, or the file that is being collected. */
export function runningTask(): VitestTask | undefined {
  return vitestWorker()?.current
}

/** Whether this is a page of Vitest's browser mode. */
export function isVitestPage(): boolean {
  return '__vitest_browser__' in globalThis
}
