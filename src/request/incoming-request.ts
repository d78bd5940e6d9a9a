import type { ResolvableRequest } from '../core/match/match.ts'
import { type PredicateResults, rememberResults } from '../core/match/predicate.ts'
import type { Params } from '../core/params.ts'
import { parseCookies, parseQueries, type RequestSnapshot, record, setOwn, type TextRecord } from '../core/request.ts'
import { isObject } from '../core/type-guards.ts'
import { followSignal } from '../runtime/abort.ts'
import { now } from '../runtime/time.ts'
import { decodeBody } from './decode.ts'
import { isEmpty, parseBody, toText } from './parse-body.ts'

let arrivals = 0

/** A request as its client wrote it, without a `Request`, which most answers do not need. */
export interface PlainRequest {
  readonly method: string
  /** Absolute and normalized, without a hash. */
  readonly url: string
  /** As written: a request that passes through keeps the case of the names. */
  readonly headers: Headers | [string, string][]
  /** The place that the request is sent to, if it is not the URL: a proxy, or a Unix socket. */
  readonly sentTo?: string | undefined
  /** Aborts when the client aborts the request. */
  readonly signal?: AbortSignal
  /** Reads the body. Missing if there is none, or if it is known already. */
  readBody?(): Promise<ArrayBuffer>
}

/** A request that is being answered. Each of its parts is read once, when it is first used. */
export class IncomingRequest implements ResolvableRequest {
  /** Counts the requests in order of arrival. */
  readonly sequence = arrivals++
  /** Milliseconds since the time origin. */
  readonly arrivedAt = now()
  readonly method: string
  /** Without a hash: clients do not send it. */
  readonly url: string
  readonly #source: Request | PlainRequest
  /** Reads the body; `undefined` if there is none, or if it is known already. */
  readonly #read: (() => Promise<ArrayBuffer>) | undefined
  #raw: Request | undefined
  #queries: TextRecord | undefined
  #headers: Record<string, string> | undefined
  #cookies: Record<string, string> | undefined
  /** The body as sent: a text is known from the start, bytes are known after `readBody`. */
  #sent: ArrayBuffer | string | undefined
  /** The body without its content encodings. */
  #decoded: ArrayBuffer | undefined
  #body: { readonly parsed: unknown } | undefined
  #reading: Promise<void> | undefined
  #isStreamed = false
  #predicateResults: ((params: Params) => PredicateResults) | undefined
  #followed: AbortController | undefined
  #givenUp: { readonly reason: unknown } | undefined

  /** The `Request` that the client made, or that its call of fetch needed. */
  readonly given: Request | undefined
  /** Whether the client sent a stream, which can be read only once. */
  readonly hasStreamBody: boolean

  /** `body` is what the client sent, if that is known: a text then need not be read from the request. */
  constructor(source: Request | PlainRequest, body?: unknown) {
    const { method, url } = source
    const hash = url.indexOf('#')
    this.method = method
    this.url = hash < 0 ? url : url.slice(0, hash)
    this.#source = source
    this.#sent = typeof body === 'string' ? body : undefined
    this.hasStreamBody = isObject(body) && (Symbol.asyncIterator in body || 'getReader' in body)
    if ('clone' in source) {
      this.given = source
      this.#raw = source
      const mayHaveBody = this.#sent === undefined && method !== 'GET' && method !== 'HEAD'
      // The request's own body stays unread.
      if (mayHaveBody && source.body !== null) this.#read = () => source.clone().arrayBuffer()
    } else {
      this.#read = source.readBody
    }
  }

  /** The place that the request would be sent to: `unix:/path:/users` for a Unix socket, otherwise a URL. */
  get sentTo(): string {
    return ('sentTo' in this.#source ? this.#source.sentTo : undefined) ?? this.url
  }

  get raw(): Request {
    this.#raw ??= this.#make()
    return this.#raw
  }

  /** `undefined` if nobody can abort the request. */
  get signal(): AbortSignal | undefined {
    return this.#source.signal
  }

  get queries(): TextRecord {
    this.#queries ??= parseQueries(this.url)
    return this.#queries
  }

  get headers(): Record<string, string> {
    this.#headers ??= lowerCased(this.#source.headers)
    return this.#headers
  }

  get cookies(): Record<string, string> {
    this.#cookies ??= parseCookies(this.headers.cookie)
    return this.#cookies
  }

  /** Parsed when it is first used; complete after `readBody`. */
  get body(): unknown {
    this.#body ??= { parsed: this.#parseBody() }
    return this.#body.parsed
  }

  #parseBody(): unknown {
    const body = this.#decoded ?? this.#sent
    return body === undefined ? undefined : parseBody(body, this.headers['content-type'] ?? '')
  }

  /** The body as text, whatever its content type; complete after `readBody`. */
  get text(): string | undefined {
    const body = this.#decoded ?? this.#sent
    return body === undefined || isEmpty(body) ? undefined : toText(body, this.headers['content-type'] ?? '')
  }

  /** Whether `readBody` has still to be called. */
  get unread(): boolean {
    return this.#read !== undefined && this.#sent === undefined && !this.#isStreamed
  }

  /** Leaves the body to be streamed to the network: nobody needs it here, and `body` stays `undefined`. */
  streamBody(): void {
    this.#isStreamed = true
  }

  /** Reads the body, once. */
  readBody(): Promise<void> {
    if (!this.#read || !this.unread) return Promise.resolve()
    this.#reading ??= this.#readAll(this.#read)
    return this.#reading
  }

  async #readAll(read: () => Promise<ArrayBuffer>): Promise<void> {
    const bytes = await read()
    const encodings = this.headers['content-encoding']
    if (encodings) this.#decoded = await decodeBody(bytes, encodings)
    this.#sent = bytes
  }

  predicateResults(params: Params): PredicateResults {
    this.#predicateResults ??= rememberResults()
    return this.#predicateResults(params)
  }

  /** Returns the request as plain data, with the params of the stub's path. All snapshots share this data. */
  snapshot(params: Params): RequestSnapshot {
    const { queries, headers, cookies, body, text } = this
    return this.#describe({ params, queries, headers, cookies, body, text })
  }

  /** Returns a snapshot with its own data: a resolver may keep and change it. */
  ownSnapshot(params: Params): RequestSnapshot {
    return this.#describe({
      params: copyOf(params),
      queries: parseQueries(this.url),
      headers: copyOf(this.headers),
      cookies: parseCookies(this.headers.cookie),
      body: this.#parseBody(),
      text: this.text,
    })
  }

  #describe(data: Omit<RequestSnapshot, 'method' | 'url' | 'signal' | 'raw'>): RequestSnapshot {
    const followed = () => this.#follow()
    const toRequest = () => this.toRequest()
    let raw: Request | undefined
    const snapshot = { method: this.method, url: this.url, ...data }
    // Not enumerable: runners would print undici's internals, and Jest's diff fails on a `Request`.
    return Object.defineProperties(snapshot, {
      signal: { get: followed, configurable: true },
      raw: {
        get() {
          raw ??= toRequest()
          return raw
        },
        configurable: true,
      },
    }) as RequestSnapshot
  }

  /** Aborts the signal of the snapshots although the client has not given up: the mocks have ended. */
  giveUp(reason: unknown): void {
    this.#givenUp = { reason }
    this.#followed?.abort(reason)
  }

  #follow(): AbortSignal {
    this.#followed ??= followSignal(this.raw.signal)
    if (this.#givenUp) this.#followed.abort(this.#givenUp.reason)
    return this.#followed.signal
  }

  #make(): Request {
    const { headers, signal } = this.#source
    const { method } = this
    // `node:http` may send a body with these methods; `Request` refuses one.
    const body = method === 'GET' || method === 'HEAD' ? undefined : this.#sent
    return new Request(this.url, {
      method,
      headers,
      ...(signal && { signal }),
      ...(body !== undefined && { body }),
    })
  }

  /** Returns a new `Request` each time, so that its body is unread even if another one has been read or sent. */
  toRequest(): Request {
    const { raw } = this
    if (this.#sent !== undefined) return raw.bodyUsed ? new Request(raw, { body: this.#sent }) : raw.clone()
    return this.#read && !this.hasStreamBody ? raw.clone() : raw
  }
}

function copyOf<Value>(data: Readonly<Record<string, Value>>): Record<string, Value> {
  const copy = record<Value>()
  for (const [name, value] of Object.entries(data)) {
    setOwn(copy, name, Array.isArray(value) ? (value.slice() as Value) : value)
  }
  return copy
}

/** A list of pairs, and happy-dom's `Headers`, have the names in the case in which they were written. */
function lowerCased(headers: Iterable<[string, string]>): Record<string, string> {
  const result = record<string>()
  for (const [name, value] of headers) setOwn(result, name.toLowerCase(), value)
  return result
}
