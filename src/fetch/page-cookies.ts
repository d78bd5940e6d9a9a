import { splitUrl } from '../core/request.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { ResponseHead } from '../response/verdict.ts'

/** The cookies of a platform. */
export interface Cookies {
  /** Adds them to a request. Some platforms let no script set the header. */
  send(request: IncomingRequest): void
  /** Stores those of a mocked response. */
  store(request: IncomingRequest, head: ResponseHead): void
}

const PAGE: Cookies = {
  send(request) {
    const cookies = takesCookies(request) && readCookies()
    if (cookies) request.addCookies(cookies)
  },
  store(request, { headers }) {
    if (!takesCookies(request)) return
    for (const [name, value] of headers) {
      // A script can set no cookie that is `HttpOnly`. Without that attribute a mocked login works.
      if (name.toLowerCase() === 'set-cookie') writeCookie(value.replace(/;\s*HttpOnly(?=\s*(?:;|$))/i, ''))
    }
  },
}

/** Returns the cookies of the page; `undefined` outside of one. */
export function pageCookies(): Cookies | undefined {
  return typeof document === 'object' && typeof location === 'object' ? PAGE : undefined
}

/** Whether a request is one of the page to its own origin. A script knows no cookies of other origins. */
function takesCookies({ url, given, credentials }: IncomingRequest): boolean {
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
