import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { endOfMocks } from '../ending.ts'
import type { Destination } from './connect-arguments.ts'
import { type FarEnd, Peer } from './peer.ts'

export type Context = ReturnType<typeof AsyncLocalStorage.snapshot>

/** One request on its way over a tapped socket. */
export interface Message {
  /** What the client has written of it, kept until it is decided on: it may have to be sent for real. */
  readonly held: Buffer[]
  /** Runs a function as whoever wrote it. */
  readonly run: Context
  /** Its head, once that has been read. */
  incoming?: IncomingMessage
  state: 'undecided' | 'passed' | 'answering' | 'answered'
}

/** How a tapped socket comes to its network, where it has to. */
export interface Network {
  readonly destination: Destination | undefined
  /** Connects for real; `undefined` where the socket is connected already. */
  readonly connect: (() => void) | undefined
}

type Methods = Record<'_read' | '_write' | '_writev' | '_final' | 'ref' | 'unref', (...args: never[]) => unknown>

/** A socket's own methods that a tap stands in front of. */
const METHODS = ['_read', '_write', '_writev', '_final', 'ref', 'unref'] as const
const native = Socket.prototype as unknown as {
  _read(size: number): void
  _write(chunk: Buffer, encoding: string, done: () => void): void
  _final(done: () => void): void
}

/**
 * Stands between a client's socket and its network: what the client writes is read by a server in this process, request
 * by request, and each is answered from here or let through. The network is connected to when the first is let through.
 */
export class Tap implements FarEnd {
  /** Whether a client of HTTP has it: one that is silent still has a request to write. */
  isHttp = false
  /** Who sends the next request, where that is known better than by who writes it. */
  sender: Context | undefined
  readonly socket: Socket
  readonly destination: Destination | undefined
  #connect: (() => void) | undefined
  #peer: Peer | undefined
  /** What follows on this connection has to be read as if nothing had been before. */
  #isUnreadable = false
  #hasEnded = false
  #messages: Message[] = []
  readonly #serve: (peer: Peer) => void
  /** Called when the client wants more. */
  #more: (() => void) | undefined

  /** `serve` takes the server's end of the connection. */
  constructor(socket: Socket, network: Network, serve: (peer: Peer) => void) {
    this.socket = socket
    this.destination = network.destination
    this.#connect = network.connect
    this.#serve = serve
    const methods: Methods = {
      _read: (size: number) => this.#read(size),
      _write: (chunk: Buffer | string, encoding: BufferEncoding, done: () => void) =>
        this.#write(bytesOf(chunk, encoding), done),
      _writev: (chunks: readonly { chunk: Buffer | string; encoding: BufferEncoding }[], done: () => void) =>
        this.#write(Buffer.concat(chunks.map(({ chunk, encoding }) => bytesOf(chunk, encoding))), done),
      _final: (done: () => void) => this.#final(done),
      // Without a handle each of them would leave a listener that waits for one.
      ref: () => (this.isOpen ? Socket.prototype.ref.call(socket) : socket),
      unref: () => (this.isOpen ? Socket.prototype.unref.call(socket) : socket),
    }
    Object.assign(socket, methods)
    socket.once('close', () => this.#peer?.destroy())
  }

  /** Whether it is connected to its network. */
  get isOpen(): boolean {
    return this.#connect === undefined
  }

  /** Whether the client has not written anything yet. */
  get isSilent(): boolean {
    return this.#peer === undefined
  }

  /** Gives a head that has been read to its message. */
  arrive(incoming: IncomingMessage): Message | undefined {
    const message = this.#messages.find((one) => one.incoming === undefined)
    if (message) message.incoming = incoming
    return message
  }

  /** Lets a request through: it is sent as it was written, and its answer comes from the network. */
  pass(message: Message): void {
    if (this.socket.destroyed) return
    message.state = 'passed'
    this.#send(message.held.splice(0))
  }

  /** Notes that a request has its whole answer. */
  close(message: Message): void {
    message.state = 'answered'
    if (this.#hasEnded) this.end()
  }

  /**
   * Takes note of bytes that are no HTTP. Those at the end of a request, as the body of a DELETE that says no length,
   * belong to it: it is answered nonetheless. Says whether there is such a request.
   */
  notHttp(): boolean {
    this.#isUnreadable = true
    return this.#messages.some(({ incoming }) => incoming !== undefined)
  }

  /** Lets all through from now on: what the client speaks is not HTTP. */
  release(): void {
    const held = this.#messages.flatMap((message) => message.held.splice(0))
    this.#messages = []
    this.#peer?.destroy()
    if (held.length > 0) this.#send(held)
    this.remove()
  }

  /**
   * Ends what the tap stands for, with the mocks: a request that has arrived still has its answer, one on its way fails.
   */
  end(): void {
    this.#hasEnded = true
    const { socket } = this
    const pending = this.#messages.filter(({ state }) => state === 'undecided' || state === 'answering')
    if (pending.some(({ incoming }) => incoming === undefined)) socket.destroy(endOfMocks())
    else if (pending.length > 0) return
    else if (this.isOpen) this.remove()
    // A client that has just connected has nobody yet who hears of an end without an error.
    else if (this.isSilent) socket.destroy(endOfMocks())
    // At once, so that nobody takes it from a pool any more.
    else if (this.#isDelivered) socket.destroy()
    else this.#peer?.end()
  }

  /** Whether the client has all that was written to it. */
  get #isDelivered(): boolean {
    return this.socket.readableLength === 0 && this.#peer?.writableLength === 0
  }

  /** Takes the tap off a socket. */
  remove(): void {
    for (const name of METHODS) Reflect.deleteProperty(this.socket, name)
  }

  /** Connects to the network. */
  open(): void {
    const connect = this.#connect
    if (!connect) return
    this.#connect = undefined
    connect()
    // The client has asked for what comes before there was anybody to give it.
    native._read.call(this.socket, 0)
  }

  deliver(bytes: Buffer, done: () => void): void {
    refreshTimeout(this.socket)
    if (this.socket.push(bytes)) done()
    else this.#more = done
  }

  deliverEnd(): void {
    this.socket.push(null)
  }

  #send(held: readonly Buffer[]): void {
    this.open()
    native._write.call(this.socket, Buffer.concat(held), 'buffer', () => {})
  }

  #read(size: number): void {
    const more = this.#more
    this.#more = undefined
    more?.()
    if (this.isOpen) native._read.call(this.socket, size)
  }

  #write(bytes: Buffer, done: () => void): void {
    if (this.#hasEnded && !this.isOpen) return void this.socket.destroy(endOfMocks())
    const message = this.#current()
    const { state } = message
    if (state !== 'passed') message.held.push(bytes)
    refreshTimeout(this.socket)
    // This may decide on it at once.
    this.#peer?.push(bytes)
    if (state === 'passed') native._write.call(this.socket, bytes, 'buffer', done)
    else done()
  }

  /** The message that is being written: a new one where the last is whole. */
  #current(): Message {
    const last = this.#messages.at(-1)
    if (last && !last.incoming?.complete) return last
    // Its server waits for the answer to what the network has answered.
    if (last?.state === 'passed' || this.#isUnreadable) this.#peer?.destroy()
    this.#isUnreadable = false
    this.#messages = this.#messages.filter(({ state }) => state === 'undecided' || state === 'answering')
    const message: Message = { held: [], run: this.sender ?? AsyncLocalStorage.snapshot(), state: 'undecided' }
    this.sender = undefined
    this.#messages.push(message)
    if (!this.#peer || this.#peer.destroyed) {
      this.#peer = new Peer(this)
      this.#serve(this.#peer)
    }
    return message
  }

  #final(done: () => void): void {
    this.#peer?.push(null)
    if (this.isOpen) native._final.call(this.socket, done)
    else done()
  }
}

function bytesOf(chunk: Buffer | string, encoding: BufferEncoding): Buffer {
  return typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk
}

/** Bytes that come or go put the socket's time-out off, as on a network. */
function refreshTimeout(socket: Socket): void {
  if (socket.timeout) socket.setTimeout(socket.timeout)
}
