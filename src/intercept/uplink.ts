import { Socket } from 'node:net'
import { swallowHead } from './swallow-head.ts'

/** A socket's own ways to its network, past the tap that stands in front of them. */
const native = Socket.prototype as unknown as {
  _read(size: number): void
  _write(chunk: Buffer, encoding: string, done: () => void): void
  _final(done: () => void): void
}

/** A tapped socket's way to its network: connected when something is first let through. */
export class Uplink {
  readonly #socket: Socket
  #connect: (() => void) | undefined
  #tunnel: Buffer | undefined

  /** `connect` connects for real; without it the socket is connected already. */
  constructor(socket: Socket, connect: (() => void) | undefined) {
    this.#socket = socket
    this.#connect = connect
  }

  get isOpen(): boolean {
    return this.#connect === undefined
  }

  /** Notes what a tunnel through a proxy has been asked for with: its client has it, and the proxy knows nothing yet. */
  tunnelBy(request: Buffer): void {
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
