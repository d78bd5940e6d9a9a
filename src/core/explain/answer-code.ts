import { type Base, behindPrefix } from '../path/base.ts'
import { escapePath } from '../path/segments.ts'
import { type RequestLine, splitUrl } from '../request.ts'
import { callOf } from '../stub/correction.ts'
import { METHODS, type Method } from '../stub/stub.ts'

/**
 * Returns the code of a stub that would answer a request: `rest.post('/users', {})`. Its path is the whole URL if relative
 * paths belong to another origin or prefix. The code is never shortened, since it is there to be pasted.
 */
export function answerCode({ method, url }: RequestLine, base: Base | undefined): string {
  const { origin, pathname } = splitUrl(url)
  const isInside = base === undefined || base.origin === origin
  const inside = isInside ? behindPrefix(base?.prefix ?? '', pathname) : undefined
  // A path that starts with two slashes would be taken for a URL without its protocol.
  const path = inside === undefined || inside.startsWith('//') ? origin + escapePath(pathname) : escapePath(inside)
  const known = METHODS.find((one) => one === method) as Method | undefined
  return `${callOf({ method: known ?? 'ALL', path })}, {})`
}
