import { addToMessage } from '../../core/frames.ts'
import { messageOf } from '../../core/show.ts'
import { withCause } from '../session/failure-error.ts'
import { type KnownTest, outcomeOf, type Runner } from './runner.ts'

interface MochaContext {
  readonly currentTest?: MochaTest
  /** The hook that runs. */
  readonly test?: { readonly type?: string; readonly title?: string; readonly parent?: MochaSuite }
}

interface MochaSuite {
  readonly parent?: MochaSuite
  readonly suites: readonly MochaSuite[]
  readonly tests: readonly { readonly file?: string; readonly state?: string }[]
  afterAll(title: string, callback: () => void): void
}

/** A test of Mocha. When `async` is set, its function takes a callback. */
interface MochaTest {
  fn: ((this: unknown, done: (error?: unknown) => void) => unknown) | undefined
  readonly async: boolean | number
  fullTitle?(): string
  /** The error that Mocha's reporters show. */
  readonly err?: unknown
}

/** Mocha's globals. Only Mocha has a `before` and no `beforeAll`. */
interface MochaGlobals {
  readonly before?: unknown
  readonly beforeAll?: unknown
  readonly after?: (title: string, callback: (this: MochaContext) => unknown) => void
}

/** The global `after` of Mocha. */
function mochaAfter(): MochaGlobals['after'] {
  const { before, beforeAll, after } = globalThis as MochaGlobals
  return before && !beforeAll ? after : undefined
}

function mochaTests({ suites, tests }: MochaSuite): KnownTest[] {
  const direct = tests.map(({ file, state }) => ({ file, outcome: outcomeOf(state) }))
  return [...direct, ...suites.flatMap(mochaTests)]
}

export const mocha: Runner = {
  startHook: 'before',
  isBefore(_fn, self) {
    const { test } = (self ?? {}) as MochaContext
    return test?.type === 'hook' && test.title?.startsWith('"before ') === true
  },
  // After all tests of the file, or of all files in one process. The hook may be registered while tests run.
  afterTest({ afterFile }) {
    const after = mochaAfter()
    after?.('mynah', afterFile)
    return after !== undefined
  },
  atEnd(check) {
    const after = mochaAfter()
    after?.('mynah', function () {
      let root = this.test?.parent
      while (root?.parent) root = root.parent
      // In a `describe` the other tests of its file have not run yet. Mocha calls the hook all the same if it is in the root suite.
      root?.afterAll('mynah', () => {
        const error = check(mochaTests(root))
        if (error instanceof Error) throw error
      })
    })
    return after !== undefined
  },
}

/**
 * Makes the Mocha test of a `beforeEach` throw its failure itself: an error in a Mocha hook would skip the rest of the suite.
 * Does nothing for the context of another runner.
 */
export function failMochaTest(context: unknown, takeFailure: (thrown: readonly unknown[]) => Promise<unknown>): void {
  const test = currentTestOf(context)
  const fn = test?.fn
  if (!fn) return
  const failure = async (thrown: unknown) => withCause(thrown, await takeFailure(thrown === undefined ? [] : [thrown]))
  // A retry copies the test, and must get the original function.
  const run = (context: unknown, done: (error?: unknown) => void) => {
    test.fn = fn
    return fn.call(context, done)
  }
  test.fn = test.async
    ? function (done) {
        // Mocha refuses a promise beside a callback, and the test may return what its callback returns.
        return run(this, (thrown) => void failure(thrown).then(done))
      }
    : async function (done) {
        let thrown: unknown
        try {
          await run(this, done)
        } catch (error) {
          thrown = error ?? new Error(`The test threw ${error}`)
        }
        const error = await failure(thrown)
        if (error !== undefined) throw error
      }
}

/**
 * Adds a failure to the error of a Mocha test that has failed before, as by its time limit: thrown in a hook, it would skip the rest of
 * the suite. Returns whether the error has it.
 */
export function addToMochaTest(context: unknown, failure: unknown): boolean {
  const error = currentTestOf(context)?.err
  const report = messageOf(failure)
  addToMessage(error, report)
  return messageOf(error).includes(report)
}

/** Names the Mocha test that a failure belongs to. Returns whether there is one: the context may be another runner's. */
export function nameMochaTest(context: unknown, failure: unknown): boolean {
  const title = currentTestOf(context)?.fullTitle?.()
  if (title !== undefined) addToMessage(failure, `Test: ${title}`)
  return title !== undefined
}

/** Throws the failures of a hook behind all tests. In Mocha, a last hook throws them: an earlier one would skip the user's own. */
export function throwLast(context: unknown, error: unknown): void {
  const suite = (context as MochaContext | null | undefined)?.test?.parent
  if (!suite) throw error
  suite.afterAll('mynah', () => {
    throw error
  })
}

function currentTestOf(context: unknown): MochaTest | undefined {
  return (context as MochaContext | null | undefined)?.currentTest
}
