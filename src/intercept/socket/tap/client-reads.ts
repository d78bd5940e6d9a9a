import type { Socket } from 'node:net'
import { nextTask } from '../../../runtime/event-loop.ts'
import type { RealConnection } from './real-connection.ts'

/** Taken at import: fake timers that a runner installs later would never call back. */
const { nextTick } = process

/** The size of one read of a network. undici 5 loses bytes of a long body that arrives in larger reads. */
const LONGEST_READ = 2 ** 16

/** The reading side of a tapped socket's client: the bytes of mocked answers arrive as from a network, when the client wants them. */
export class ClientReads {
  readonly socket: Socket
  readonly #real: RealConnection
  /** Called when the client wants more bytes. */
  #wanted: (() => void) | undefined

  constructor(socket: Socket, real: RealConnection) {
    this.socket = socket
    this.#real = real
  }

  /**
   * Hands bytes to the client. Calls `done` when it wants more. If one of the client's listeners throws, its error is
   * uncaught, as on a network: the server that writes would take it for a failure of the response.
   */
  deliver(bytes: Buffer, done: () => void): void {
    refreshTimeout(this.socket)
    const room = LONGEST_READ - (this.socket.readableLength % LONGEST_READ)
    let wantsMore = true
    try {
      wantsMore = this.socket.push(bytes.subarray(0, room))
    } catch (error) {
      throwLater(error)
    }
    if (bytes.length > room) this.#wanted = () => this.deliver(bytes.subarray(room), done)
    else if (wantsMore) done()
    else this.#wanted = done
  }

  /** Tells the client that no more bytes come. */
  end(): void {
    try {
      this.socket.push(null)
    } catch (error) {
      throwLater(error)
    }
  }

  /** Called when the client wants more bytes. They arrive in a later task: if they were pushed now, they would belong to this read. */
  readonly read = (size: number): void => {
    const wanted = this.#wanted
    this.#wanted = undefined
    if (wanted) void nextTask().then(wanted)
    if (this.#real.isOpen) this.#real.read(size)
  }
}

function throwLater(error: unknown): void {
  nextTick(() => {
    throw error
  })
}

/** Restarts the socket's time-out, as Node does when bytes are read or written. */
export function refreshTimeout(socket: Socket): void {
  if (socket.timeout) socket.setTimeout(socket.timeout)
}
