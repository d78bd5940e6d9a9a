import { Socket } from 'node:net'
import type { IncomingRequest } from '../../../request/incoming-request.ts'
import { nextTask } from '../../../runtime/event-loop.ts'
import { replace, replaceAll } from '../../patch.ts'
import { ClientReads } from './client-reads.ts'
import { ClientWrites } from './client-writes.ts'
import type { Destination } from './destination.ts'
import type { Message, Messages, NextRequest } from './messages.ts'
import { pretendConnected } from './pretend-connected.ts'
import { type Network, RealConnection } from './real-connection.ts'
import type { ServerEnd } from './server-end.ts'
import { pipelinedError, socketEndedError } from './socket-error.ts'
import { destroySocket } from './socket-methods.ts'

interface TapOptions {
  readonly network: Network
  /** Takes the server's end of the connection. */
  serve(end: ServerEnd, tap: Tap): void
  /** Whether the client's first request is certain to pass through; with `tunnel`, its first request to the end of that tunnel. */
  expectsPassthrough(tunnel?: Destination): boolean
  /** Called when a request passes through: from then on, `receive` needs to be called. */
  watchAnswers(): void
  /** Called when the tap is done. */
  forget(): void
}

/**
 * Stands between an HTTP client's socket and its network: a server in this process reads what the client writes, request
 * by request, and each request is answered from here or passes through.
 */
export class Tap {
  /** Whether a request has been assigned to the socket: before that, an agent may speak to a proxy over it. */
  isAssigned = false
  /** Resolves when the client believes that the socket is connected, if that is still to come. */
  connecting: Promise<void> | undefined
  /** Resolves when the client listens to the socket: it would not notice an earlier error. */
  heard: Promise<void> = Promise.resolve()
  /** Whether the client has more to write; true if that is not known. */
  isAwaited = () => true
  /** The request that passes through; `undefined` when its client has begun the next one. */
  passed: IncomingRequest | undefined
  readonly socket: Socket
  readonly real: RealConnection
  readonly writes: ClientWrites
  readonly messages: Messages
  readonly #expectsPassthrough: TapOptions['expectsPassthrough']
  readonly #watchAnswers: TapOptions['watchAnswers']
  readonly #restore: () => void
  readonly #close: () => void
  #hasLeft = false

  constructor(socket: Socket, { network, serve, expectsPassthrough, watchAnswers, forget }: TapOptions) {
    this.socket = socket
    const restoreRef = network.connect ? deferRef(socket) : () => {}
    this.real = new RealConnection(socket, network, restoreRef)
    this.writes = new ClientWrites({
      reads: new ClientReads(socket, this.real),
      real: this.real,
      serve: (end) => serve(end, this),
      breakOff: () => this.breakOff(),
    })
    this.messages = this.writes.messages
    this.#expectsPassthrough = expectsPassthrough
    this.#watchAnswers = watchAnswers
    const restoreDestroy = socket instanceof Socket ? replace(socket, '_destroy', destroySocket) : () => {}
    this.#restore = () => {
      this.writes.release()
      restoreDestroy()
      restoreRef()
    }
    this.#close = () => {
      this.writes.close()
      forget()
    }
    socket.once('close', this.#close)
  }

  /** Whether a request over the socket has no complete answer. */
  get isPending(): boolean {
    return this.messages.pending.length > 0
  }

  /**
   * Connects in the next task, for clients that write only when their socket is connected: to the network if the client's
   * request will pass through, otherwise to nothing, and the client is told that it is connected.
   */
  connect(): void {
    this.connecting = nextTask().then(() => {
      this.connecting = undefined
      const { isSilent, hasEnded } = this.writes
      if (this.socket.destroyed || this.real.isOpen || (hasEnded && isSilent)) return
      if (isSilent && this.#expectsPassthrough()) this.real.open()
      else pretendConnected(this.socket, this.real.destination?.host ?? undefined)
    })
  }

  /** The client begins a request. */
  beginRequest(next: NextRequest): void {
    this.isAssigned = true
    this.passed = undefined
    this.writes.begin(next)
  }

  /**
   * Sends a request to the network, as it was written and as it goes on. Its answer comes from there.
   * @throws {MynahError} `REQUEST`, if earlier requests over the socket have no answer yet.
   */
  passthrough(message: Message, request?: IncomingRequest): void {
    if (this.socket.destroyed) return
    if (this.messages.pending.some((one) => one !== message)) throw pipelinedError()
    this.passed = request
    if (request) this.#watchAnswers()
    const { held, isContinued } = message
    this.messages.close(message, 'passthrough')
    this.writes.passthrough(held, isContinued)
  }

  /** Takes note of the head of the network's answer; `raw` has names and values in turn. */
  receive(status: number, raw: readonly string[]): void {
    const headers = raw.flatMap((name, at): [string, string][] => (at % 2 ? [] : [[name, raw[at + 1] ?? '']]))
    if (this.passed) this.passed.realHead = { status, headers }
  }

  /** Sends all earlier and later bytes to the network: they are not HTTP, or they are encrypted HTTP. */
  passthroughAll(): void {
    this.writes.passthrough(this.messages.takeHeld())
  }

  /**
   * Opens the tunnel that the client asks its proxy for: a real one if its first request passes through. Otherwise the client
   * is told that the tunnel is open, and the proxy is asked only if a later request passes through.
   */
  requestTunnel(message: Message, destination: Destination): void {
    if (this.real.isOpen || this.#expectsPassthrough(destination)) {
      this.passthrough(message)
      this.real.enterTunnel(destination)
      return
    }
    this.real.enterTunnel(destination, Buffer.concat(message.held))
    this.isAssigned = false
    this.writes.interrupt()
    this.messages.close(message, 'answered')
    this.socket.push('HTTP/1.1 200 Connection established\r\n\r\n')
  }

  /** Takes note that a request has its complete answer. */
  close(message: Message): void {
    this.messages.close(message, 'answered')
    if (this.writes.hasEnded) this.end()
  }

  /**
   * Handles bytes that are not HTTP. If they follow a request, they belong to it, as the body of a DELETE does that announces
   * no body, and the request is answered all the same. Returns whether there is such a request.
   */
  notHttp(): boolean {
    this.writes.interrupt()
    return this.messages.forgetUnread()
  }

  /** Ends the tap with the mocks: a request that has arrived completes, and one that is still being written fails. */
  end(): void {
    this.writes.hasEnded = true
    const { pending } = this.messages
    if (pending.some(({ incoming }) => incoming === undefined)) this.breakOff()
    else if (pending.length > 0) return
    else if (this.real.isOpen) this.#leave()
    else if (!this.writes.isSilent) this.writes.hangUp()
    // A client that waits for its connection listens to the socket. A client that is connected may not listen yet: undici
    // would miss the error, and wait for it forever.
    else if (this.isAwaited()) void (this.connecting ?? this.heard).then(nextTask).then(() => this.breakOff())
    else this.socket.destroy()
  }

  /** Hands the socket over to the tap of other mocks, if its client writes to it before it is broken off. */
  handOver(): Network {
    this.#leave()
    return this.real.network
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
    this.#restore()
    this.socket.off('close', this.#close)
    this.#close()
  }
}

/** Defers `ref` and `unref` until the undo. Without a connection, each call of Node's own would add a listener for `connect`. */
function deferRef(socket: Socket): () => void {
  let isUnref = false
  const set = (value: boolean) => () => {
    isUnref = value
    return socket
  }
  const restore = replaceAll(socket, { ref: set(false), unref: set(true) })
  return () => {
    restore()
    if (isUnref) socket.unref()
    isUnref = false
  }
}
