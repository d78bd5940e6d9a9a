import { refreshTimeout } from './client-reads.ts'
import type { Message } from './messages.ts'
import type { Uplink } from './real-connection.ts'
import { Peer } from './server-end.ts'
import type { SocketMethods } from './socket-methods.ts'
import type { Tapped } from './tapped.ts'

/**
 * Takes in what the client of a tapped socket does with it. A server in this process reads what is written, request by
 * request; what belongs to a request that was let through goes on to the network.
 */
export class Intake implements SocketMethods {
  readonly #tap: Tapped
  readonly #uplink: Uplink
  readonly #serve: (peer: Peer) => void
  #peer: Peer | undefined
  #isInterrupted = false

  constructor(tap: Tapped, uplink: Uplink, serve: (peer: Peer) => void) {
    this.#tap = tap
    this.#uplink = uplink
    this.#serve = serve
  }

  get isOpen(): boolean {
    return this.#uplink.isOpen
  }

  /** Whether the client has not written anything yet. */
  get isSilent(): boolean {
    return this.#peer === undefined
  }

  read(size: number): void {
    this.#tap.downlink.read()
    if (this.isOpen) this.#uplink.read(size)
  }

  write(bytes: Buffer, done: () => void): void {
    const { socket, connecting, isOver } = this.#tap
    if (socket.destroyed) return
    if (connecting) {
      void connecting.then(() => this.write(bytes, done))
      return
    }
    if (isOver) {
      this.#tap.breakOff()
      return
    }
    const message = this.#current()
    const { state } = message
    if (state !== 'passed') message.held.push(bytes)
    refreshTimeout(socket)
    // The server may decide on it at once.
    this.#peer?.push(bytes)
    if (state === 'passed') this.#uplink.write(bytes, done)
    else done()
  }

  end(done: () => void): void {
    this.#peer?.push(null)
    if (this.isOpen) this.#uplink.end(done)
    else done()
  }

  /** Notes that what follows has to be read as if nothing had been before. */
  interrupt(): void {
    this.#isInterrupted = true
  }

  /** Hangs up on the client, once it has all that was written to it. */
  hangUp(): void {
    this.#peer?.hangUp()
  }

  /** Breaks the connection to the server off. */
  close(): void {
    this.#peer?.destroy()
  }

  /** The message that is being written: a new one where the last is whole. */
  #current(): Message {
    const { messages } = this.#tap
    const { last } = messages
    if (last && !last.incoming?.complete && !this.#isInterrupted) return last
    // Its server waits for the answer to what the network has answered.
    if (last?.state === 'passed' || this.#isInterrupted) this.close()
    if (!this.#peer || this.#peer.destroyed) {
      this.#peer = new Peer(this.#tap)
      this.#serve(this.#peer)
    }
    this.#isInterrupted = false
    return messages.begin()
  }
}
