import { atProcessEnd, type KnownTest, outcomeOf, type Runner } from './runner.ts'

/** The part of Jasmine's global that is used. */
interface Jasmine {
  getEnv?(): { addReporter?(reporter: { specDone(spec: { filename?: string; status: string }): void }): void }
}

/** Jasmine has no hook of a file. A hook that is registered while tests run is an error. */
export const jasmine: Runner = {
  startHook: 'beforeAll',
  atEnd(check) {
    const env = (globalThis as { jasmine?: Jasmine }).jasmine?.getEnv?.()
    if (!env?.addReporter) return false
    const tests: KnownTest[] = []
    try {
      env.addReporter({
        specDone({ filename, status }) {
          tests.push({ file: filename, outcome: outcomeOf(status) })
        },
      })
    } catch {
      // A worker of `--parallel` takes no reporter.
      return false
    }
    atProcessEnd(check, () => tests)
    return true
  },
}
