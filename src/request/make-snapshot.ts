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

/** The parts of a snapshot that are data. */
type SnapshotData = Omit<RequestSnapshot, keyof RequestLine | 'searchParams' | 'signal' | 'raw'>

/** The members that a snapshot makes when they are first read. */
interface SnapshotSource extends RequestLine {
  followSignal(): AbortSignal
  toRequest(): Request
}

/** The part of a snapshot that is not data. */
interface Origin {
  readonly source: SnapshotSource
  raw: Request | undefined
}

const ORIGIN = Symbol('origin')

type Made = RequestSnapshot & { readonly [ORIGIN]: Origin }

/**
 * The members of all snapshots that are not enumerable: runners would print undici's internals. In a prototype, since to define
 * them for each request would take longer than a resolver.
 */
const MEMBERS: PropertyDescriptorMap & ThisType<Made> = {
  searchParams: {
    get() {
      return new URLSearchParams(splitUrl(this.url).search)
    },
  },
  signal: {
    get() {
      return this[ORIGIN].source.followSignal()
    },
  },
  raw: {
    get() {
      const origin = this[ORIGIN]
      origin.raw ??= origin.source.toRequest()
      return origin.raw
    },
  },
  /**
   * The properties that Jest copies for a diff. It copies others too, enumerable or not, and fails on the copy of a `Request`:
   * `Value of "this" must be of type ReadableStream`.
   */
  [Symbol.for('@jest/serializableProperties')]: {
    value: ['method', 'url', 'params', 'queries', 'headers', 'cookies', 'body', 'text'],
  },
}

/** Its prototype is the platform's, so that a snapshot equals a plain object with the same data, in strict comparisons too. */
class Snapshot {
  readonly method: string
  readonly url: string
  readonly params: Params
  readonly queries: RequestSnapshot['queries']
  readonly headers: RequestSnapshot['headers']
  readonly cookies: RequestSnapshot['cookies']
  readonly body: unknown
  readonly text: string | undefined

  constructor(source: SnapshotSource, { params, queries, headers, cookies, body, text }: SnapshotData) {
    this.method = source.method
    this.url = source.url
    this.params = params
    this.queries = queries
    this.headers = headers
    this.cookies = cookies
    this.body = body
    this.text = text
    Object.defineProperty(this, ORIGIN, { value: { source, raw: undefined } })
  }
}
Reflect.deleteProperty(Snapshot.prototype, 'constructor')
Object.defineProperties(Snapshot.prototype, MEMBERS)

/** Makes a request's snapshot. Each has a `raw` of its own, whose body is unread. */
export function makeSnapshot(source: SnapshotSource, data: SnapshotData): RequestSnapshot {
  return new Snapshot(source, data) as unknown as RequestSnapshot
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
