import { nativeCall, withNativeSignal } from '#foreign-init'
import { isToken, wellFormed } from '../core/http-rules.ts'
import { METHODS } from '../core/stub/stub.ts'
import { isObject, isOneOf, isPlainObject, isUrl } from '../core/type-guards.ts'
import { IncomingRequest } from '../request/incoming-request.ts'
import type { PlainRequest } from '../request/plain-request.ts'
import { isNode } from '../runtime/environment.ts'

/**
 * Reads a call of fetch. Returns a promise only if a page's own classes, such as jsdom's FormData, have to be converted to
 * those of the platform's `Request`.
 * @throws what `Request` throws.
 */
export function readCall(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  resolveUrl: (url: string) => string,
): IncomingRequest | Promise<IncomingRequest> {
  const native = nativeCall(input, init)
  if (native) return native.then((call) => readCall(call.input, call.init, resolveUrl))
  const data = plainRequest(input, init, resolveUrl)
  const sent = init?.body ?? undefined
  const body = typeof sent === 'string' ? wellFormed(sent) : sent
  if (data) return new IncomingRequest(data, body)
  const request = new Request(absolute(input, resolveUrl), withNativeSignal(init))
  return new IncomingRequest(request, body, { isRevocable: hasSignal(input, init) })
}

/** Whether a caller of fetch has a signal that could end the body. */
function hasSignal(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return Boolean(init?.signal) || (typeof input !== 'string' && isObject(input) && 'signal' in input)
}

/**
 * Reads a call of fetch that has only a URL, a method, headers and a text, without making a `Request`, which would cost as
 * much as all other steps together. Returns `undefined` for any other call, and for one whose values `Request` might change
 * or refuse.
 */
function plainRequest(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  resolveUrl: (url: string) => string,
): PlainRequest | undefined {
  if (!(typeof input === 'string' || isUrl(input)) || (init !== undefined && !isSimple(init))) return undefined
  const headers = init ? plainHeaders(init) : []
  if (!headers) return undefined
  const url = parse(absolute(input, resolveUrl))
  // `Request` refuses a URL with a user or a password.
  if (url?.username !== '' || url.password !== '') return undefined
  return { method: init?.method ?? 'GET', url: url.href, headers }
}

function parse(url: RequestInfo | URL): URL | undefined {
  try {
    return new URL(url as string | URL)
  } catch {
    return undefined
  }
}

/** Makes the URL of a call absolute. */
export function absolute(input: RequestInfo | URL, resolveUrl: (url: string) => string): RequestInfo | URL {
  return typeof input === 'string' && !/^https?:/.test(input) && !URL.canParse(input) ? resolveUrl(input) : input
}

const PLAIN_INIT = ['method', 'headers', 'body']

function isSimple(init: RequestInit): boolean {
  if (!isPlainObject(init)) return false
  for (const key of Object.keys(init)) if (!PLAIN_INIT.includes(key)) return false
  const { method = 'GET', body } = init
  if (!isOneOf(METHODS, method)) return false
  return body === undefined || (typeof body === 'string' && method !== 'GET' && method !== 'HEAD')
}

/** The values that `Headers` keeps as they are; it refuses or trims some others. */
const VALUE = /^(?! )[ -~]*(?<! )$/

/**
 * Returns the headers as a `Request` would have them, or `undefined` if only a `Request` can tell. One loop, and no set for the few
 * names: those would take as long as the choice of the stub.
 */
function plainHeaders({ headers: given = {}, body }: RequestInit): [string, string][] | undefined {
  if (!isPlainObject(given)) return undefined
  const headers: [string, string][] = []
  const names: string[] = []
  for (const name of Object.keys(given)) {
    const value = given[name]
    const lower = name.toLowerCase()
    // A page's `Request` drops headers that a page may not set, such as `cookie`.
    if (!isNode() || !isToken(name) || typeof value !== 'string' || !VALUE.test(value)) return undefined
    if (names.includes(lower)) return undefined
    names.push(lower)
    headers.push([name, value])
  }
  if (body !== undefined && !names.includes('content-type')) headers.push(['content-type', 'text/plain;charset=UTF-8'])
  return headers
}
