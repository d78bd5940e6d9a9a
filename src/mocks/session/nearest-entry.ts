import { stubMisses } from '../../core/explain/differences.ts'
import { type ComparedRequest, nearestRequest } from '../../core/explain/nearest-request.ts'
import type { Base } from '../../core/path/base.ts'
import type { Stub } from '../../core/stub/stub.ts'
import type { CallEntry } from './journal.ts'

/** A request that has arrived, with what differs from a stub. */
export interface NearEntry extends ComparedRequest {
  /** The stub that took it. */
  readonly taker: Stub | undefined
}

/** Returns the request that came nearest to a stub, of those that it did not take; `undefined` if there is none. */
export function nearestEntry(stub: Stub, entries: readonly CallEntry[], base: Base | undefined): NearEntry | undefined {
  const others = entries.filter((entry) => entry.stub !== stub)
  return nearestRequest(
    others.map(({ request, stub: taker, read }) => {
      const { method, url } = request
      const misses = stubMisses(stub, request, base, () => true)
      return { method, url, operation: read?.operation, sent: request, taker, misses }
    }),
  )
}
