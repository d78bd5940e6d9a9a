import type { Params } from './params.ts'

/** The parts of a request that a `match` may ask about, in the order in which they are compared. */
export const MATCH_PARTS = ['params', 'queries', 'headers', 'cookies', 'body'] as const
export type MatchPart = (typeof MATCH_PARTS)[number]

/** An ordinary object, equal to an object literal. `__proto__` is a key like any other. */
export type TextRecord = Record<string, string | string[]>

/** Header names are in lower case: `headers.Authorization` would be `undefined`, and is a type error. */
export type HeaderRecord = Record<Lowercase<string>, string>

/**
 * A request as plain data, as resolvers, matchers and the journal see it.
 * `url` is the whole URL; header names are in lower case; a repeated query is an array.
 */
export interface RequestSnapshot extends Readonly<Record<MatchPart, unknown>> {
  /** In capitals. */
  readonly method: string
  /** The whole URL, with its queries. */
  readonly url: string
  /** The params of the path by name, decoded: a string, or a list for a wildcard. */
  readonly params: Params
  /** The queries by name, decoded: a string, or a list if the name is repeated. */
  readonly queries: TextRecord
  /** The queries as `URLSearchParams`: `get(name)` is a string or `null`, `getAll(name)` a list. */
  readonly searchParams: URLSearchParams
  /** The headers by name in lower case. */
  readonly headers: HeaderRecord
  /** The cookies that the request sends by name, decoded. */
  readonly cookies: Record<string, string>
  /** Parsed by its content type: JSON, urlencoded, multipart, text, else a `Uint8Array`; `undefined` if there is none. */
  readonly body: unknown
  /** The body as text, whatever its content type; `undefined` if there is none. */
  readonly text: string | undefined
  /** Aborted when the client aborts the request, and when the mocks or the override end before the response. */
  readonly signal: AbortSignal
  /** The WHATWG `Request`; its body is still unread. */
  readonly raw: Request
}

/** The parts that name a request in messages. */
export type RequestLine = Pick<RequestSnapshot, 'method' | 'url'>

/** The parts that choose a stub, except the params, which differ from stub to stub. */
export type RequestParts = Pick<RequestSnapshot, 'method' | 'url' | Exclude<MatchPart, 'params'>>

/** An operation that a request asks for: many APIs have one path, and name what they do elsewhere. */
export interface Operation {
  /** In messages: `query GetUser`. */
  readonly title: string
  /** The line that says what a request is of which the operation is a guess, unless it is one of GraphQL. */
  readonly guess?: string
  /** Returns the code of a stub that would answer, behind the code of its path. */
  code(path: string): string
}

/** A body as it was sent, without its content encodings; `undefined` if there is none. */
export interface RawBody {
  readonly text: string | undefined
  readonly bytes: Uint8Array | undefined
}

/** The parts of a URL that matching needs; `search` has its question mark. */
export interface UrlParts {
  readonly origin: string
  readonly pathname: string
  readonly search: string
}

/** Returns an empty record; `setOwn` writes into it. */
export function record<Value>(): Record<string, Value> {
  return {}
}

/** Sets an own property. An assignment to `__proto__` would set the prototype instead. */
export function setOwn<Value>(target: Record<string, Value | undefined>, name: string, value: Value): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
  } else {
    target[name] = value
  }
}

/**
 * Splits an absolute, already normalized URL (as `Request.url` is). It makes no `URL`, which is slow: this runs for each
 * request. User and password are not part of the origin.
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

/** Returns the queries of a URL: a string for each name, an array if the name is repeated. */
export function parseQueries(url: string): TextRecord {
  const { search } = splitUrl(url)
  return search ? collect(new URLSearchParams(search)) : record()
}

/** Collects names and values: an array if a name is repeated, whatever the name is. */
export function collect<Value>(entries: Iterable<[string, Value]>): Record<string, Value | Value[]> {
  const result = record<Value | Value[]>()
  for (const [name, value] of entries) {
    const earlier = Object.hasOwn(result, name) ? result[name] : undefined
    if (earlier === undefined) setOwn(result, name, value)
    else if (Array.isArray(earlier)) earlier.push(value)
    else setOwn(result, name, [earlier, value])
  }
  return result
}

/** Returns the decoded cookies of a `cookie` header; of two with one name the first counts (RFC 6265, section 5.4). */
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
    if (name && !Object.hasOwn(cookies, name)) setOwn(cookies, name, decode(value))
  }
  return cookies
}

/** Decodes percent-encoding; malformed percent-encoding is left as is. */
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
