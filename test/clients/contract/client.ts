export interface ClientRequest {
  readonly method?: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly signal?: AbortSignal
  /** How long the client itself waits, in milliseconds. */
  readonly timeout?: number
}

export interface ClientResponse {
  readonly status: number
  readonly statusText?: string | undefined
  /** Names in lower case, values of one name joined with `, `; without `set-cookie`. */
  readonly headers: Readonly<Record<string, string>>
  readonly setCookies: readonly string[]
  /** Names and values in turn, as they arrived. */
  readonly rawHeaders?: readonly string[]
  readonly bytes: Uint8Array
  /** The URL of the last response, after redirects. */
  readonly url?: string | undefined
  readonly redirected?: boolean
}

/** The abilities that not every client has. */
export type Ability =
  | 'cookies'
  | 'error messages'
  | 'error objects'
  | 'keep-alive'
  | 'redirected'
  | 'set-cookie'
  | 'streaming'
  | 'url'

/** A client as the contract drives it. */
export interface Client {
  /** Starts with the package's name if the client comes from a package. */
  readonly name: string
  /** The origin of the mocked API. */
  readonly origin: string
  /** Rejects if the client fails; no status counts as a failure. Sends the request once. */
  request(request: ClientRequest): Promise<ClientResponse>
  /** Returns the chunks as the client delivers them. */
  readonly stream?: (request: ClientRequest) => Promise<AsyncIterable<Uint8Array>>
  /** Requests over one kept-alive connection. */
  readonly keptAlive?: () => { request(request: ClientRequest): Promise<ClientResponse>; close(): unknown }
  /** Starts a real server that speaks the client's protocol, if that is another one than HTTP/1; returns its origin. */
  readonly loopback?: () => Promise<string>
  /** The client's error when a connection fails. */
  connectionError(code: string): object
  /** The client's error after an abort; `reason` is the signal's own. */
  abortError(reason: unknown): unknown
  /** The client's error after its time-out. */
  readonly timeoutError: object
  /** Whether the client decodes `content-encoding: gzip`. */
  readonly decodes: boolean
  readonly followsRedirects: boolean
  /** The abilities that it lacks, with the reasons. */
  readonly cannot?: Partial<Record<Ability, string>>
}
