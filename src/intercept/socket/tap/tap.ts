import { Socket } from 'node:net'
import type { IncomingRequest } from '../../../request/incoming-request.ts'
import { nextTask } from '../../../runtime/event-loop.ts'
import type { Destination } from '../../../transport/destination.ts'
import { pipelinedError, socketEndedError } from '../../../transport/socket-error.ts'
import { replace } from '../../patch.ts'
import { ClientWrites } from './client-writes.ts'
import { Connection, type ExpectsPassthrough, type Network, type Opener } from './connection.ts'
import { ClientReads, type ServerEnd } from './loopback.ts'
import type { Message, Messages, NextRequest } from './messages.ts'
import { handshakeOver } from './pretend-connected.ts'
import { destroySocket } from './socket-methods.ts'

interface TapOptions {
  readonly network: Network
  readonly opener: Opener
  readonly expectsPassthrough: ExpectsPassthrough
  /** Takes the server's end of the connection. */
  serve(end: ServerEnd, tap: Tap): void
  /** Called when a request passes through: from then on, `receive` needs to be called. */
  watchAnswers(): void
  /** Called when the tap is done. */
  forget(): void
}

/**
 * Stands between an HTTP client's socket and its network: a server in this process reads what the client writes, request
 * by request, and each request is answered from here or passes through. Its first request decides whether a socket is real or
 * mocked, for life. A request over a mocked one that passes through gets a connection of its own.
 */
export class Tap {
  readonly socket: Socket
  readonly connection: Connection
  readonly writes: ClientWrites
  readonly messages: Messages
  readonly expectsPassthrough: ExpectsPassthrough
  /** Resolves when the client believes that the socket is connected, if that is still to come. */
  connecting: Promise<void> | undefined
  /** Whether a request has been assigned to the socket: before that, an agent may speak to a proxy over it. */
  isAssigned = false
  readonly #options: TapOptions
  readonly #reads: ClientReads
  readonly #restore: () => void
  /** The request that passes through; `undefined` when its client has begun the next one. */
  #passed: IncomingRequest | undefined
  #hasLeft = false

  constructor(socket: Socket, options: TapOptions) {
    const { network, expectsPassthrough, serve } = options
    this.socket = socket
    this.expectsPassthrough = expectsPassthrough
    this.#options = options
    this.connection = new Connection(socket, network)
    this.connecting = network.open ? undefined : handshakeOver(socket)
    this.#reads = new ClientReads(socket, this.connection)
    this.writes = new ClientWrites({
      reads: this.#reads,
      connection: this.connection,
      serve: (end) => serve(end, this),
      breakOff: () => this.breakOff(),
    })
    this.messages = this.writes.messages
    const restoreDestroy = socket instanceof Socket ? replace(socket, '_destroy', destroySocket) : () => {}
    this.#restore = () => {
      this.writes.restore()
      restoreDestroy()
      this.connection.restoreRef()
    }
    socket.once('close', this.#close)
  }

  readonly #close = (): void => {
    this.writes.close()
    this.#options.forget()
  }

  /** Whether its client may write more, or has no complete answer. */
  get isDue(): boolean {
    return this.messages.pending.length > 0 || this.#options.opener.isAwaited()
  }

  /**
   * Decides in the next task, for clients that write only when their socket is connected: the socket is connected to the network
   * by `connectItself` if the client's request will pass through. Otherwise the client sees a connection that does not exist.
   */
  connect(connectItself: (() => void) | undefined): void {
    this.connection.mayConnect(connectItself)
    this.connecting = nextTask().then(() => {
      this.connecting = undefined
      const { connection, writes } = this
      if (this.socket.destroyed || connection.isReal || (writes.hasEnded && writes.isSilent)) return
      if (writes.isSilent && connection.isUndecided && this.expectsPassthrough()) connection.connect()
      else connection.pretend()
    })
  }

  /** The client begins a request. */
  beginRequest(next: NextRequest): void {
    this.isAssigned = true
    this.#passed = undefined
    this.writes.begin(next)
  }

  /**
   * Sends a request to the network, as it was written and as it goes on. Its answer comes from there.
   * @throws {MynahError} `REQUEST`, if earlier requests over the socket have no answer yet.
   */
  passthrough(message: Message, request?: IncomingRequest): void {
    if (this.socket.destroyed) return
    if (this.messages.pending.some((one) => one !== message)) throw pipelinedError()
    this.#passed = request
    if (request) this.#options.watchAnswers()
    const held = Buffer.concat(message.held)
    this.messages.close(message, 'passthrough')
    if (message.isContinued) this.#reads.swallowContinue()
    this.writes.passthrough(held, false)
  }

  /** Sends all earlier and later bytes to the network: they are not HTTP, or they are encrypted HTTP. */
  passthroughAll(): void {
    this.writes.passthrough(Buffer.concat(this.messages.takeHeld()), true)
  }

  /** Takes note of the head of the network's answer; `raw` has names and values in turn. */
  receive(status: number, raw: readonly string[]): void {
    const headers = raw.flatMap((name, at): [string, string][] => (at % 2 ? [] : [[name, raw[at + 1] ?? '']]))
    this.#passed?.receiveHead({ status, headers })
  }

  /**
   * Opens the tunnel that the client asks its proxy for: a real one if the socket is real. Otherwise the client sees an
   * open tunnel, and the proxy is asked only if a later request passes through.
   */
  requestTunnel(message: Message, destination: Destination): void {
    const { connection } = this
    if (connection.isUndecided && this.expectsPassthrough(destination)) connection.connect()
    if (connection.isReal) {
      this.passthrough(message)
      connection.enterTunnel(destination)
      return
    }
    // The socket is mocked from here on: without its tunnel, the network would be the proxy itself.
    connection.mayConnect(undefined)
    connection.enterTunnel(destination, Buffer.concat(message.held))
    this.isAssigned = false
    this.writes.interrupt()
    this.messages.close(message, 'answered')
    this.#reads.receive(Buffer.from('HTTP/1.1 200 Connection established\r\n\r\n'), () => {})
  }

  /** Leaves the socket to what speaks another protocol from the answer to this request on, and replaces its stream's methods. */
  upgrade(message: Message): Socket {
    this.messages.close(message, 'answered')
    this.#close()
    return this.socket
  }

  /** Takes note that a request has its complete answer. */
  close(message: Message): void {
    this.messages.close(message, 'answered')
    if (this.writes.hasEnded) this.end()
  }

  /** Ends the tap with the mocks: a request that has arrived completes, and one that is still being written fails. */
  end(): void {
    this.writes.hasEnded = true
    const { pending } = this.messages
    if (pending.some(({ incoming }) => incoming === undefined)) this.breakOff()
    else if (pending.length > 0) return
    else if (this.connection.isReal || this.writes.line) this.#leave()
    else if (!this.writes.isSilent) this.writes.hangUp()
    // A client that waits for its connection listens to the socket. A client that is connected may not listen yet: undici
    // would miss the error, and wait for it forever.
    else if (this.#options.opener.isAwaited())
      void (this.connecting ?? this.#options.opener.listening).then(nextTask).then(() => this.breakOff())
    else this.socket.destroy()
  }

  /** Hands the socket over to the tap of other mocks, if its client writes to it before it is broken off. */
  handOver(): Network {
    this.#leave()
    return this.connection.network
  }

  /** Fails the client. An error without a listener would end the process; an HTTP client listens now, or later in this tick. */
  breakOff(): void {
    if (this.#hasLeft) return
    const isHeard = this.isAssigned || this.socket.listenerCount('error') > 0
    this.socket.destroy(isHeard ? socketEndedError() : undefined)
  }

  /** Returns the socket to its client as it was before: a pool keeps it for longer than the mocks are started. */
  #leave(): void {
    this.#hasLeft = true
    this.#options.forget()
    const line = this.writes.line ?? this.connection.line
    // The client's bytes are piped until its socket closes.
    if (line instanceof Socket) return
    this.socket.off('close', this.#close)
    this.writes.close()
    if (line && line.writableLength > 0) line.write('', this.#restore)
    else this.#restore()
  }
}
