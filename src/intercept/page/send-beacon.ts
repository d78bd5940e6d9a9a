import { absolute } from '../../fetch/read-call.ts'
import { IncomingRequest } from '../../request/incoming-request.ts'
import { type PageMeans, performFor } from '../page-means.ts'

type SendBeacon = Navigator['sendBeacon']

/** How many bytes the requests that outlive a page may have (Fetch Standard, HTTP-network-or-cache fetch). */
const MOST_BYTES = 65_536

/** Makes a function in place of `navigator.sendBeacon`. */
export function mockedSendBeacon(original: SendBeacon, means: PageMeans): SendBeacon {
  return function sendBeacon(this: Navigator, url: string | URL, data: BodyInit | null = null): boolean {
    const href = String(absolute(String(url), means.resolveUrl))
    // The page's own function throws its error for another URL.
    if (!means.isActive() || !/^https?:/.test(href)) return original.call(this, url, data)
    const request = new Request(href, { method: 'POST', body: data, credentials: 'include', keepalive: true })
    // A Blob takes a form for a text, so that a form has no limit.
    if (new Blob([data as BlobPart]).size > MOST_BYTES) return false
    let isQueued = true
    const send = () => {
      isQueued = original.call(this, url, data)
    }
    const sent = new IncomingRequest(request, typeof data === 'string' ? data : undefined)
    // The test fails with the error; the page sees none.
    performFor(sent, means, send).catch(() => {})
    return isQueued
  }
}
