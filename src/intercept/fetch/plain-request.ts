import { isToken } from '../../core/http-rules.ts'
import { METHODS } from '../../core/stub/stub.ts'
import { isPlainObject } from '../../core/type-guards.ts'
import type { PlainRequest } from '../../request/incoming-request.ts'

/**
 * What a call of fetch asks for, where it says no more than a URL, a method, headers and a text: then it is known
 * without a `Request`, which would cost as much as all the rest. Gives `undefined` for any other call, and for one of
 * which `Request` might make something else, or refuse it.
 */
export function plainRequest(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  resolveUrl: (url: string) => string,
): PlainRequest | undefined {
  if ((typeof input === 'object' && 'method' in input) || (init !== undefined && !isPlain(init))) return undefined
  const headers = init ? plainHeaders(init) : []
  if (!headers) return undefined
  const url = parse(absolute(input, resolveUrl) as string | URL)
  // Those with a user or a password `Request` refuses.
  if (url?.username !== '' || url.password !== '') return undefined
  if (url.hash !== '') url.hash = ''
  return { method: init?.method ?? 'GET', url: url.href, headers }
}

function parse(url: string | URL): URL | undefined {
  try {
    return new URL(url)
  } catch {
    return undefined
  }
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

/** `Headers` refuses or trims some of the others. */
const VALUE = /^(?! )[ -~]*(?<! )$/

/** Headers as a `Request` would have them; `undefined` where only that can tell. */
function plainHeaders({ headers: given = {}, body }: RequestInit): [string, string][] | undefined {
  if (!isPlainObject(given)) return undefined
  const headers = Object.entries(given)
  if (!headers.every(isPlainHeader) || (headers.length > 0 && !keepsAllHeaders())) return undefined
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  if (names.size < headers.length) return undefined
  if (body !== undefined && !names.has('content-type')) headers.push(['content-type', 'text/plain;charset=UTF-8'])
  return headers
}

function isPlainHeader(header: [string, unknown]): header is [string, string] {
  const [name, value] = header
  return isToken(name) && typeof value === 'string' && VALUE.test(value)
}

let keeping: { readonly type: typeof Request; readonly all: boolean } | undefined

/** A page's `Request` drops headers that a page may not set, such as `cookie`; Node's keeps them. */
function keepsAllHeaders(): boolean {
  if (keeping?.type !== Request) {
    const { headers } = new Request('http://localhost', { headers: { cookie: 'a=1' } })
    keeping = { type: Request, all: headers.has('cookie') }
  }
  return keeping.all
}
