import { isPlainObject } from '../core/kinds.ts'
import { METHODS } from '../core/stub.ts'
import type { PlainRequest } from '../read-request.ts'

/**
 * What a call of fetch asks for, where it says no more than a URL, a method, headers and a text: then it is known
 * without a `Request`, which would cost as much as all the rest. Gives `undefined` for any other call, and for one that
 * `Request` might refuse.
 */
export function plainRequest(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  resolveUrl: (url: string) => string,
): PlainRequest | undefined {
  if ((typeof input === 'object' && 'method' in input) || (init !== undefined && !isPlain(init))) return undefined
  const url = new URL(absolute(input, resolveUrl) as string | URL)
  // Those with a user or a password `Request` refuses.
  if (url.username !== '' || url.password !== '') return undefined
  if (url.hash !== '') url.hash = ''
  if (init === undefined) return { method: 'GET', url: url.href, headers: undefined }
  const headers = plainHeaders(init)
  return headers && { method: init.method ?? 'GET', url: url.href, headers }
}

/** Makes the URL of a call absolute. */
export function absolute(input: RequestInfo | URL, resolveUrl: (url: string) => string): RequestInfo | URL {
  return typeof input === 'string' && !/^https?:/.test(input) && !URL.canParse(input) ? resolveUrl(input) : input
}

const PLAIN = ['method', 'headers', 'body']

function isPlain(init: RequestInit): boolean {
  if (!isPlainObject(init) || Object.keys(init).some((key) => !PLAIN.includes(key))) return false
  const { method = 'GET', body } = init
  if (!METHODS.includes(method as never)) return false
  return body === undefined || (typeof body === 'string' && method !== 'GET' && method !== 'HEAD')
}

/** The headers of a call as its `Request` would have them; `undefined` where only that can tell. */
function plainHeaders({ headers: given, body }: RequestInit): Headers | undefined {
  if (given && !keepsAllHeaders()) return undefined
  try {
    const headers = new Headers(given)
    if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8')
    return headers
  } catch {
    return undefined
  }
}

let keepsAll: boolean | undefined

/** A page's `Request` drops headers that a page may not set, such as `cookie`; Node's keeps them. */
function keepsAllHeaders(): boolean {
  keepsAll ??= new Request('http://localhost', { headers: { cookie: 'a=1' } }).headers.has('cookie')
  return keepsAll
}
