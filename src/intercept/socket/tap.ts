import type { Socket } from 'node:net'
import { MynahError } from '../../core/errors.ts'
import { nextTask } from '../../runtime/event-loop.ts'
import { Downlink } from './client-reads.ts'
import { Intake } from './client-writes.ts'
import type { Destination } from './connect-arguments.ts'
import { type Message, Messages } from './messages.ts'
import { type Network, Uplink } from './real-connection.ts'
import type { Peer } from './server-end.ts'
import { socketEndedError } from './socket-error.ts'
import { tapMethods } from './socket-methods.ts'
import type { Tapped } from './tapped.ts'

/**
 * Stands between a client's socket and its network: what the client writes is read by a server in this process, request
 * by request, and each is answered from here or let through.
 */
export class Tap implements Tapped {
  /** Whether a client of HTTP has it: one that is silent still has a request to write. */
  isHttp = false
  /** Resolves when its client has been told that it is connected, where that is still to come. */
  connecting: Promise<void> | undefined
  /** Resolves when its client listens to it: what happens to it before is never noticed. */
  heeded: Promise<void> = Promise.resolve()
  /** Whether its client has anything more to write; where nobody knows, it has. */
  isAwaited = () => true
  readonly messages = new Messages()
  readonly socket: Socket
  readonly downlink: Downlink
  readonly #uplink: Uplink
  readonly #intake: Intake
  readonly #untap: () => void
  readonly #close: () => void
  #hasEnded = false
  #hasLeft = false

  /** `serve` takes the server's end of the connection; `forget` is called when nothing is left to be done. */
  constructor(socket: Socket, network: Network, serve: (peer: Peer) => void, forget: () => void) {
    this.socket = socket
    this.#uplink = new Uplink(socket, network)
    this.downlink = new Downlink(socket)
    this.#intake = new Intake(this, this.#uplink, serve)
    this.#untap = tapMethods(socket, this.#intake)
    this.#close = () => {
      this.#intake.close()
      forget()
    }
    socket.once('close', this.#close)
  }

  /** Where what the client sends now is for. */
  get destination(): Destination | undefined {
    return this.#uplink.destination
  }

  /** Whether it is connected to its network. */
  get isOpen(): boolean {
    return this.#uplink.isOpen
  }

  /** Whether nobody takes what the client writes any more. */
  get isOver(): boolean {
    return this.#hasEnded && !this.isOpen
  }

  /** Whether the client has not written anything yet. */
  get isSilent(): boolean {
    return this.#intake.isSilent
  }

  /** Whether a request over it has no answer yet. */
  get isPending(): boolean {
    return this.messages.pending.length > 0
  }

  /**
   * Lets a request through: it is sent as it was written, and its answer comes from the network.
   * @throws {MynahError} `REQUEST`, where others are not done with.
   */
  pass(message: Message): void {
    if (this.socket.destroyed) return
    if (this.messages.pending.some((one) => one !== message)) {
      // Its answer could come before those that the client waits for first.
      throw new MynahError('REQUEST', 'A request that passes through cannot be pipelined with others')
    }
    this.#uplink.open(() => {
      message.state = 'passed'
      this.#uplink.write(Buffer.concat(message.held.splice(0)))
    })
  }

  /** Connects for a client that waits to be spoken to. */
  open(): void {
    this.#uplink.open(() => {})
  }

  /** Gives the client the tunnel that it asks for: what it sends through it is for another destination. */
  enterTunnel(message: Message, destination: Destination): void {
    this.#uplink.tunnelTo(destination, Buffer.concat(message.held.splice(0)))
    this.isHttp = false
    this.#intake.interrupt()
    message.state = 'answered'
    this.socket.push('HTTP/1.1 200 Connection established\r\n\r\n')
  }

  /** Notes that a request has its whole answer. */
  close(message: Message): void {
    message.state = 'answered'
    message.held.length = 0
    if (this.#hasEnded) this.end()
  }

  /**
   * Takes note of bytes that are no HTTP. Those at the end of a request, as the body of a DELETE that says no length,
   * belong to it: it is answered nonetheless. Says whether there is such a request.
   */
  notHttp(): boolean {
    this.#intake.interrupt()
    return this.messages.forgetUnread()
  }

  /** Lets all through from now on: what the client speaks is not HTTP. */
  release(): void {
    this.#intake.close()
    this.#uplink.open(() => {
      this.#uplink.write(this.messages.held)
      this.messages.clear()
      this.#untap()
    })
  }

  /**
   * Ends what the tap stands for, with the mocks: a request that has arrived still has its answer, one on its way fails.
   */
  end(): void {
    this.#hasEnded = true
    const { pending } = this.messages
    if (pending.some(({ incoming }) => incoming === undefined)) this.breakOff()
    else if (pending.length > 0) return
    else if (this.isOpen) this.#leave()
    else if (!this.isSilent) this.#intake.hangUp()
    // Its client may not be listening yet: what undici misses then it waits for without an end.
    else if (this.isAwaited()) void this.heeded.then(nextTask).then(() => this.breakOff())
    else this.socket.destroy()
  }

  /** Hands a socket that has been told to end over to the tap of other mocks: its client has written to it first. */
  handOver(): Network {
    this.#leave()
    return this.#uplink.network
  }

  /** Fails the client. An error that nobody listens to would end the process; a client of HTTP listens, or will in this tick. */
  breakOff(): void {
    if (this.#hasLeft) return
    const isHeard = this.isHttp || this.socket.listenerCount('error') > 0
    this.socket.destroy(isHeard ? socketEndedError() : undefined)
  }

  /** A socket that a pool keeps outlives many taps: nothing of theirs may stay on it. */
  #leave(): void {
    this.#hasLeft = true
    this.#untap()
    this.socket.off('close', this.#close)
    this.#close()
  }
}
