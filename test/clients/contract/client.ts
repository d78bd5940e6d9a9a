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

/** What not every client can do. */
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
  /** What the client's error looks like when a connection fails. */
  connectionError(code: string): object
  /** What the client's error looks like when it is aborted; `reason` is the signal's own. */
  abortError(reason: unknown): unknown
  /** What the client's error looks like when it has waited for as long as it was told. */
  readonly timeoutError: object
  /** Whether the client decodes `content-encoding: gzip`. */
  readonly decodes: boolean
  readonly followsRedirects: boolean
  /** What it cannot do, and why. */
  readonly cannot?: Partial<Record<Ability, string>>
}
