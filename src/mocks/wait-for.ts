import { MynahError } from '../core/errors.ts'
import { demand, refuseOptions } from '../core/refusal.ts'
import { show } from '../core/show.ts'
import { untilAborted } from '../runtime/abort.ts'
import { startTimer } from '../runtime/time.ts'
import { type CallFilter, toPredicate } from './call-filter.ts'
import type { Call } from './journal.ts'
import type { Session } from './session.ts'

/** The options of `waitFor`. */
export interface WaitOptions {
  /** How many calls; 1 unless said. */
  readonly times?: number
  /** Milliseconds; 1000 unless said. */
  readonly timeout?: number
}

/**
 * Waits until so many calls that the filter names have been answered, or the mocks end. The clock is the test's own, fake
 * or not.
 */
export async function waitForCalls(session: Session, filter: CallFilter, options: WaitOptions): Promise<Call[]> {
  refuseOptions('mocks.waitFor', options, ['times', 'timeout'], (key) => `…, { ${key}: ${key === 'times' ? 2 : 1000} }`)
  const { times = 1, timeout = 1000 } = options
  const isCount = Number.isInteger(times) && times > 0
  demand(isCount, 'mocks.waitFor', { times }, 'times of 1 or more', '…, { times: 2 }')
  const isDuration = typeof timeout === 'number' && timeout >= 0
  demand(isDuration, 'mocks.waitFor', { timeout }, 'milliseconds, 0 or more', '…, { timeout: 1000 }')
  const named = toPredicate(filter, session.base)
  const isAnswered = (call: Call) => call.outcome === 'answered' && named(call)
  let calls = session.calls(isAnswered)
  if (calls.length >= times) return calls
  let stopWatching = () => {}
  let stopTimer = () => {}
  const enough = new Promise<Call[]>((resolve, reject) => {
    stopWatching = session.watch((call) => {
      try {
        if (isAnswered(call)) calls.push(call)
        if (calls.length < times) return
        // The order is that of arrival, and a reset may have come between.
        calls = session.calls(isAnswered)
        if (calls.length >= times) resolve(calls)
      } catch (error) {
        // A filter's own: it is the waiting test's to hear, not the answered request's.
        reject(error)
      }
    })
    stopTimer = startTimer(timeout, () => {
      reject(new MynahError('WAIT_TIMEOUT', timeoutMessage(filter, calls.length, times, timeout, session.calls())))
    })
  })
  try {
    return await untilAborted(enough, session.ended)
  } finally {
    stopTimer()
    stopWatching()
  }
}

function timeoutMessage(
  filter: CallFilter | undefined,
  count: number,
  times: number,
  timeout: number,
  all: readonly Call[],
): string {
  const named = filter && ` of ${'reply' in filter ? filter : show(filter)}`
  const arrived = all.map(({ request, outcome }) => `  ${request.method} ${request.url}  ${outcome ?? 'under way'}`)
  return [
    `Waited ${timeout} ms for ${times} ${times === 1 ? 'call' : 'calls'}${named ?? ''}, and ${count} came`,
    '',
    ...(arrived.length > 0 ? ['What did arrive:', ...arrived] : ['Nothing has arrived at all']),
  ].join('\n')
}
