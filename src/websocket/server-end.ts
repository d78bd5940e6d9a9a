import type { Socket } from 'node:net'
import type { Duplex, Readable } from 'node:stream'
import { nextTurn } from '../runtime/event-loop.ts'
import { InProcessEnd, type ReceivingEnd } from '../transport/in-process.ts'

/** Taken at import: fake timers that a runner installs later would never call back. */
const { nextTick } = process

type Done = (error?: Error | null) => void

/**
 * What one side of a connection receives. As on a network, a write is done at once, unless its reader has stopped, and is read in a
 * later tick: Node loses what is written to a stream inside the stream's own `_writev`.
 */
class Arrivals implements ReceivingEnd {
  readonly #reader: Readable & { readonly timeout?: number | undefined; setTimeout?(ms: number): unknown }
  #wantsMore = true
  /** Tells the writer that its last write is done, when the reader goes on. */
  #waiting: Done | undefined

  constructor(reader: Readable) {
    this.#reader = reader
  }

  receive(bytes: Buffer, done: Done): void {
    this.#pushLater(bytes)
    if (this.#wantsMore || this.#reader.destroyed) done()
    else this.#waiting = done
  }

  receiveEnd(): void {
    this.#pushLater(null)
  }

  readonly read = (): void => {
    this.#wantsMore = true
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.()
  }

  /** Restarts the time-out of a socket, as Node does when bytes are read or written. */
  refresh(): void {
    if (this.#reader.timeout) this.#reader.setTimeout?.(this.#reader.timeout)
  }

  #pushLater(bytes: Buffer | null): void {
    nextTick(() => {
      if (this.#reader.destroyed) return
      this.refresh()
      this.#wantsMore = this.#reader.push(bytes)
    })
  }
}

/** The server's end of a connection to a client in this process. */
class ServerEnd extends InProcessEnd {
  protected override readonly other: Arrivals
  readonly #arrivals = new Arrivals(this)

  constructor(client: Arrivals) {
    super({ allowHalfOpen: true })
    this.other = client
  }

  override receive(bytes: Buffer, done: Done): void {
    this.#arrivals.receive(bytes, done)
  }

  override receiveEnd(): void {
    this.#arrivals.receiveEnd()
  }

  override _read(): void {
    this.#arrivals.read()
  }

  // The head of a frame and its payload arrive as one, as from a network.
  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: Done): void {
    this.other.receive(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  /** The connection is lost. The client learns it when it has learnt what came before, and not in the same turn. */
  override _destroy(error: Error | null, done: Done): void {
    this._read()
    void nextTurn().then(() => this.other.receiveEnd())
    done(error)
  }
}

/** Takes a client's socket over, for life, by the methods by which its stream reads and writes. Returns the server's end. */
export function serverEndOf(socket: Socket): Duplex {
  const client = new Arrivals(socket)
  const server = new ServerEnd(client)
  Object.assign(socket, {
    _read: client.read,
    _write(chunk: Buffer | string, encoding: BufferEncoding, done: Done) {
      client.refresh()
      // `node:net` receives strings undecoded.
      server.receive(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk, done)
    },
    _writev: undefined,
    _final(done: Done) {
      server.receiveEnd()
      done()
    },
  })
  socket.once('close', () => server.destroy())
  return server
}
