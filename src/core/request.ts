import type { Params } from './params.ts'

/** A record without a prototype: `__proto__` and `toString` are names like any other. */
export type TextRecord = Record<string, string | string[]>

/**
 * A request as plain data, the one that resolvers, matchers and the journal see.
 * `url` is the whole URL; header names are in lower case; a repeated query is an array.
 */
export interface RequestSnapshot {
  readonly method: string
  readonly url: string
  readonly params: Params
  readonly queries: TextRecord
  readonly headers: Record<string, string>
  readonly cookies: Record<string, string>
  /** Parsed by its content type: JSON, urlencoded, multipart, text, else a `Uint8Array`; `undefined` where there is none. */
  readonly body: unknown
  /** Aborted when the client gives the request up, and where the mocks, or the override, end before it is answered. */
  readonly signal: AbortSignal
  /** The WHATWG request, its body still unread. */
  readonly raw: Request
}

/** What names a request. */
export type RequestLine = Pick<RequestSnapshot, 'method' | 'url'>

/** The parts of a request that choose a stub, without the params, which differ from stub to stub. */
export type RequestParts = Pick<RequestSnapshot, 'method' | 'url' | 'queries' | 'headers' | 'cookies' | 'body'>

/** What of a URL decides on the path: `search` has its question mark. */
export interface UrlParts {
  readonly origin: string
  readonly pathname: string
  readonly search: string
}

/** Gives a record without a prototype. */
export function record<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>
}

/**
 * Splits an absolute, already normalized URL (as `Request.url` is), without making a `URL`: it is done for each request.
 * User and password are no part of an origin.
 */
export function splitUrl(url: string): UrlParts {
  const hash = url.indexOf('#')
  const sent = hash < 0 ? url : url.slice(0, hash)
  const query = sent.indexOf('?')
  const place = query < 0 ? sent : sent.slice(0, query)
  const authority = place.indexOf('//') + 2
  const slash = place.indexOf('/', authority)
  const host = slash < 0 ? place : place.slice(0, slash)
  const user = host.lastIndexOf('@')
  return {
    origin: user < 0 ? host : host.slice(0, authority) + host.slice(user + 1),
    pathname: slash < 0 ? '/' : place.slice(slash),
    search: query < 0 ? '' : sent.slice(query),
  }
}

/** Gives the queries of a URL: a string for each name, an array where the name is repeated. */
export function parseQueries(url: string): TextRecord {
  const { search } = splitUrl(url)
  return search ? collect(new URLSearchParams(search)) : record()
}

/** Gathers names and values: an array where a name is repeated, whatever the name is. */
export function collect<Value>(entries: Iterable<[string, Value]>): Record<string, Value | Value[]> {
  const result = record<Value | Value[]>()
  for (const [name, value] of entries) {
    const earlier = result[name]
    if (earlier === undefined) result[name] = value
    else if (Array.isArray(earlier)) earlier.push(value)
    else result[name] = [earlier, value]
  }
  return result
}

/** Gives the cookies of a `cookie` header, decoded; of two with one name the first counts (RFC 6265, section 5.4). */
export function parseCookies(header: string | undefined): Record<string, string> {
  const cookies = record<string>()
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=')
    if (equals < 0) continue
    const name = pair.slice(0, equals).trim()
    const value = pair
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1')
    if (name && !(name in cookies)) cookies[name] = decode(value)
  }
  return cookies
}

/** Decodes percent escapes; a broken one stays as it was sent. */
export function decode(text: string): string {
  return text.includes('%') ? text.replace(/(?:%[\da-f]{2})+/gi, decodeRun) : text
}

function decodeRun(escapes: string): string {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return escapes
  }
}
