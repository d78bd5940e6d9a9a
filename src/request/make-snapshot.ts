import type { Params } from '../core/params.ts'
import {
  parseCookies,
  parseQueries,
  type RequestLine,
  type RequestSnapshot,
  record,
  setOwn,
  splitUrl,
} from '../core/request.ts'
import { PRINTED_BY_JEST } from '../runtime/hosts/jest.ts'

/** The parts of a snapshot that are data. */
type SnapshotData = Omit<RequestSnapshot, keyof RequestLine | 'searchParams' | 'signal' | 'raw'>

/** The members that a snapshot makes when they are first read. */
interface SnapshotSource extends RequestLine {
  followSignal(): AbortSignal
  copyRequest(): Request
}

/** The part of a snapshot that is not data. */
interface SnapshotOrigin {
  readonly source: SnapshotSource
  raw: Request | undefined
}

const ORIGIN_KEY = Symbol('origin')

type Made = RequestSnapshot & { readonly [ORIGIN_KEY]: SnapshotOrigin }

const PRINTED = { value: ['method', 'url', 'params', 'queries', 'headers', 'cookies', 'body', 'text'] }

const SEARCH_PARAMS: PropertyDescriptor & ThisType<Made> = {
  get() {
    return new URLSearchParams(splitUrl(this.url).search)
  },
  configurable: true,
}

const SIGNAL: PropertyDescriptor & ThisType<Made> = {
  get() {
    return this[ORIGIN_KEY].source.followSignal()
  },
  configurable: true,
}

const RAW: PropertyDescriptor & ThisType<Made> = {
  get() {
    const origin = this[ORIGIN_KEY]
    origin.raw ??= origin.source.copyRequest()
    return origin.raw
  },
  configurable: true,
}

/**
 * Makes a request's snapshot. Each has a `raw` of its own, whose body is unread. `raw`, `signal` and `searchParams` are not enumerable:
 * runners would print undici's internals. All snapshots share the getters: making them would take longer than a resolver.
 */
export function makeSnapshot(source: SnapshotSource, data: SnapshotData): RequestSnapshot {
  const { method, url } = source
  const { params, queries, headers, cookies, body, text } = data
  const parts = { method, url, params, queries, headers, cookies, body, text }
  Object.defineProperty(parts, PRINTED_BY_JEST, PRINTED)
  Object.defineProperty(parts, ORIGIN_KEY, { value: { source, raw: undefined } })
  Object.defineProperty(parts, 'searchParams', SEARCH_PARAMS)
  Object.defineProperty(parts, 'signal', SIGNAL)
  return Object.defineProperty(parts, 'raw', RAW) as unknown as RequestSnapshot
}

/** Makes a snapshot with its own data: a resolver may keep and change it. */
export function copySnapshot(
  source: SnapshotSource & Pick<RequestSnapshot, 'headers' | 'text'> & { parseBody(): unknown },
  params: Params,
): RequestSnapshot {
  const { url, headers, text } = source
  return makeSnapshot(source, {
    params: copyRecord(params),
    queries: parseQueries(url),
    headers: copyRecord(headers),
    cookies: parseCookies(headers.cookie),
    body: source.parseBody(),
    text,
  })
}

/** Copies a record, and the lists in it. */
function copyRecord<Value>(data: Readonly<Record<string, Value>>): Record<string, Value> {
  const copy: Record<string, Value> = { ...data }
  for (const name in copy) {
    const value = copy[name]
    if (Array.isArray(value)) copy[name] = value.slice() as Value
  }
  return copy
}

/** A list of pairs, and happy-dom's `Headers`, have the names in the case in which they were written. */
export function lowerCased(headers: Iterable<[string, string]>): Record<string, string> {
  const result = record<string>()
  for (const [name, value] of headers) setOwn(result, name.toLowerCase(), value)
  return result
}
