import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { UpgradedClient } from '../response/verdict.ts'

/** A client whose connection speaks another protocol after its request. */
export interface SocketClient extends UpgradedClient {
  /** The request, whose answer is still to be written. */
  readonly incoming: IncomingMessage
  /** Returns the client's socket. Whoever has it answers what the client writes. */
  open(): Socket
}
