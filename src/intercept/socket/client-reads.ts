import type { Socket } from 'node:net'
import { nextTask } from '../../runtime/event-loop.ts'

/** Taken at import: a runner's fake one, installed later, would never call back. */
const { nextTick } = process

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
    const isWanting = this.#push(bytes.subarray(0, room))
    if (bytes.length > room) this.#more = () => this.deliver(bytes.subarray(room), done)
    else if (isWanting) done()
    else this.#more = done
  }

  /** Tells the client that nothing more comes. */
  end(): void {
    this.#push(null)
  }

  /**
   * Pushes into the socket, which runs the listeners of the client. An error that they throw is uncaught, as on a network:
   * here it would reach the server that writes, and pass for a failure of the response.
   */
  #push(bytes: Buffer | null): boolean {
    try {
      return this.#socket.push(bytes)
    } catch (error) {
      nextTick(() => {
        throw error
      })
      return true
    }
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
