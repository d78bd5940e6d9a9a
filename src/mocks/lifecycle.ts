import { MynahError } from '../core/errors.ts'
import type { Trace } from '../core/own-frames.ts'

/** Knows whether mocks may be used. */
export class Lifecycle {
  state: 'new' | 'started' | 'ended' = 'new'
  /** Whether somebody used the mocks without a start, or was told that they are not started. */
  isUsed = false
  /** Where the mocks that are started were set up. */
  readonly #places: () => readonly (string | undefined)[]

  constructor(places: () => readonly (string | undefined)[]) {
    this.#places = places
  }

  /**
   * Refuses to change mocks that are not started: an override would silently do nothing.
   * @throws {MynahError} `NOT_STARTED`
   */
  assertStarted(call: string): void {
    if (this.state !== 'started') throw this.#error(call)
  }

  /**
   * Refuses to read mocks that were never started: an empty journal would pass a test.
   * @throws {MynahError} `NOT_STARTED`
   */
  assertReadable(call: string): void {
    if (this.state === 'new') throw this.#error(call)
  }

  /**
   * Returns the error of mocks that nothing has started or used by the end of their test file. `hook` is the runner's, if it is
   * known. After a failure the advice is doubtful: the test may have failed before the line that starts them.
   */
  neverStartedError(trace: Trace, hook?: string, hasFailure = false): MynahError {
    const problem = 'setupMocks(…): these mocks were never started, and have answered nothing'
    const start = hook ? `${hook}(setupMocks(routes))  or call  mocks.start()` : 'mocks.start()'
    const advice = hasFailure
      ? [
          'If a failed test starts them, it failed before that line: fix that failure first',
          `Otherwise write  ${start}`,
        ]
      : [`Write  ${start}`]
    return new MynahError('NOT_STARTED', [problem, '', ...advice, ...this.#started()].join('\n'), { trace })
  }

  #error(call: string): MynahError {
    this.isUsed = true
    const problem = this.state === 'new' ? 'these mocks were never started' : 'these mocks have ended'
    const start = 'Write  beforeAll(mocks)  or  mocks.start()'
    const lines = [`${call}: ${problem}`, '', this.state === 'new' ? start : `${start}  to start them again`]
    if (/^mocks\.(?:use|expect)\b/.test(call)) {
      lines.push(`Hooks run after the body of a describe: write  beforeEach(() => ${call})  there`)
    }
    return new MynahError('NOT_STARTED', [...lines, ...this.#started()].join('\n'))
  }

  #started(): string[] {
    const places = this.#places().filter((place) => place !== undefined)
    return places.length > 0 ? [`Started mocks: ${places.join(', ')}`] : []
  }
}
