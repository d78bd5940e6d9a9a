import { MynahError, pendingError } from '../core/errors.ts'
import { startAtUser, type Trace } from '../core/frames.ts'
import { checkOptions, type OptionTable } from '../core/options.ts'
import { untilAborted } from '../runtime/abort.ts'
import { startTimer } from '../runtime/time.ts'
import { type CallFilter, parseFilter } from './call-filter.ts'
import type { Call, CallEntry } from './session/journal.ts'
import type { Session } from './session/session.ts'

/** The options of `waitFor`. */
export interface WaitOptions {
  /** How many calls to wait for; 1 by default. */
  readonly times?: number
  /** Milliseconds; 1000 by default. */
  readonly timeout?: number
}

const WAIT_OPTIONS: OptionTable = {
  times: { isRight: (value) => Number.isInteger(value) && (value as number) > 0, wanted: 'an integer, 1 or more' },
  timeout: { isRight: (value) => typeof value === 'number' && value >= 0, wanted: 'milliseconds, 0 or more' },
}

/**
 * Waits until so many calls that the filter selects have been answered, or the mocks end. Uses the timers of the test, so
 * fake timers apply.
 */
export async function waitForCalls(
  session: Session,
  filter: CallFilter,
  options: WaitOptions,
  caller: Trace,
): Promise<Call[]> {
  checkOptions('mocks.waitFor', '…, ', options, WAIT_OPTIONS)
  const { times = 1, timeout = 1000 } = options
  const { ended } = session
  const { test, text } = parseFilter('mocks.waitFor', filter, session)
  const isAnswered = (entry: CallEntry) => entry.outcome === 'answered' && test(entry)
  let calls = session.journal.calls(isAnswered)
  if (calls.length >= times) return calls
  let count = calls.length
  let stopWatching = () => {}
  let stopTimer = () => {}
  const enough = new Promise<Call[]>((resolve, reject) => {
    stopWatching = session.watch((entry) => {
      try {
        if (isAnswered(entry)) count++
        if (count < times) return
        // Read again: in order of arrival, and without the calls that a reset forgot.
        calls = session.journal.calls(isAnswered)
        count = calls.length
        if (count >= times) resolve(calls)
      } catch (error) {
        // The user's filter threw. That is for the waiting test, not for the answered request.
        reject(error)
      }
    })
    stopTimer = startTimer(timeout, () => {
      const message = timeoutMessage(text, count, times, timeout, session.journal.calls())
      reject(new MynahError('WAIT_TIMEOUT', message, { trace: caller }))
    })
  })
  try {
    return await untilAborted(enough, ended)
  } catch (error) {
    if (!ended.aborted || error !== ended.reason) throw error
    throw startAtUser(pendingError(ended, `mocks.waitFor of ${text}`), { trace: caller }, 'AbortError')
  } finally {
    stopTimer()
    stopWatching()
  }
}

function timeoutMessage(filter: string, count: number, times: number, timeout: number, all: readonly Call[]): string {
  const arrived = all.map(({ request, outcome }) => `  ${request.method} ${request.url}  ${outcome ?? 'pending'}`)
  return [
    `mocks.waitFor: waited ${timeout} ms for ${times} ${times === 1 ? 'call' : 'calls'} of ${filter}, but ${count} arrived`,
    '',
    ...(arrived.length > 0 ? ['Arrived:', ...arrived] : ['No requests arrived']),
  ].join('\n')
}
