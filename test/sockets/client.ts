/** A request to be sent. */
export interface Sending {
  readonly origin: string
  readonly path: string
  readonly method: 'GET' | 'POST'
}

/** Takes the text of an answer, or an error. */
export type Told = (text: unknown) => void

export type Protocol = 'http' | 'https' | 'h2c'

/** A client of `senders.test.ts`. */
export interface Client {
  /** What it speaks with its server; `http` unless said. */
  readonly protocol?: Protocol
  /** Whether it sends a GET again that was answered with 503. */
  readonly repeats?: boolean
  /** Whether it follows redirects. */
  readonly follows?: boolean
  /** Starts to use at most this many connections. `send` calls back in the client's own callback, if it has one. */
  make(origin: string, connections: number): { send(sending: Sending, told: Told): void; close(): unknown }
}

/** Returns the body of a request; `null` for none. */
export function bodyOf({ method }: Sending): string | null {
  return method === 'POST' ? 'sent' : null
}
