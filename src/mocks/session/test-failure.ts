import { addToMessage } from '../../core/frames.ts'
import { isObject } from '../../core/type-guards.ts'
import { addTimes, failureOf, reportOf } from './failure-error.ts'
import type { Session } from './session.ts'
import { unusedOverrides } from './unused-overrides.ts'
import { wordUnused } from './word-unused-overrides.ts'

/**
 * Returns the error that a test has to fail with, and clears the failures. `thrown` is what the test has failed with up to now: what it
 * has thrown itself is not reported again. The last of these errors names the overrides that were not used, unless several
 * tests share them.
 */
export function testFailure(session: Session, thrown: readonly unknown[], isShared = false): unknown {
  const failures = session.failures.remove()
  const reported = new Map([...contained(thrown)].map((error) => [reportOf(error), error]))
  for (const [report, error] of reported) {
    addTimes(
      error,
      failures.filter((failure) => reportOf(failure) === report),
    )
  }
  const error = failureOf(failures.filter((failure) => !reported.has(reportOf(failure))))
  const last = thrown.at(-1) ?? error
  if (last !== undefined && !isShared) {
    const report = reportOf(last)
    // The report on a miss may have named it as the nearest stub.
    const lines = [...session.unusedBefore, unusedOverrides(session)].flatMap(({ stubs, ...arrived }) =>
      wordUnused({ stubs: stubs.filter((stub) => !report.includes(`${stub}`)), ...arrived }),
    )
    if (lines.length > 0) addToMessage(last, lines.join('\n'))
  }
  return error
}

/** Returns errors with their causes, and the errors of an `AggregateError`. */
function contained(errors: readonly unknown[]): Set<unknown> {
  const all = new Set(errors)
  // A set also iterates over what is added meanwhile, and ends with a cycle.
  for (const error of all) {
    if (!isObject(error)) continue
    const { cause, errors: inner } = error as { readonly cause?: unknown; readonly errors?: unknown }
    for (const one of [cause, ...(Array.isArray(inner) ? inner : [])]) if (isObject(one)) all.add(one)
  }
  return all
}
