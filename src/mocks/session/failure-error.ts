import { MynahError } from '../../core/errors.ts'
import { atUser } from '../../core/frames.ts'
import type { RequestLine } from '../../core/request.ts'
import { messageOf, showThrown } from '../../core/show.ts'
import type { Stub } from '../../core/stub/stub.ts'
import { MOST_FAILURES } from './failures.ts'

/** Returns the error that a test fails with: a single failure itself, with its stack and diff, or an `AggregateError` of all. */
export function failureOf(failures: readonly unknown[]): unknown {
  if (failures.length === 0) return undefined
  if (failures.length === 1) return failures[0] ?? new MynahError('RESOLVER', `A resolver threw ${failures[0]}`)
  const count = failures.length < MOST_FAILURES ? `${failures.length}` : `${failures.length} or more`
  const trace = failures.find((failure) => failure instanceof Error)
  return atUser(() => new AggregateError(failures, `${count} failures\n\n${wordEach(failures)}`), { trace })
}

/** Words failures that no test has failed with, for the end of the process. */
export function untoldText(failures: readonly unknown[]): string | undefined {
  if (failures.length === 0) return undefined
  return `mynah: no test has failed with this. Call mocks.stop() after each test, or after all.\n\n${wordEach(failures)}`
}

/** Keeps a test's own error, with its diff, and adds the failure that mynah found as its `cause`, if it has none. */
export function withCause(own: unknown, found: unknown): unknown {
  // `Reflect.set` does not throw if the error is frozen.
  if (own instanceof Error && found !== undefined && own !== found) Reflect.set(own, 'cause', own.cause ?? found)
  return own ?? found
}

/** Lists each message once: a client that retries would repeat one report for each try. */
function wordEach(failures: readonly unknown[]): string {
  const times = new Map<string, number>()
  for (const failure of failures) {
    const message = messageOf(failure)
    times.set(message, (times.get(message) ?? 0) + 1)
  }
  return [...times].map(([message, count]) => (count === 1 ? message : `${count} times: ${message}`)).join('\n\n')
}

/** Returns an error for stubs that never answered, if there are any. */
export function unusedStubsError(stubs: readonly Stub[]): MynahError[] {
  if (stubs.length === 0) return []
  const list = stubs.map((stub) => `  ${stub}`)
  return [
    new MynahError(
      'UNUSED_STUBS',
      `${stubs.length === 1 ? 'A stub' : `${stubs.length} stubs`} never answered\n\n${list.join('\n')}`,
      { trace: stubs[0]?.parts.trace },
    ),
  ]
}

/** Returns the error of a request on which mynah threw: a `MynahError` as it is, anything else as a bug in mynah. */
export function internalFault({ method, url }: RequestLine, thrown: unknown): MynahError {
  if (thrown instanceof MynahError) return thrown
  return new MynahError('INTERNAL', `mynah itself failed on ${method} ${url}: ${showThrown(thrown)}`, { cause: thrown })
}
