import type { MatchableRequest } from '../core/match/match.ts'
import { type PredicateResults, rememberResults } from '../core/match/predicate.ts'
import type { Params } from '../core/params.ts'
import { parseCookies, parseQueries, type RequestSnapshot, type TextRecord } from '../core/request.ts'
import { followSignals } from '../runtime/abort.ts'
import { now } from '../runtime/time.ts'
import { cloneRequest, makeRequest, readRequestBody, withoutSignal } from './bytes.ts'
import { lowerCased, makeSnapshot } from './make-snapshot.ts'
import type { PlainRequest, RealHead, RequestOrigin, Sender } from './plain-request.ts'
import { RequestBody } from './request-body.ts'

let arrivals = 0

/** A request that is being answered. Each of its parts is read when it is first used. */
export class IncomingRequest implements MatchableRequest {
  /** Counts the requests in order of arrival. */
  readonly sequence = arrivals++
  /** Milliseconds since the time origin. */
  readonly arrivedAt = now()
  readonly method: string
  /** Without a hash: clients do not send it. */
  readonly url: string
  /** The place that the request is sent to: `unix:/path:/users` for a Unix socket, otherwise a URL. */
  readonly sentTo: string
  /** `undefined` if this process has sent the request. */
  readonly sender: Sender | undefined
  /** The `credentials` of `raw`, if the client has them and has not made the `Request` itself. */
  readonly credentials: RequestCredentials | undefined
  readonly isRevocable: boolean
  /** Whether the client sent a stream, which can be read only once. */
  readonly hasStreamBody: boolean
  /** What the client has made, or its call needed. */
  source: Request | PlainRequest
  readonly #body: RequestBody | undefined
  #raw: Request | undefined
  #queries: TextRecord | undefined
  #headers: Record<string, string> | undefined
  #cookies: Record<string, string> | undefined
  #parsed: { readonly body: unknown } | undefined
  #predicateResults: ((params: Params) => PredicateResults) | undefined
  #followed: AbortController | undefined
  #givenUp: { readonly reason: unknown } | undefined
  #realHead: RealHead | undefined

  /** `body` is what the client sent, if that is known: a text then need not be read. `origin` completes a `Request`. */
  constructor(source: Request | PlainRequest, body?: unknown, origin: RequestOrigin = {}) {
    const { method, url } = source
    const data = 'clone' in source ? undefined : source
    const { sender, credentials, isRevocable = false } = data ?? origin
    const hash = url.indexOf('#')
    this.method = method
    this.url = hash < 0 ? url : url.slice(0, hash)
    this.sentTo = data?.sentTo ?? this.url
    this.sender = sender
    this.credentials = credentials
    this.isRevocable = isRevocable
    this.source = source
    this.#raw = this.given
    this.hasStreamBody =
      typeof body === 'object' && body !== null && (Symbol.asyncIterator in body || 'getReader' in body)
    this.#body = requestBodyOf(source, body)
  }

  /** `undefined` if nobody can abort the request. */
  get signal(): AbortSignal | undefined {
    return this.source.signal
  }

  /** Whether the client has aborted it. */
  get isAborted(): boolean {
    const { source } = this
    return ('isAborted' in source ? source.isAborted : source.signal?.aborted) ?? false
  }

  /** The `Request` that the client made, or that its call of fetch needed. */
  get given(): Request | undefined {
    return 'clone' in this.source ? this.source : undefined
  }

  get raw(): Request {
    this.#raw ??= makeRequest(this, this.source, this.#body?.sent)
    return this.#raw
  }

  get queries(): TextRecord {
    this.#queries ??= parseQueries(this.url)
    return this.#queries
  }

  get headers(): Record<string, string> {
    this.#headers ??= lowerCased(this.source.headers)
    return this.#headers
  }

  /** Sets the cookies that the client's platform sends along, unless the client has set some. */
  addCookies(cookies: string): void {
    this.headers.cookie ??= cookies
  }

  get cookies(): Record<string, string> {
    this.#cookies ??= parseCookies(this.headers.cookie)
    return this.#cookies
  }

  /** Parsed when it is first used; complete after `readBody`. */
  get body(): unknown {
    this.#parsed ??= { body: this.parseBody() }
    return this.#parsed.body
  }

  /** Parses the body anew. */
  parseBody(): unknown {
    return this.#body?.parse(this.headers['content-type'])
  }

  /** The body as text, whatever its content type; complete after `readBody`. */
  get text(): string | undefined {
    return this.#body?.text(this.headers['content-type'])
  }

  /** The body as it was sent; complete after `readBody`. */
  get sentBody(): ArrayBuffer | string | undefined {
    return this.#body?.sent
  }

  /** The bytes of the body, without its content encodings; complete after `readBody`. */
  get bytes(): Uint8Array | undefined {
    return this.#body?.bytes
  }

  /** Whether `readBody` has still to be called. */
  get unread(): boolean {
    return this.#body?.unread ?? false
  }

  /** Leaves the body to be streamed to the network: nobody needs it here, and `body` stays `undefined`. */
  streamBody(): void {
    this.#body?.stream()
  }

  /** Reads the body, once. */
  async readBody(): Promise<void> {
    await this.#body?.read(this.headers['content-encoding'])
  }

  predicateResults(params: Params): PredicateResults {
    this.#predicateResults ??= rememberResults()
    return this.#predicateResults(params)
  }

  /** The head of the network's answer to a request that passes through, when it has come. */
  get realHead(): RealHead | undefined {
    return this.#realHead
  }

  receiveHead(head: RealHead): void {
    this.#realHead = head
  }

  /** Returns the request as plain data, with the params of the stub's path. All snapshots share this data. */
  snapshot(params: Params): RequestSnapshot {
    const { queries, headers, cookies, body, text } = this
    return makeSnapshot(this, { params, queries, headers, cookies, body, text })
  }

  /** Aborts the signal of the snapshots although the client has not given up: the mocks have ended. */
  giveUp(reason: unknown): void {
    this.#givenUp = { reason }
    this.#followed?.abort(reason)
  }

  /** Lets go of the client's signal, once the answer has been read: the journal keeps the request. */
  releaseSignal(): void {
    const { given } = this
    if (given && this.isRevocable && !given.signal.aborted)
      this.#raw = this.source = withoutSignal(given, this.sentBody)
  }

  /** Returns a signal that aborts with the client's, and when `giveUp` is called. */
  followSignal(): AbortSignal {
    this.#followed ??= followSignals(this.source.signal ?? this.raw.signal)
    if (this.#givenUp) this.#followed.abort(this.#givenUp.reason)
    return this.#followed.signal
  }

  /** Returns a `Request` for user code to read. A stream that is on its way to the network reaches both. */
  copyRequest(): Request {
    const request = this.toRequest()
    return request === this.raw && request.body && !request.bodyUsed ? cloneRequest(request) : request
  }

  /** Returns a new `Request` each time, so that its body is unread even if another one has been read or sent. */
  toRequest(): Request {
    const { raw, hasStreamBody } = this
    const { sent, isReadable = false } = this.#body ?? {}
    // The clone of a stream would have the chunks that the body's own methods refuse.
    if (sent !== undefined) return raw.bodyUsed || hasStreamBody ? new Request(raw, { body: sent }) : cloneRequest(raw)
    return isReadable && !hasStreamBody ? cloneRequest(raw) : raw
  }
}

/** Returns the body of a request. `given` is what the client sent, if that is known. */
function requestBodyOf(source: Request | PlainRequest, given: unknown): RequestBody | undefined {
  // The request's own body stays unread.
  const read = 'clone' in source ? () => readRequestBody(source.clone()) : source.readBody
  const isUnread = 'clone' in source ? source.body !== null && !['GET', 'HEAD'].includes(source.method) : read
  if (typeof given === 'string') return new RequestBody(given, undefined)
  return isUnread ? new RequestBody(undefined, read) : undefined
}
