import type { ResolvableRequest } from '../core/match/match.ts'
import { type Opinions, rememberOpinions } from '../core/match/predicate.ts'
import type { Params } from '../core/params.ts'
import { parseCookies, parseQueries, type RequestSnapshot, record, type TextRecord } from '../core/request.ts'
import { followSignal } from '../runtime/abort.ts'
import { now } from '../runtime/time.ts'
import { decodeBody } from './decode.ts'
import { parseBody } from './parse-body.ts'

let arrivals = 0

/** What is known of a request whose `Request` has not been made: most are answered without one. */
export interface PlainRequest {
  readonly method: string
  /** Absolute and normalized, without a hash. */
  readonly url: string
  /** As written: a request that is let out keeps the case of their names. */
  readonly headers: Headers | [string, string][]
  /** Aborted when the client gives the request up. */
  readonly signal?: AbortSignal
  /** Reads the body; there where it has still to come. */
  readBody?(): Promise<ArrayBuffer>
}

/** A request on its way to its answer: each part is read when it is first asked for, and once. */
export class IncomingRequest implements ResolvableRequest {
  /** Counts the requests in order of arrival. */
  readonly sequence = arrivals++
  /** Milliseconds since the time origin. */
  readonly arrivedAt = now()
  readonly method: string
  /** Without a hash: clients do not send it. */
  readonly url: string
  readonly #source: Request | PlainRequest
  /** Reads the body that is still to come. */
  readonly #read: (() => Promise<ArrayBuffer>) | undefined
  #raw: Request | undefined
  #queries: TextRecord | undefined
  #headers: Record<string, string> | undefined
  #cookies: Record<string, string> | undefined
  /** What was sent, as far as it is known: a text from the start, bytes once they have been read. */
  #sent: ArrayBuffer | string | undefined
  /** What was sent, without its content encodings. */
  #decoded: ArrayBuffer | undefined
  #body: { readonly parsed: unknown } | undefined
  #reading: Promise<void> | undefined
  #opinions: ((params: Params) => Opinions) | undefined
  #followed: AbortController | undefined
  #givenUp: { readonly reason: unknown } | undefined

  /** `text` is the body, where the client gave it as a string: then it need not be read off the request. */
  constructor(source: Request | PlainRequest, text?: string) {
    const { method, url } = source
    const hash = url.indexOf('#')
    this.method = method
    this.url = hash < 0 ? url : url.slice(0, hash)
    this.#source = source
    this.#sent = text
    if ('clone' in source) {
      this.#raw = source
      const mayHaveBody = text === undefined && method !== 'GET' && method !== 'HEAD'
      // The request's own body stays unread.
      if (mayHaveBody && source.body !== null) this.#read = () => source.clone().arrayBuffer()
    } else {
      this.#read = source.readBody
    }
  }

  get raw(): Request {
    this.#raw ??= this.#make()
    return this.#raw
  }

  /** `undefined` where nobody could have aborted it. */
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

  /** Parsed when first asked for; known once `readBody` has been awaited. */
  get body(): unknown {
    this.#body ??= { parsed: this.#parseBody() }
    return this.#body.parsed
  }

  #parseBody(): unknown {
    const body = this.#decoded ?? this.#sent
    return body === undefined ? undefined : parseBody(body, this.headers['content-type'] ?? '')
  }

  /** Whether the body has still to be read. */
  get unread(): boolean {
    return this.#read !== undefined && this.#sent === undefined
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

  opinions(params: Params): Opinions {
    this.#opinions ??= rememberOpinions()
    return this.#opinions(params)
  }

  /** The request as plain data, with the params of the path that took it. All snapshots share it. */
  snapshot(params: Params): RequestSnapshot {
    const { queries, headers, cookies, body } = this
    return this.#describe({ params, queries, headers, cookies, body })
  }

  /** A snapshot with data of its own: a resolver may keep what it is given, and change it. */
  ownSnapshot(params: Params): RequestSnapshot {
    return this.#describe({
      params: copyOf(params),
      queries: parseQueries(this.url),
      headers: copyOf(this.headers),
      cookies: parseCookies(this.headers.cookie),
      body: this.#parseBody(),
    })
  }

  #describe(data: Omit<RequestSnapshot, 'method' | 'url' | 'signal' | 'raw'>): RequestSnapshot {
    const followed = () => this.#follow()
    const unread = () => this.#unread()
    let raw: Request | undefined
    return {
      method: this.method,
      url: this.url,
      ...data,
      get signal() {
        return followed()
      },
      get raw() {
        raw ??= unread()
        return raw
      },
    }
  }

  /** Tells who looks at the signal that nobody waits for the answer, though the client has not said so: its mocks have ended. */
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
    // Node's http sends a body with these too; a `Request` has none.
    const body = method === 'GET' || method === 'HEAD' ? undefined : this.#sent
    return new Request(this.url, {
      method,
      headers,
      ...(signal && { signal }),
      ...(body !== undefined && { body }),
    })
  }

  /** A request of its own for each who asks, so that its body is unread, whoever has read another or sent it on. */
  #unread(): Request {
    const { raw } = this
    if (this.#sent === undefined) return raw
    return raw.bodyUsed ? new Request(raw, { body: this.#sent }) : raw.clone()
  }
}

function copyOf<Value>(data: Readonly<Record<string, Value>>): Record<string, Value> {
  const copy = record<Value>()
  for (const [name, value] of Object.entries(data)) copy[name] = Array.isArray(value) ? (value.slice() as Value) : value
  return copy
}

/** A list keeps the case in which a name was written, and so do happy-dom's headers. */
function lowerCased(headers: Iterable<[string, string]>): Record<string, string> {
  const result = record<string>()
  for (const [name, value] of headers) result[name.toLowerCase()] = value
  return result
}
