import { MynahError } from '../../core/errors.ts'
import { addToMessage, atUser } from '../../core/frames.ts'
import { getOrAdd } from '../../core/get-or-add.ts'
import type { RequestLine } from '../../core/request.ts'
import { messageOf, showThrown } from '../../core/show.ts'
import type { Stub } from '../../core/stub/stub.ts'
import { MOST_FAILURES } from './failures.ts'

/**
 * Returns the error that a test fails with: a single failure itself, with its stack and diff, or an `AggregateError` of all. Runners
 * print each error of it, so failures with one message are one: a client that retries fails again with each try.
 */
export function failureOf(failures: readonly unknown[]): unknown {
  if (failures.length === 0) return undefined
  const each = eachOnce(failures)
  if (each.length === 1) return each[0] ?? new MynahError('RESOLVER', `A resolver threw ${each[0]}`)
  const trace = each.find((failure) => failure instanceof Error)
  return atUser(() => new AggregateError(each, `${orMore(failures)} failures\n\n${wordEach(each)}`), { trace })
}

/** A line of the message of a failure that came several times. */
const TIMES = /\n\nThis happened \d+(?: or more)? times$/

/** Returns the message of a failure, or of a runner's copy of it, without the number of times that it came. */
export function reportOf(failure: unknown): string {
  const { message } = (failure ?? {}) as { readonly message?: unknown }
  return (typeof message === 'string' ? message : messageOf(failure)).replace(TIMES, '')
}

/** Returns the first failure of each message, which says how often it came. */
function eachOnce(failures: readonly unknown[]): unknown[] {
  const groups = new Map<string, unknown[]>()
  for (const failure of failures) getOrAdd(groups, reportOf(failure), () => []).push(failure)
  return [...groups.values()].map((same) => {
    addTimes(same[0], same)
    return same[0]
  })
}

/** Adds to the message of an error how often it came. */
export function addTimes(error: unknown, same: readonly unknown[]): void {
  if (same.length > 1) addToMessage(error, `This happened ${orMore(same)} times`)
}

function orMore({ length }: readonly unknown[]): string {
  return length < MOST_FAILURES ? `${length}` : `${length} or more`
}

/** Words failures that no test has failed with, for the end of the process. */
export function unreportedText(failures: readonly unknown[]): string | undefined {
  if (failures.length === 0) return undefined
  return `mynah: no test has failed with this. Call mocks.stop() after each test, or after all.\n\n${wordEach(eachOnce(failures))}`
}

/** Keeps a test's own error, with its diff, and adds the failure that mynah found as its `cause`, if it has none. */
export function withCause(thrown: unknown, found: unknown): unknown {
  // `Reflect.set` does not throw if the error is frozen.
  if (thrown instanceof Error && found !== undefined && thrown !== found)
    Reflect.set(thrown, 'cause', thrown.cause ?? found)
  return thrown ?? found
}

function wordEach(failures: readonly unknown[]): string {
  return failures.map(messageOf).join('\n\n')
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
