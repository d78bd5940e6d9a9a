import type { Socket } from 'node:net'
import type { Destination } from './destination.ts'
import { networkMethods, type StreamMethods } from './socket-methods.ts'

/** The network that a tapped socket leads to. */
export interface Network {
  readonly destination: Destination | undefined
  /** Connects to the network; `undefined` if the socket is connected already. */
  readonly connect: (() => void) | undefined
}

/** A tapped socket's connection to its network, opened when the first request passes through. */
export class RealConnection {
  /** The place that the current request leads to: the end of the tunnel, if the client has asked a proxy for one. */
  destination: Destination | undefined
  /** Whether the socket has a connection to its network, or is connecting. */
  isOpen: boolean
  /** The methods by which the socket reaches its network. */
  readonly methods: StreamMethods
  readonly #socket: Socket
  readonly #onOpen: () => void
  #connect: (() => void) | undefined
  /** The `CONNECT` request of a tunnel that the client was told is open, if the proxy has not received the request yet. */
  #tunnel: Buffer | undefined

  constructor(socket: Socket, { destination, connect }: Network, onOpen: () => void) {
    this.#socket = socket
    this.#onOpen = onOpen
    this.methods = networkMethods(socket)
    this.destination = destination
    this.#connect = connect
    this.isOpen = connect === undefined
  }

  get network(): Network {
    return { destination: this.destination, connect: this.#connect }
  }

  /** From now on, requests lead to the end of a tunnel. `request` has to be sent first, unless the proxy has received it. */
  enterTunnel(destination: Destination, request?: Buffer): void {
    this.destination = destination
    this.#tunnel = request
  }

  /** Connects the socket if it is not connected. Calls `then` when it takes bytes: Node keeps them until it is connected. */
  open(then = () => {}): void {
    const connect = this.#connect
    const tunnel = this.#tunnel
    this.#connect = undefined
    this.#tunnel = undefined
    this.isOpen = true
    if (connect) {
      connect()
      this.#onOpen()
      // The stream has asked for bytes before, when there was no connection, and does not ask again until some arrive.
      this.read(0)
    }
    if (!tunnel) {
      then()
      return
    }
    swallowHead(this.#socket, judgeTunnel, then)
    this.methods._write.call(this.#socket, tunnel, 'buffer', () => {})
  }

  /** Keeps the network's own `100 Continue` from the client. */
  swallowContinue(): void {
    swallowHead(this.#socket, judgeContinue, () => {})
  }

  read(size: number): void {
    this.methods._read.call(this.#socket, size)
  }
}

/** Decides on the head of a response by its first line; `undefined` if the connection ended before the head did. */
type Judge = (line: string | undefined) => 'swallow' | 'deliver' | 'refuse'

/** Judges the response to the `CONNECT` request of a tunnel that the client was told is open. */
export const judgeTunnel: Judge = (line) => (line && /^HTTP\/1\.\d 2/.test(line) ? 'swallow' : 'refuse')

/** Judges the response to a request whose client has received `100 Continue` from mynah. A server may answer without one. */
export const judgeContinue: Judge = (line) => (line && /^HTTP\/1\.\d 100/.test(line) ? 'swallow' : 'deliver')

/**
 * Keeps the head of the next response from the client, if `judge` says so: mynah has sent the client the same head before.
 * Calls `then` when the head has arrived. If `judge` refuses it, the socket is destroyed.
 */
export function swallowHead(socket: Socket, judge: Judge, then: () => void): void {
  let received = Buffer.alloc(0)
  socket.push = (chunk: Buffer | null) => {
    received = Buffer.concat([received, chunk ?? Buffer.alloc(0)])
    const end = received.indexOf('\r\n\r\n')
    if (end < 0 && chunk !== null) return true
    Reflect.deleteProperty(socket, 'push')
    const [line = ''] = received.toString('latin1').split('\r\n', 1)
    const judgement = judge(end < 0 ? undefined : line)
    if (judgement === 'refuse') {
      socket.destroy(Object.assign(new Error(`The proxy refused the tunnel: ${line}`), { code: 'ECONNRESET' }))
      return false
    }
    then()
    const rest = judgement === 'swallow' ? received.subarray(end + 4) : received
    const wantsMore = rest.length > 0 ? socket.push(rest) : true
    return chunk === null ? socket.push(null) : wantsMore
  }
}
