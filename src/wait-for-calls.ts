import { MynahError } from './core/errors.ts'
import type { CallFilter } from './filter-calls.ts'
import type { Call } from './journal.ts'
import type { Session } from './session.ts'

/** Waits until so many calls that the filter names have been answered. The clock is the test's own, fake or not. */
export function waitForCalls(
  session: Session,
  filter: CallFilter,
  { times = 1, timeout = 1000 }: { readonly times?: number; readonly timeout?: number },
): Promise<Call[]> {
  const answered = () => session.calls(filter).filter(({ outcome }) => outcome === 'answered')
  return new Promise((resolve, reject) => {
    const stopWatching = session.watch(check)
    const timer = setTimeout(() => {
      stopWatching()
      reject(new MynahError('WAIT_TIMEOUT', timeoutMessage(answered().length, times, timeout, session.calls())))
    }, timeout)
    function check(): void {
      const calls = answered()
      if (calls.length < times) return
      clearTimeout(timer)
      stopWatching()
      resolve(calls)
    }
    check()
  })
}

function timeoutMessage(count: number, times: number, timeout: number, all: readonly Call[]): string {
  const arrived = all.map(({ request, outcome }) => `  ${request.method} ${request.url}  ${outcome ?? 'under way'}`)
  return [
    `Waited ${timeout} ms for ${times} ${times === 1 ? 'call' : 'calls'}, and ${count} came`,
    '',
    ...(arrived.length > 0 ? ['What did arrive:', ...arrived] : ['Nothing has arrived at all']),
  ].join('\n')
}
