import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { whenReady } from '../../../runtime/event-loop.ts'
import type { Destination } from '../../../transport/destination.ts'
import { replaceAll } from '../../patch.ts'
import { type Open, openTunnel } from './open-connection.ts'
import { pretendConnected } from './pretend-connected.ts'
import { offerHttp1 } from './pretend-tls-session.ts'
import { networkMethods, type StreamMethods } from './socket-methods.ts'

/** The network that a tapped socket leads to. */
export interface Network {
  readonly destination: Destination | undefined
  /** Opens a new connection to it; `undefined` if the socket is connected itself. */
  readonly open: Open | undefined
}

/** Whether the client's first request is certain to pass through; with `tunnel`, its first request to the end of that tunnel. */
export type ExpectsPassthrough = (tunnel?: Destination) => boolean

/** What is known of the client that opens a connection. */
export interface Opener {
  /** Resolves when the client listens to the socket: it would not notice an earlier error. */
  readonly listening: Promise<void>
  /** Whether the client has more to write. */
  isAwaited(): boolean
}

/** A client of which nothing is known. */
export const SOME_OPENER: Opener = { listening: Promise.resolve(), isAwaited: () => true }

/** The connection of a tapped socket: it is real or mocked for life. */
export class Connection {
  /** The place that the current request leads to: the end of the tunnel, if the client has asked a proxy for one. */
  destination: Destination | undefined
  /** What the client writes to the network is written to; `undefined` if the socket is mocked, or may become so. */
  line: Writable | undefined
  readonly #socket: Socket
  readonly #methods: StreamMethods
  #open: Open | undefined
  #connectItself: (() => void) | undefined
  #restoreRef = () => {}
  /** The newest of the connections that were opened for single requests. */
  #newest: Socket | undefined

  constructor(socket: Socket, { destination, open }: Network) {
    this.#socket = socket
    this.#methods = networkMethods(socket)
    this.destination = destination
    this.#open = open
    if (open) this.#restoreRef = this.#deferRef()
    else this.line = lineOf(socket, this.#methods)
  }

  get network(): Network {
    return { destination: this.destination, open: this.#open }
  }

  /** Whether the socket's own bytes go to the network. */
  get isReal(): boolean {
    return this.line !== undefined
  }

  /** Whether it is still to be decided if the socket connects itself. */
  get isUndecided(): boolean {
    return this.#connectItself !== undefined
  }

  /** Lets the socket be connected by this function, if its first request passes through. */
  mayConnect(connectItself: (() => void) | undefined): void {
    this.#connectItself = connectItself
  }

  /** Tells the client that its socket is connected. From now on, the socket is mocked. */
  pretend(): void {
    this.#connectItself = undefined
    pretendConnected(this.#socket, this.destination?.host ?? undefined)
  }

  /** Connects the socket to the network, as without mocks. */
  connect(): void {
    const socket = this.#socket
    const connectItself = this.#connectItself
    this.#connectItself = undefined
    this.line = lineOf(socket, this.#methods)
    this.#restoreRef()
    try {
      if (socket instanceof TLSSocket) offerHttp1(socket)
      connectItself?.()
    } catch (error) {
      // Node refuses options, such as an invalid `localAddress`, only when it connects.
      socket.destroy(error as Error)
    }
    // The stream has asked for bytes before, when there was no connection, and does not ask again until some arrive.
    this.read(0)
  }

  /** From now on, requests lead to the end of a tunnel. `request` asks for it, unless the proxy has received it. */
  enterTunnel(destination: Destination, request?: Buffer): void {
    const open = this.#open
    this.destination = destination
    if (request && open) this.#open = () => openTunnel(open, request)
  }

  /** Opens a new connection to where the socket leads. */
  openAnew(): Socket | Promise<Socket> {
    return whenReady((this.#open as Open)(), (connection) => {
      this.#newest = connection
      // A closed socket keeps each `unref` as a listener.
      connection.once('close', () => {
        if (this.#newest === connection) this.#newest = undefined
      })
      return connection
    })
  }

  read(size: number): void {
    if (!(this.line instanceof Socket)) this.#methods._read.call(this.#socket, size)
  }

  restoreRef(): void {
    this.#restoreRef()
  }

  /** Defers `ref` and `unref` until the undo. Without a connection, each call of Node's own would add a listener for `connect`. */
  #deferRef(): () => void {
    let isUnref = false
    const set = (name: 'ref' | 'unref') => () => {
      isUnref = name === 'unref'
      this.#newest?.[name]()
      return this.#socket
    }
    const restore = replaceAll(this.#socket, { ref: set('ref'), unref: set('unref') })
    return () => {
      restore()
      if (isUnref) this.#socket.unref()
    }
  }
}

/** Writes to the network by a socket's own methods, one write after the other: TLS takes no two at once. */
function lineOf(socket: Socket, { _write, _final }: StreamMethods): Writable {
  const line = new Writable({
    write: (bytes: Buffer, _encoding, done) => {
      if (bytes.length === 0) done()
      else _write.call(socket, bytes, 'buffer', done)
    },
    ...(_final && { final: (done) => _final.call(socket, done) }),
  })
  // The client's own write fails.
  return line.on('error', () => {})
}
