import type { MatchableRequest } from '../match/match.ts'
import { type Base, behindPrefix } from '../path/base.ts'
import { stubPath } from '../path/segments.ts'
import { splitUrl } from '../request.ts'
import { hideInUrl } from '../secrets/hide-in-text.ts'
import { printable, quote } from '../show.ts'
import { callOf } from '../stub/correction.ts'
import { METHODS, type Method } from '../stub/stub.ts'

type AskedRequest = Pick<MatchableRequest, 'method' | 'url' | 'operation'>

/**
 * Returns the code of a stub that would answer a request: `rest.post('/users', {})`. Its path is the whole URL if relative
 * paths belong to another origin or prefix. The code is never shortened, since it is there to be pasted.
 */
export function answerCode({ method, url, operation }: AskedRequest, base: Base | undefined): string {
  const { origin, pathname } = splitUrl(url)
  const isInside = base === undefined || base.origin === origin
  const inside = isInside ? behindPrefix(base?.prefix ?? '', pathname) : undefined
  // A path that starts with two slashes would be taken for a URL without its protocol.
  const path = inside === undefined || inside.startsWith('//') ? origin + stubPath(pathname) : stubPath(inside)
  if (operation) return operation.code(quote(path))
  const known = METHODS.find((one) => one === method) as Method | undefined
  return `${callOf({ method: known ?? 'ALL', path })}, {})`
}

/** Longer URLs are shortened in a report, which then says how long they are. */
const LONGEST_URL = 300

/** Returns a URL for a report: its secrets are hidden, a long URL is shortened. */
export function showUrl(url: string): string {
  const shown = printable(hideInUrl(url))
  return shown.length > LONGEST_URL ? `${shown.slice(0, LONGEST_URL)}… (${url.length} characters)` : shown
}
