import type { ReadBytes } from './request-body.ts'

/** The sender of a request that this process answers for another one. */
export interface Sender {
  readonly from: 'page' | 'server'
  /** The line of the application, if it is known: `src/users.ts:12`. */
  readonly at?: string | undefined
}

/** A request as its client wrote it, without a `Request`, which most answers do not need. */
export interface PlainRequest {
  readonly method: string
  /** Absolute and normalized. A hash is not sent, and cut off. */
  readonly url: string
  /** As written: a request that passes through keeps the case of the names. */
  readonly headers: Headers | [string, string][]
  /** The place that the request is sent to, if it is not the URL: a proxy, or a Unix socket. */
  readonly sentTo?: string | undefined
  /** Aborts when the client aborts the request. */
  readonly signal?: AbortSignal
  /** Reads the body. Missing if there is none, or if it is known already. */
  readonly readBody?: ReadBytes
  /** Whether the source takes the known body of a response from `knownBodyOf`, and needs no stream of it. */
  readonly takesKnownBody?: boolean
  /** Missing if this process has sent the request. */
  readonly sender?: Sender
}
