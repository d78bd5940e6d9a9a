import type { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { inNextTask, nextTask } from '../../../runtime/event-loop.ts'
import { InProcessEnd, type ReceivingEnd } from '../../../transport/in-process.ts'
import type { Connection } from './connection.ts'
import type { Done } from './socket-methods.ts'

/** Taken at import: fake timers that a runner installs later would never call back. */
const { nextTick } = process

/** The size of one read of a network. undici 5 loses bytes of a long body that arrives in larger reads. */
const LONGEST_READ = 2 ** 16

/** The reading side of a tapped socket's client: the bytes of mocked answers arrive as from a network, when the client wants them. */
export class ClientReads implements ReceivingEnd {
  readonly socket: Socket
  readonly #connection: Connection
  /** Called when the client wants more bytes. */
  #wanted: (() => void) | undefined

  constructor(socket: Socket, connection: Connection) {
    this.socket = socket
    this.#connection = connection
  }

  /**
   * Hands bytes to the client in a later tick. The server may write inside a write of the client, and the client inside one of the
   * server: Node loses what is written to a stream inside its own `_writev`.
   */
  receive(bytes: Buffer, done: () => void): void {
    nextTick(() => this.#hand(bytes, done))
  }

  /**
   * Hands bytes to the client. Calls `done` when it wants more. If one of the client's listeners throws, its error is
   * uncaught, as on a network: the server that writes would take it for a failure of the response.
   */
  #hand(bytes: Buffer, done: () => void): void {
    refreshTimeout(this.socket)
    const left = LONGEST_READ - (this.socket.readableLength % LONGEST_READ)
    let wantsMore = true
    try {
      wantsMore = this.socket.push(bytes.subarray(0, left))
    } catch (error) {
      throwLater(error)
    }
    if (bytes.length > left) this.#wanted = () => this.#hand(bytes.subarray(left), done)
    else if (wantsMore) done()
    else this.#wanted = done
  }

  /** Pipes what a new connection to the network receives to the client of a mocked socket. */
  pipe(connection: Socket, isForLife: boolean): void {
    const { socket } = this
    const destroy = () => connection.destroy()
    if (socket.destroyed) destroy()
    // Under TLS that has ended, nobody would notice the error of a connection that breaks off.
    connection.on('error', (error) => socket.destroy(isForLife && connection.bytesRead > 0 ? undefined : error))
    connection.pipe(
      new Writable({
        write: (bytes: Buffer, _encoding, done) => this.#hand(bytes, done),
        final: (done) => {
          this.receiveEnd()
          done()
        },
      }),
    )
    socket.once('close', destroy)
    connection.once('close', () => socket.off('close', destroy))
  }

  /** Leaves such a connection, as the client begins its next request: what was written is sent, and what still comes is not read. */
  leave(connection: Socket): void {
    connection.removeAllListeners('error').on('error', () => {})
    connection.unpipe().resume().unref().end()
  }

  /** Keeps the network's own `100 Continue` from a client that has received mynah's. A server may answer without one. */
  swallowContinue(): void {
    const { socket } = this
    let received = Buffer.alloc(0)
    socket.push = (chunk: Buffer | null) => {
      received = Buffer.concat([received, chunk ?? Buffer.alloc(0)])
      const end = received.indexOf('\r\n\r\n')
      if (end < 0 && chunk !== null) return true
      Reflect.deleteProperty(socket, 'push')
      const rest = /^HTTP\/1\.\d 100/.test(received.toString('latin1')) ? received.subarray(end + 4) : received
      const wantsMore = rest.length > 0 ? socket.push(rest) : true
      return chunk === null ? socket.push(null) : wantsMore
    }
  }

  /** Tells the client that no more bytes come. */
  receiveEnd(): void {
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
    if (this.#connection.line) this.#connection.read(size)
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

/**
 * The server's end of a connection that never leaves the process: what the client writes is pushed into it, and what the
 * server writes to it is delivered to the client.
 */
export class ServerEnd extends InProcessEnd {
  protected override readonly other: ClientReads
  /** Tells the client's stream that its last write is done, if it does not know yet. */
  #done: Done | undefined
  #hasRoom = true
  #isDue = false

  constructor(reads: ClientReads) {
    super({ allowHalfOpen: true })
    this.other = reads
  }

  /**
   * Lets the server read. The write is done when its request is decided on, or a task later: if it passes through, it is
   * done only when the network has it, and `finish` never comes before the connection.
   */
  receive(bytes: Buffer, done: Done): void {
    this.#done = done
    this.#isDue = false
    this.#hasRoom = this.push(bytes)
    inNextTask(() => {
      if (this.#done !== done) return
      this.#isDue = true
      if (this.#hasRoom) this.acknowledge()
    })
  }

  /** The client writes no more. */
  receiveEnd(): void {
    this.push(null)
  }

  /** Tells the client that its write is done. */
  acknowledge(): void {
    const done = this.#done
    this.#done = undefined
    done?.()
  }

  /** Returns the function that tells the client that its write is done, for the code that writes its bytes now. */
  takeDone(): Done | undefined {
    const done = this.#done
    this.#done = undefined
    return done
  }

  /** Ends the connection when the client has all bytes. If it has them now, at once: no request must take the socket from a pool. */
  hangUp(): void {
    const { socket } = this.other
    if (this.writableLength === 0 && socket.readableLength === 0) socket.destroy()
    else this.end()
  }

  /** Node's server ends a connection once more after its client. The stream would make an error of that, with a stack that costs time. */
  override end(...args: readonly unknown[]): this {
    if (!this.writableEnded) Reflect.apply(super.end, this, args)
    return this
  }

  override _read(): void {
    this.#hasRoom = true
    if (this.#isDue) this.acknowledge()
  }

  // The head of a response and the first bytes of its body arrive as one, as from a network.
  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: () => void): void {
    // Node ends a message by an empty chunk.
    const all: Buffer[] = []
    for (const { chunk } of chunks) if (chunk.length > 0) all.push(chunk)
    this.other.receive(all.length === 1 ? (all[0] as Buffer) : Buffer.concat(all), done)
  }
}
