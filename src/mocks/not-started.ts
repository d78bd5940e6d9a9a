import { MynahError } from '../core/errors.ts'
import type { Trace } from '../core/frames.ts'
import { startedPlaces } from '../exchange/started.ts'

/** Returns the error of a call that needs mocks that are started. `hasEnded` says that they were. */
export function notStartedError(call: string, hasEnded: boolean): MynahError {
  const problem = hasEnded ? 'these mocks have ended' : 'these mocks were never started'
  const start = 'Write  beforeAll(mocks)  or  mocks.start()'
  const lines = [`${call}: ${problem}`, '', hasEnded ? `${start}  to start them again` : start]
  if (/^mocks\.(?:use|expect)\b/.test(call)) {
    lines.push(`Hooks run after the body of a describe: write  beforeEach(() => ${call})  there`)
  }
  return new MynahError('NOT_STARTED', [...lines, ...otherMocks()].join('\n'))
}

/**
 * Returns the error of mocks that nothing has started or used by the end of their test file. `hook` is the runner's, if it is
 * known. After a failure the advice is doubtful: the test may have failed before the line that starts them.
 */
export function neverStartedError(trace: Trace, hook?: string, hasFailure = false): MynahError {
  const problem = 'setupMocks(…): these mocks were never started, and have answered nothing'
  const start = hook ? `${hook}(setupMocks(routes))  or call  mocks.start()` : 'mocks.start()'
  const advice = hasFailure
    ? ['If a failed test starts them, it failed before that line: fix that failure first', `Otherwise write  ${start}`]
    : [`Write  ${start}`]
  return new MynahError('NOT_STARTED', [problem, '', ...advice, ...otherMocks()].join('\n'), { trace })
}

function otherMocks(): string[] {
  const places = startedPlaces().filter((place) => place !== undefined)
  return places.length > 0 ? [`Started mocks: ${places.join(', ')}`] : []
}
