import { MynahError } from '../core/errors.ts'
import type { RequestLine } from '../core/request.ts'
import { messageOf, showThrown } from '../core/show.ts'
import type { Stub } from '../core/stub/stub.ts'

/** So many are kept: an application that tries again for hours must not fill the memory, and nobody reads more. */
export const MOST_FAILURES = 1000

/** What a test fails with: the one error itself, so that its stack and its diff stay, or all in one. */
export function failureOf(failures: readonly unknown[]): unknown {
  if (failures.length === 0) return undefined
  if (failures.length === 1) return failures[0] ?? new MynahError('RESOLVER', `A resolver threw ${failures[0]}`)
  const count = failures.length < MOST_FAILURES ? `${failures.length}` : `${failures.length} or more`
  return new AggregateError(failures, `${count} failures\n\n${listOf(failures)}`)
}

/** A test's own failure stays what it is, with its diff; what led to it comes along. */
export function withCause(own: unknown, found: unknown): unknown {
  if (own instanceof Error && found !== undefined && own !== found) own.cause ??= found
  return own ?? found
}

/** Each message once: a client that tries again would repeat one report for each of its tries. */
function listOf(failures: readonly unknown[]): string {
  const times = new Map<string, number>()
  for (const failure of failures) {
    const message = messageOf(failure)
    times.set(message, (times.get(message) ?? 0) + 1)
  }
  return [...times].map(([message, count]) => (count === 1 ? message : `${count} times: ${message}`)).join('\n\n')
}

/** The error of stubs that never answered, if there are any. */
export function unusedStubsError(stubs: readonly Stub[]): MynahError[] {
  if (stubs.length === 0) return []
  const list = stubs.map((stub) => `  ${stub}`)
  return [
    new MynahError(
      'UNUSED_STUBS',
      `${stubs.length === 1 ? 'A stub' : `${stubs.length} stubs`} never answered\n\n${list.join('\n')}`,
    ),
  ]
}

/** What a request fails with where code of ours has thrown: what mynah has worded, or the error of a mistake of its own. */
export function internalFault({ method, url }: RequestLine, thrown: unknown): MynahError {
  if (thrown instanceof MynahError) return thrown
  return new MynahError('INTERNAL', `mynah itself failed on ${method} ${url}: ${showThrown(thrown)}`, { cause: thrown })
}
