import { checkOptions, ON_OR_OFF } from '../core/options.ts'
import { assertArgument } from '../core/refusal.ts'
import { isObject } from '../core/type-guards.ts'
import type { Call } from '../mocks/session/journal.ts'
import type { Har } from './har-format.ts'
import { hideSecrets } from './hide-secrets.ts'
import { writeArchive } from './write-archive.ts'
import { writeCall } from './write-call.ts'

/** The options of `toHar`. */
export interface ToHarOptions {
  /** Whether secrets stay as they were sent; `false` by default. */
  readonly secrets?: boolean
}

/**
 * Writes calls as a HAR 1.2 archive, which any network panel opens. The archive has the bodies of mocked answers, except
 * streams. It has no bodies of answers that came from the network.
 *
 * - `secrets`: `true` keeps the values of authorization, cookies and the like, which are `'(hidden)'` otherwise.
 *
 * @throws {RouteDefinitionError} if the argument is not a list of calls.
 * @example
 * writeFileSync('failed.har', JSON.stringify(toHar(mocks.calls())))
 */
export function toHar(calls: readonly Call[], options: ToHarOptions = {}): Har {
  const areCalls =
    Array.isArray(calls) && calls.every((call) => isObject(call) && 'request' in call && 'startedAt' in call)
  assertArgument(areCalls, 'toHar', calls, 'a list of calls')
  checkOptions('toHar', '…, ', options, { secrets: ON_OR_OFF })
  const entries = calls.map(writeCall)
  return writeArchive(options.secrets ? entries : entries.map(hideSecrets))
}
