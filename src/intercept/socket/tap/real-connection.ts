import { Socket } from 'node:net'
import type { Destination } from './connect-arguments.ts'
import type { Chunk, Done } from './socket-methods.ts'

/** The methods by which Node itself reads from and writes to a network. */
const node = Socket.prototype as unknown as {
  _read(size: number): void
  _write(chunk: Buffer | string, encoding: Chunk['encoding'], done: Done): void
  _writev(chunks: readonly Chunk[], done: Done): void
  _final(done: Done): void
}

/** The network that a tapped socket leads to. */
export interface Network {
  readonly destination: Destination | undefined
  /** Connects to the network; `undefined` if the socket is connected already. */
  readonly connect: (() => void) | undefined
}

/** A tapped socket's connection to its network, opened when the first request passes through. */
export class RealConnection {
  readonly #socket: Socket
  #connect: (() => void) | undefined
  #destination: Destination | undefined
  /** The `CONNECT` request of a tunnel that the client was told is open, if the proxy has not received the request yet. */
  #tunnel: Buffer | undefined
  /** The running write and those that wait for it: Node aborts the process if a second write comes before TLS is done with the first. */
  readonly #writes: ((done: () => void) => void)[] = []

  constructor(socket: Socket, { destination, connect }: Network) {
    this.#socket = socket
    this.#destination = destination
    this.#connect = connect
  }

  /** The place that the current request leads to: the end of the tunnel, if the client has asked a proxy for one. */
  get destination(): Destination | undefined {
    return this.#destination
  }

  get network(): Network {
    return { destination: this.#destination, connect: this.#connect }
  }

  get isOpen(): boolean {
    return this.#connect === undefined
  }

  /** From now on, requests lead to the end of a tunnel. `request` has to be sent first, unless the proxy has received it. */
  enterTunnel(destination: Destination, request?: Buffer): void {
    this.#destination = destination
    this.#tunnel = request
  }

  /** Connects the socket if it is not connected. Node keeps later writes until it is. */
  open(): void {
    const connect = this.#connect
    const tunnel = this.#tunnel
    this.#connect = undefined
    this.#tunnel = undefined
    if (connect) {
      connect()
      // The stream has asked for bytes before, when there was no connection, and does not ask again until some arrive.
      this.read(0)
    }
    if (tunnel) {
      this.#enqueue((next) => {
        swallowHead(this.#socket, judgeTunnel, next)
        node._write.call(this.#socket, tunnel, 'buffer', () => {})
      })
    }
  }

  /** Keeps the network's own `100 Continue` from the client. */
  swallowContinue(): void {
    swallowHead(this.#socket, judgeContinue, () => {})
  }

  read(size: number): void {
    node._read.call(this.#socket, size)
  }

  write(chunks: readonly Chunk[], done: Done): void {
    this.#enqueue((next) => {
      const settle: Done = (error) => {
        next()
        done(error)
      }
      const [first] = chunks
      if (chunks.length === 1 && first) node._write.call(this.#socket, first.chunk, first.encoding, settle)
      else node._writev.call(this.#socket, chunks, settle)
    })
  }

  end(done: Done): void {
    this.#enqueue((next) => {
      const end = () => {
        node._final.call(this.#socket, done)
        next()
      }
      if (this.#socket.connecting) this.#socket.once('connect', end)
      else end()
    })
  }

  /** Calls a function when all that was written before has gone out. */
  whenWritten(then: () => void): void {
    this.#enqueue((next) => {
      then()
      next()
    })
  }

  #enqueue(write: (next: () => void) => void): void {
    this.#writes.push(write)
    if (this.#writes.length === 1) write(this.#next)
  }

  readonly #next = () => {
    this.#writes.shift()
    this.#writes[0]?.(this.#next)
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
