import { MynahError } from './core/errors.ts'
import type { CallFilter } from './filter-calls.ts'
import type { Call } from './journal.ts'
import type { Session } from './session.ts'
import { LONGEST_DELAY } from './turn.ts'
import { whileWanted } from './while-wanted.ts'

/**
 * Waits until so many calls that the filter names have been answered, or the mocks end. The clock is the test's own, fake
 * or not.
 */
export async function waitForCalls(
  session: Session,
  filter: CallFilter,
  { times = 1, timeout = 1000 }: { readonly times?: number; readonly timeout?: number },
): Promise<Call[]> {
  const named = session.predicate(filter)
  const isAnswered = (call: Call) => call.outcome === 'answered' && named(call)
  let calls = session.calls(isAnswered)
  if (calls.length >= times) return calls
  let stopWatching = () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
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
    if (timeout > LONGEST_DELAY) return
    timer = setTimeout(() => {
      reject(new MynahError('WAIT_TIMEOUT', timeoutMessage(calls.length, times, timeout, session.calls())))
    }, timeout)
  })
  try {
    return await whileWanted(enough, session.ended)
  } finally {
    clearTimeout(timer)
    stopWatching()
  }
}

function timeoutMessage(count: number, times: number, timeout: number, all: readonly Call[]): string {
  const arrived = all.map(({ request, outcome }) => `  ${request.method} ${request.url}  ${outcome ?? 'under way'}`)
  return [
    `Waited ${timeout} ms for ${times} ${times === 1 ? 'call' : 'calls'}, and ${count} came`,
    '',
    ...(arrived.length > 0 ? ['What did arrive:', ...arrived] : ['Nothing has arrived at all']),
  ].join('\n')
}
