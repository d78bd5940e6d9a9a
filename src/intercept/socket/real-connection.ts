import { Socket } from 'node:net'
import type { Destination } from './connect-arguments.ts'

/** A socket's own ways to its network, past the tap that stands in front of them. */
const native = Socket.prototype as unknown as {
  _read(size: number): void
  _write(chunk: Buffer, encoding: string, done: () => void): void
  _final(done: () => void): void
}

/** Where a tapped socket leads. */
export interface Network {
  readonly destination: Destination | undefined
  /** Connects for real; `undefined` where the socket is connected already. */
  readonly connect: (() => void) | undefined
}

/** A tapped socket's way to its network: connected when something is first let through. */
export class Uplink {
  readonly #socket: Socket
  #connect: (() => void) | undefined
  #destination: Destination | undefined
  #tunnel: Buffer | undefined

  constructor(socket: Socket, { destination, connect }: Network) {
    this.#socket = socket
    this.#destination = destination
    this.#connect = connect
  }

  /** Of what is sent now: where a tunnel leads, once one has been asked for. */
  get destination(): Destination | undefined {
    return this.#destination
  }

  get network(): Network {
    return { destination: this.#destination, connect: this.#connect }
  }

  get isOpen(): boolean {
    return this.#connect === undefined
  }

  /** Notes a tunnel through a proxy, and what it has been asked for with: its client has it, and the proxy knows nothing yet. */
  tunnelTo(destination: Destination, request: Buffer): void {
    this.#destination = destination
    this.#tunnel = request
  }

  /** Connects to the network, and calls `then` when something can be sent. */
  open(then: () => void): void {
    const [connect, tunnel] = [this.#connect, this.#tunnel]
    this.#connect = undefined
    this.#tunnel = undefined
    if (connect) {
      connect()
      // The client has asked for what comes before there was anybody to give it.
      this.read(0)
    }
    if (tunnel) {
      swallowHead(this.#socket, then)
      this.write(tunnel)
    } else {
      then()
    }
  }

  read(size: number): void {
    native._read.call(this.#socket, size)
  }

  write(bytes: Buffer, done: () => void = () => {}): void {
    native._write.call(this.#socket, bytes, 'buffer', done)
  }

  end(done: () => void): void {
    native._final.call(this.#socket, done)
  }
}

/**
 * Keeps the head of the next response that a socket receives from its client, which has had one like it already: a
 * tunnel's. Calls `then` when it has come; one that is no success breaks the socket off.
 */
export function swallowHead(socket: Socket, then: () => void): void {
  let received = Buffer.alloc(0)
  socket.push = (chunk: Buffer | null) => {
    received = Buffer.concat([received, chunk ?? Buffer.alloc(0)])
    const end = received.indexOf('\r\n\r\n')
    if (end < 0 && chunk !== null) return true
    Reflect.deleteProperty(socket, 'push')
    const [line = ''] = received.toString('latin1').split('\r\n', 1)
    if (end < 0 || !/^HTTP\/1\.\d 2/.test(line)) {
      socket.destroy(Object.assign(new Error(`The proxy refused the tunnel: ${line}`), { code: 'ECONNRESET' }))
      return false
    }
    then()
    const rest = received.subarray(end + 4)
    return rest.length > 0 ? socket.push(rest) : true
  }
}
