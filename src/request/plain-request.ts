import type { HeaderList } from '../core/reply/reply.ts'

/** The head of an answer of the network. */
export interface RealHead {
  readonly status: number
  readonly headers: HeaderList
}

/** The sender of a request that this process answers for another one. */
export interface Sender {
  readonly from: 'page' | 'server'
  /** The line of the application, if it is known: `src/users.ts:12`. */
  readonly at?: string | undefined
}

/** What is known of a request besides what is sent. */
export interface RequestOrigin {
  /** Missing if this process has sent the request. */
  readonly sender?: Sender | undefined
  /** The `credentials` of its `Request`, if the client has them and has not made the `Request` itself. */
  readonly credentials?: RequestCredentials | undefined
  /** Whether the client may abort in the tick of the call: no server answers so soon. */
  readonly isRevocable?: boolean
}

/** A request as its client wrote it, without a `Request`, which most answers do not need. */
export interface PlainRequest extends RequestOrigin {
  readonly method: string
  /** Absolute and normalized. A hash is not sent, and cut off. */
  readonly url: string
  /** As written: a request that passes through keeps the case of the names. */
  readonly headers: Headers | [string, string][]
  /** The place that the request is sent to, if it is not the URL: a proxy, or a Unix socket. */
  readonly sentTo?: string | undefined
  /** Set if the client's source can hand its connection over to another protocol. */
  readonly canUpgrade?: true
  /** Aborts when the client aborts the request. */
  readonly signal?: AbortSignal | undefined
  /** Whether the client has aborted it, if that is known without the signal, which takes longer to make than to decide on most requests. */
  readonly isAborted?: boolean
  /** Reads the body. Missing if there is none, or if it is known already. */
  readonly readBody?: () => Promise<ArrayBuffer>
}
