import { assertArgument, checkOptionNames } from '../core/refusal.ts'
import { isObject } from '../core/type-guards.ts'
import { type Call, keepReplies } from '../mocks/session/journal.ts'
import type { Har } from './har-format.ts'
import { hideSecrets } from './hide-secrets.ts'
import { writeArchive } from './write-archive.ts'
import { writeCall } from './write-call.ts'

// Only who writes archives pays for it: the journal keeps no bodies of answers unasked.
keepReplies()

/** The options of `toHar`. */
export interface ToHarOptions {
  /** Whether secrets stay as they were sent; they are hidden unless said. */
  readonly secrets?: boolean
}

/**
 * Writes calls as a HAR 1.2 archive, which any network panel opens. The body of an answer is in it if it is known: that of
 * a stream is not, and neither is what the network answered.
 *
 * - `secrets`: `true` keeps the values of authorization, cookies and the like, which are `'(hidden)'` otherwise.
 *
 * @throws {RouteDefinitionError} if it is given anything but calls.
 * @example
 * writeFileSync('failed.har', JSON.stringify(toHar(mocks.calls())))
 */
export function toHar(calls: readonly Call[], options: ToHarOptions = {}): Har {
  const areCalls =
    Array.isArray(calls) && calls.every((call) => isObject(call) && 'request' in call && 'startedAt' in call)
  assertArgument(areCalls, 'toHar', calls, 'a list of calls', 'mocks.calls()')
  checkOptionNames('toHar', options, ['secrets'], () => 'mocks.calls(), { secrets: true }')
  const entries = calls.map(writeCall)
  return writeArchive(options.secrets ? entries : entries.map(hideSecrets))
}
