import type { Params } from './core/path.ts'
import { collect, parseCookies, parseQueries, type RequestSnapshot, record, type TextRecord } from './core/request.ts'
import type { ResolvableRequest } from './core/resolve.ts'
import { parseMultipart } from './parse-multipart.ts'

/** The clock, in milliseconds, and what it counts from, as they were at import: a runner's fake one stands still. */
export const now: () => number = performance.now.bind(performance)
export const { timeOrigin } = performance

let arrivals = 0

/** What is known of a request whose `Request` has not been made: most are answered without one, which halves their cost. */
export interface PlainGet {
  /** Absolute and normalized, without a hash. */
  readonly url: string
  make(): Request
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
  /** Known once `readBody` has been awaited. */
  body: unknown = undefined
  readonly #source: Request | PlainGet
  #raw: Request | undefined
  #queries: TextRecord | undefined
  #headers: Record<string, string> | undefined
  #cookies: Record<string, string> | undefined
  #reading: Promise<void> | undefined

  constructor(source: Request | PlainGet) {
    this.#source = source
    if ('make' in source) {
      this.method = 'GET'
      this.url = source.url
    } else {
      this.#raw = source
      this.method = source.method
      const hash = source.url.indexOf('#')
      this.url = hash < 0 ? source.url : source.url.slice(0, hash)
    }
  }

  get raw(): Request {
    this.#raw ??= 'make' in this.#source ? this.#source.make() : this.#source
    return this.#raw
  }

  /** `undefined` where nobody could have aborted it. */
  get signal(): AbortSignal | undefined {
    return this.#raw?.signal
  }

  get queries(): TextRecord {
    this.#queries ??= parseQueries(this.url)
    return this.#queries
  }

  get headers(): Record<string, string> {
    // Not the raw request's where there is none: a plain GET has none of its own.
    this.#headers ??= Object.assign(record<string>(), this.#raw && Object.fromEntries(this.#raw.headers))
    return this.#headers
  }

  get cookies(): Record<string, string> {
    this.#cookies ??= parseCookies(this.headers.cookie)
    return this.#cookies
  }

  get hasBody(): boolean {
    return this.method !== 'GET' && this.method !== 'HEAD' && this.raw.body !== null
  }

  /** Reads and parses the body; the raw request's own body stays unread. */
  readBody(): Promise<void> {
    if (!this.hasBody) return Promise.resolve()
    this.#reading ??= parseBody(this.raw.clone()).then((body) => {
      this.body = body
    })
    return this.#reading
  }

  /** The request as plain data, with the params of the path that took it. */
  snapshot(params: Params): RequestSnapshot {
    const { method, url, queries, headers, cookies, body } = this
    const raw = () => this.raw
    return {
      method,
      url,
      params,
      queries,
      headers,
      cookies,
      body,
      get signal() {
        return raw().signal
      },
      get raw() {
        return raw()
      },
    }
  }
}

/** Parses a body by its content type (contract: section 2, resolver). */
async function parseBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength === 0) return undefined
  if (/[/+]json\b/i.test(type)) return parseJson(decodeText(bytes, type))
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return collect(new URLSearchParams(decodeText(bytes, type)))
  if (/^multipart\/form-data\b/i.test(type)) {
    const values = parseMultipart(new Uint8Array(bytes), type)
    return values ? collect(values) : decodeText(bytes, type)
  }
  if (/^text\/|[/+]xml\b/i.test(type)) return decodeText(bytes, type)
  return new Uint8Array(bytes)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function decodeText(bytes: ArrayBuffer, type: string): string {
  const charset = /charset="?([^\s;"]+)/i.exec(type)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
