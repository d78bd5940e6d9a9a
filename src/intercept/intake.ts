import type { Message, Messages } from './messages.ts'
import type { Peer } from './peer.ts'

/** Takes in what the client of a tapped socket writes: a server in this process reads it, request by request. */
export class Intake {
  readonly #messages: Messages
  readonly #connect: () => Peer
  #peer: Peer | undefined
  #isInterrupted = false

  /** `connect` makes a connection to the server. */
  constructor(messages: Messages, connect: () => Peer) {
    this.#messages = messages
    this.#connect = connect
  }

  /** Whether the client has not written anything yet. */
  get isSilent(): boolean {
    return this.#peer === undefined
  }

  /** The message that is being written: a new one where the last is whole. */
  current(): Message {
    const { last } = this.#messages
    if (last && !last.incoming?.complete && !this.#isInterrupted) return last
    // Its server waits for the answer to what the network has answered.
    if (last?.state === 'passed' || this.#isInterrupted) this.close()
    if (!this.#peer || this.#peer.destroyed) this.#peer = this.#connect()
    this.#isInterrupted = false
    return this.#messages.begin()
  }

  /** Notes that what follows has to be read as if nothing had been before. */
  interrupt(): void {
    this.#isInterrupted = true
  }

  /** Gives the server what is written of the current message, on which it may decide at once. */
  write(bytes: Buffer): void {
    this.#peer?.push(bytes)
  }

  /** The client writes no more. */
  end(): void {
    this.#peer?.push(null)
  }

  /** Hangs up on the client, once it has all that was written to it. */
  hangUp(): void {
    this.#peer?.hangUp()
  }

  /** Breaks the connection to the server off. */
  close(): void {
    this.#peer?.destroy()
  }
}
