import type { Socket } from 'node:net'
import { nextTask } from '../../runtime/event-loop.ts'

/**
 * What one read of a network gives. With more at once the client has all of a long body before it can break off, and
 * undici 5 loses some of it.
 */
const MOST_AT_ONCE = 2 ** 16

/** The way to a tapped socket's client: bytes come to it as from a network, when it wants them. */
export class Downlink {
  readonly #socket: Socket
  /** Called when the client wants more. */
  #more: (() => void) | undefined

  constructor(socket: Socket) {
    this.#socket = socket
  }

  /** Hands bytes over; calls `done` when the client wants more. */
  deliver(bytes: Buffer, done: () => void): void {
    refreshTimeout(this.#socket)
    const room = MOST_AT_ONCE - (this.#socket.readableLength % MOST_AT_ONCE)
    const isWanting = this.#socket.push(bytes.subarray(0, room))
    if (bytes.length > room) this.#more = () => this.deliver(bytes.subarray(room), done)
    else if (isWanting) done()
    else this.#more = done
  }

  /** Tells the client that nothing more comes. */
  end(): void {
    this.#socket.push(null)
  }

  /** The client wants more. It is given none within its read, which would take that along. */
  read(): void {
    const more = this.#more
    this.#more = undefined
    if (more) void nextTask().then(more)
  }
}

/** Bytes that come or go put the socket's time-out off, as on a network. */
export function refreshTimeout(socket: Socket): void {
  if (socket.timeout) socket.setTimeout(socket.timeout)
}
