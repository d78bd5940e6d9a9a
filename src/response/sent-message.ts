/** A message over a connection that speaks another protocol after its request, as a WebSocket does. */
export interface SentMessage {
  readonly from: 'client' | 'mock'
  readonly data: string | Uint8Array
  /** Milliseconds since the epoch. */
  readonly at: number
}
