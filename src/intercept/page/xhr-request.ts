import { isObject } from '../../core/type-guards.ts'
import { IncomingRequest } from '../../request/incoming-request.ts'

/** The settings of an XMLHttpRequest before `send`. */
export interface Opened {
  readonly method: string
  readonly url: URL
  readonly isAsync: boolean
  readonly headers: Headers
}

/** Returns the request that an XMLHttpRequest sends (XMLHttpRequest Standard, send). */
export function xhrRequest(
  { method, url, isAsync, headers }: Opened,
  given: Document | XMLHttpRequestBodyInit | null,
  withCredentials: boolean,
  signal: AbortSignal,
): IncomingRequest {
  const body = /^(get|head)$/i.test(method) ? null : isDocument(given) ? writeDocument(given, headers) : given
  const target = new URL(url)
  // `Request` refuses a URL with a user or a password.
  target.username = target.password = ''
  const credentials = withCredentials ? 'include' : 'same-origin'
  const request = new Request(target, { method, headers, body, credentials, signal })
  return new IncomingRequest(request, typeof body === 'string' ? body : undefined, { isRevocable: isAsync })
}

function isDocument(body: unknown): body is Document {
  return isObject(body) && 'documentElement' in body
}

function writeDocument(document: Document, headers: Headers): string {
  const type = document.contentType === 'text/html' ? 'text/html' : 'application/xml'
  if (!headers.has('content-type')) headers.set('content-type', `${type};charset=UTF-8`)
  return new XMLSerializer().serializeToString(document)
}
