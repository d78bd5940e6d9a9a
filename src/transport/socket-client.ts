import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { UpgradedClient } from '../response/verdict.ts'

/** A client whose connection speaks another protocol after its request. */
export interface SocketClient extends UpgradedClient {
  /** The request, whose answer is still to be written. */
  readonly incoming: IncomingMessage
  /** Returns the server's end of the connection. */
  open(): Duplex
}
