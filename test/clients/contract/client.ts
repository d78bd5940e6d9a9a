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
  /** Names in lower case, values of one name joined with `, `; without `set-cookie`. */
  readonly headers: Readonly<Record<string, string>>
  readonly setCookies: readonly string[]
  readonly bytes: Uint8Array
  /** Where the client ended up. */
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
  /** The package's name first, where it is of one. */
  readonly name: string
  /** Where the mocked API is. */
  readonly origin: string
  /** Rejects where the client fails; a status of any kind is no failure. It tries once. */
  request(request: ClientRequest): Promise<ClientResponse>
  /** Gives the chunks as the client hands them out. */
  readonly stream?: (request: ClientRequest) => Promise<AsyncIterable<Uint8Array>>
  /** Requests over one kept-alive connection. */
  readonly keptAlive?: () => { request(request: ClientRequest): Promise<ClientResponse>; close(): unknown }
  /** What the client's error looks like when a connection fails. */
  networkFailure(code: string): object
  /** What the client's error looks like when it is aborted; `reason` is the signal's own. */
  abortFailure(reason: unknown): unknown
  /** What the client's error looks like when it has waited for as long as it was told. */
  readonly timeoutFailure: object
  /** Whether the client decodes `content-encoding: gzip`. */
  readonly decodes: boolean
  readonly followsRedirects: boolean
  /** What it cannot do, and why. */
  readonly cannot?: Partial<Record<Ability, string>>
}
