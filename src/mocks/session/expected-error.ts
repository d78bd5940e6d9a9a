import { MynahError } from '../../core/errors.ts'
import { wordNearestRequest } from '../../core/explain/nearest-request.ts'
import type { Base } from '../../core/path/base.ts'
import type { Unmet } from './failures.ts'
import type { CallEntry } from './journal.ts'
import { nearestEntry } from './nearest-entry.ts'

/** Returns the error of expectations that are not used up: each with its place, and the nearest request that arrived. */
export function expectedError(
  unmet: readonly Unmet[],
  entries: readonly CallEntry[],
  base: Base | undefined,
): MynahError {
  const count = unmet.reduce((sum, { stub, uses }) => sum + stub.times - uses, 0)
  const title = count === 1 ? 'An expected request did not arrive' : `${count} expected requests did not arrive`
  const message = [title, ...unmet.map((one) => wordUnmet(one, entries, base))].join('\n\n')
  return new MynahError('EXPECTED', message, { trace: unmet[0]?.stub.parts.trace })
}

function wordUnmet({ stub, uses }: Unmet, entries: readonly CallEntry[], base: Base | undefined): string {
  const lines = [`Expected: ${stub}`]
  if (stub.times > 1) lines.push(`  times  expected ${stub.times} requests`, `         received ${uses}`)
  const nearest = nearestEntry(stub, entries, base)
  if (!nearest) return [...lines, uses > 0 ? 'No other requests arrived' : 'No requests arrived'].join('\n')
  return [...lines, wordNearestRequest(nearest, nearest.taker)].join('\n')
}
