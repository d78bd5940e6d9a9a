import { splitUrl } from '../../core/request.ts'
import type { IncomingRequest } from '../../request/incoming-request.ts'
import { headerLinesOf } from '../../response/make-response.ts'

/** Adds the cookies of the page to a request. Some platforms let no script set the header. */
export function sendCookies(request: IncomingRequest): void {
  const cookies = hasPageCookies(request) && readCookies()
  if (cookies) request.addCookies(cookies)
}

/** Stores the cookies of a mocked response in the page of its request. */
export function storeCookies(request: IncomingRequest, response: Response): void {
  if (!hasPageCookies(request)) return
  for (const [name, value] of headerLinesOf(response)) {
    // A script can set no cookie that is `HttpOnly`. Without that attribute a mocked login works.
    if (name.toLowerCase() === 'set-cookie') writeCookie(value.replace(/;\s*HttpOnly(?=\s*(?:;|$))/i, ''))
  }
}

/** Whether a request is one of a page to its own origin. A script knows no cookies of other origins. */
function hasPageCookies({ url, given, credentials }: IncomingRequest): boolean {
  if (typeof document !== 'object' || typeof location !== 'object') return false
  return (given?.credentials ?? credentials) !== 'omit' && splitUrl(url).origin === location.origin
}

/** A page in a sandbox has no cookies: the property throws. */
function readCookies(): string {
  try {
    return document.cookie
  } catch {
    return ''
  }
}

function writeCookie(cookie: string): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing in jsdom
    document.cookie = cookie
  } catch {
    // As in `readCookies`.
  }
}
