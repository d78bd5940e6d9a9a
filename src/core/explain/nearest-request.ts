import type { Miss } from '../match/match.ts'
import type { Operation, RequestLine } from '../request.ts'
import { printable } from '../show.ts'
import { nearestFirst } from './differences.ts'
import type { SentParts } from './likely-cause.ts'
import { wordMisses } from './report.ts'
import { showUrl } from './request-text.ts'

/** One request with its differences. */
export interface ComparedRequest extends RequestLine {
  /** The operation that a protocol has read in it. */
  readonly operation?: Operation | undefined
  readonly sent: SentParts
  readonly misses: readonly Miss[]
}

/** Returns the request that differs least; of equally near ones the earliest. */
export function nearestRequest<Compared extends ComparedRequest>(requests: readonly Compared[]): Compared | undefined {
  return nearestFirst(requests)[0]
}

/** Words a request with its differences, as the report on a miss words a stub's; `taker` is the stub that answered it. */
export function wordNearestRequest(compared: ComparedRequest, taker: object | undefined): string {
  const { method, url, operation, misses, sent } = compared
  return [
    `Nearest: ${operation ? `${printable(operation.title)}, ` : ''}${printable(method)} ${showUrl(url)}`,
    ...(misses.length > 0 ? wordMisses({ misses }, sent) : [`  answered by ${taker ?? 'no stub'}`]),
  ].join('\n')
}
