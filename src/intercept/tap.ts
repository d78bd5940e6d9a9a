import type { Socket } from 'node:net'
import { MynahError } from '../core/errors.ts'
import { endOfMocks } from '../ending.ts'
import { nextTurn } from '../turn.ts'
import type { Destination } from './connect-arguments.ts'
import { Downlink } from './downlink.ts'
import { type Message, Messages } from './messages.ts'
import { type FarEnd, Peer } from './peer.ts'
import { refreshTimeout } from './refresh-timeout.ts'
import { tapMethods } from './tap-methods.ts'
import { Uplink } from './uplink.ts'

/** How a tapped socket comes to its network, where it has to. */
export interface Network {
  readonly destination: Destination | undefined
  /** Connects for real; `undefined` where the socket is connected already. */
  readonly connect: (() => void) | undefined
}

/**
 * Stands between a client's socket and its network: what the client writes is read by a server in this process, request
 * by request, and each is answered from here or let through.
 */
export class Tap implements FarEnd {
  /** Whether a client of HTTP has it: one that is silent still has a request to write. */
  isHttp = false
  /** Resolves when its client listens to it: what happens to it before is never noticed. */
  heeded: Promise<void> = Promise.resolve()
  /** Whether its client has anything more to write; where nobody knows, it has. */
  isAwaited = () => true
  readonly messages = new Messages()
  readonly socket: Socket
  destination: Destination | undefined
  readonly #uplink: Uplink
  readonly #downlink: Downlink
  readonly #serve: (peer: Peer) => void
  readonly #untap: () => void
  readonly #close: () => void
  #peer: Peer | undefined
  /** What follows on this connection has to be read as if nothing had been before. */
  #isUnreadable = false
  #hasEnded = false

  /** `serve` takes the server's end of the connection; `forget` is called when nothing is left to be done. */
  constructor(socket: Socket, { destination, connect }: Network, serve: (peer: Peer) => void, forget: () => void) {
    this.socket = socket
    this.destination = destination
    this.#uplink = new Uplink(socket, connect)
    this.#downlink = new Downlink(socket)
    this.#serve = serve
    this.#untap = tapMethods(socket, {
      read: (size) => this.#read(size),
      write: (bytes, done) => this.#write(bytes, done),
      end: (done) => this.#end(done),
      isOpen: () => this.isOpen,
    })
    this.#close = () => {
      this.#peer?.destroy()
      forget()
    }
    socket.once('close', this.#close)
  }

  /** Whether it is connected to its network. */
  get isOpen(): boolean {
    return this.#uplink.isOpen
  }

  /** Whether the client has not written anything yet. */
  get isSilent(): boolean {
    return this.#peer === undefined
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
    this.#uplink.tunnelBy(Buffer.concat(message.held.splice(0)))
    this.destination = destination
    this.isHttp = false
    this.#isUnreadable = true
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
    this.#isUnreadable = true
    return this.messages.forgetUnread()
  }

  /** Lets all through from now on: what the client speaks is not HTTP. */
  release(): void {
    this.#peer?.destroy()
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
    if (pending.some(({ incoming }) => incoming === undefined)) this.#breakOff()
    else if (pending.length > 0) return
    else if (this.isOpen) this.#leave()
    // Its client may not be listening yet: what undici misses then it waits for without an end.
    else if (this.isSilent && this.isAwaited()) void this.heeded.then(nextTurn).then(() => this.#breakOff())
    // At once, so that nobody takes it from a pool any more.
    else if (this.#isDelivered) this.socket.destroy()
    else this.#peer?.end()
  }

  deliver(bytes: Buffer, done: () => void): void {
    this.#downlink.deliver(bytes, done)
  }

  deliverEnd(): void {
    this.socket.push(null)
  }

  /** A socket that a pool keeps outlives many taps: nothing of theirs may stay on it. */
  #leave(): void {
    this.#untap()
    this.socket.off('close', this.#close)
    this.#close()
  }

  /** An error that nobody listens to would end the process. A client of HTTP listens, or will in this tick. */
  #breakOff(): void {
    const isHeard = this.isHttp || this.socket.listenerCount('error') > 0
    this.socket.destroy(isHeard ? endOfMocks() : undefined)
  }

  /** Whether the client has all that was written to it. */
  get #isDelivered(): boolean {
    return this.socket.readableLength === 0 && (this.#peer?.writableLength ?? 0) === 0
  }

  #read(size: number): void {
    this.#downlink.read()
    if (this.isOpen) this.#uplink.read(size)
  }

  #write(bytes: Buffer, done: () => void): void {
    if (this.#hasEnded && !this.isOpen) {
      this.#breakOff()
      return
    }
    const message = this.#current()
    const { state } = message
    if (state !== 'passed') message.held.push(bytes)
    refreshTimeout(this.socket)
    // This may decide on it at once.
    this.#peer?.push(bytes)
    if (state === 'passed') this.#uplink.write(bytes, done)
    else done()
  }

  /** The message that is being written: a new one where the last is whole. */
  #current(): Message {
    const { last } = this.messages
    if (last && !last.incoming?.complete && !this.#isUnreadable) return last
    // Its server waits for the answer to what the network has answered.
    if (last?.state === 'passed' || this.#isUnreadable) this.#peer?.destroy()
    if (!this.#peer || this.#peer.destroyed) {
      this.#peer = new Peer(this)
      this.#serve(this.#peer)
    }
    this.#isUnreadable = false
    return this.messages.begin()
  }

  #end(done: () => void): void {
    this.#peer?.push(null)
    if (this.isOpen) this.#uplink.end(done)
    else done()
  }
}
