import type { Socket } from 'node:net'
import { replaceAll } from '../../patch.ts'
import { type ClientReads, refreshTimeout } from './client-reads.ts'
import { Messages, type NextRequest } from './messages.ts'
import type { RealConnection } from './real-connection.ts'
import { ServerEnd } from './server-end.ts'
import { bytesOfWrites, type Chunk, type Done, type StreamMethods } from './socket-methods.ts'

interface ClientWritesOptions {
  readonly reads: ClientReads
  readonly real: RealConnection
  /** Takes the server's end of a connection. */
  serve(end: ServerEnd): void
  /** Fails the client, which writes although the mocks have ended. */
  breakOff(): void
}

/**
 * The writing side of a tapped socket's client. A server in this process reads the bytes, request by request. If a request passes
 * through, the client gets its socket back, as it is without mocks, until the client's next request begins.
 */
export class ClientWrites {
  readonly messages = new Messages()
  /** Whether the client has its socket, and the current request goes to the network. */
  isPassthrough = false
  /** Whether the mocks have ended. */
  hasEnded = false
  readonly #socket: Socket
  readonly #reads: ClientReads
  readonly #real: RealConnection
  readonly #serve: ClientWritesOptions['serve']
  readonly #breakOff: () => void
  #serverEnd: ServerEnd | undefined
  #release = () => {}
  /** A write without bytes, behind the bytes of a request that passes through and before those of the next request. */
  #edge: Buffer | undefined
  /** Whether the next bytes begin a new request, even if the last request is incomplete. */
  #isInterrupted = false
  #isFinal = false

  constructor({ reads, real, serve, breakOff }: ClientWritesOptions) {
    this.#socket = reads.socket
    this.#reads = reads
    this.#real = real
    this.#serve = serve
    this.#breakOff = breakOff
    this.#take()
  }

  /** Whether the client has not written anything yet. */
  get isSilent(): boolean {
    return this.#serverEnd === undefined && !this.isPassthrough
  }

  /** The client begins its next request. The bytes that are still in the stream's queue belong to the request before. */
  begin(next: NextRequest): void {
    this.messages.next = next
    if (!this.isPassthrough) return
    this.isPassthrough = false
    this.#take()
    if (this.#socket.writableLength === 0) return
    this.#edge = Buffer.alloc(0)
    this.#socket.write(this.#edge)
  }

  /** Hands the socket over to its client. The bytes that were held back go to the network before the client's next write. */
  passthrough(held: readonly Buffer[], isContinued = false): void {
    const socket = this.#socket
    const done = this.#serverEnd?.takeDone()
    // The stream waits for `done` before it writes on.
    if (!done) socket.cork()
    this.isPassthrough = true
    this.close()
    this.release()
    const settle: Done = (error) => {
      if (done) done(error)
      // A write that the stream was told is done before can fail only the socket.
      else if (error) socket.destroy(error)
      else socket.uncork()
      if (this.#isFinal) this.#real.methods._final?.call(socket, () => {})
    }
    this.#real.open(() => {
      if (isContinued) this.#real.swallowContinue()
      if (held.length > 0) this.#real.methods._write.call(socket, Buffer.concat(held), 'buffer', settle)
      else settle()
    })
  }

  /** Gives the stream its own methods back. */
  release(): void {
    this.#release()
  }

  /** Makes the server parse the next bytes as the first bytes of a connection. */
  interrupt(): void {
    this.#isInterrupted = true
  }

  /** Ends the connection when the client has received all bytes that were written to it. */
  hangUp(): void {
    this.#serverEnd?.hangUp()
  }

  /** Destroys the connection to the server in this process. */
  close(): void {
    this.#serverEnd?.destroy()
  }

  #take(): void {
    this.#release = replaceAll(this.#socket, {
      _read: this.#reads.read,
      _write: this.#write,
      _writev: this.#writev,
      _final: this.#final,
    } satisfies StreamMethods)
  }

  readonly #write: StreamMethods['_write'] = (chunk, encoding, done) => {
    if (this.#edge) this.#writeOver([{ chunk, encoding }], this.#edge, done)
    else this.#receive(typeof chunk === 'string' ? Buffer.from(chunk, encoding as BufferEncoding) : chunk, done)
  }

  readonly #writev = (chunks: readonly Chunk[], done: Done): void => {
    if (this.#edge) this.#writeOver(chunks, this.#edge, done)
    else this.#receive(bytesOfWrites(chunks), done)
  }

  /** The client writes no more. */
  readonly #final = (done: Done): void => {
    const { _final } = this.#real.methods
    if (_final && this.#real.isOpen && this.messages.pending.length === 0) {
      _final.call(this.#socket, done)
      return
    }
    this.#isFinal = true
    this.#serverEnd?.push(null)
    done()
  }

  /** Writes to the network what is before the edge, and lets the server read the rest. */
  #writeOver(chunks: readonly Chunk[], edge: Buffer, done: Done): void {
    const at = chunks.findIndex(({ chunk }) => chunk === edge)
    const end = at < 0 ? chunks.length : at
    if (at >= 0) this.#edge = undefined
    this.#real.methods._write.call(this.#socket, bytesOfWrites(chunks.slice(0, end)), 'buffer', (error) => {
      if (error) done(error)
      else this.#receive(bytesOfWrites(chunks.slice(end + 1)), done)
    })
  }

  /** Lets the server in this process read. It may decide at once that the request passes through. */
  #receive(bytes: Buffer, done: Done): void {
    if (this.#socket.destroyed) return
    if (this.hasEnded && !this.#real.isOpen) {
      this.#breakOff()
      return
    }
    // `request.end()` writes nothing if the body is complete: that is no new request.
    if (bytes.length === 0) {
      done()
      return
    }
    const { last } = this.messages
    const isBegun = last && last.state !== 'passthrough' && !last.incoming?.complete && !this.#isInterrupted
    if (this.#isInterrupted) this.close()
    this.#isInterrupted = false
    if (!this.#serverEnd || this.#serverEnd.destroyed) {
      this.#serverEnd = new ServerEnd(this.#reads)
      this.#serve(this.#serverEnd)
    }
    const message = isBegun ? last : this.messages.begin()
    message.held.push(bytes)
    refreshTimeout(this.#socket)
    this.#serverEnd.receive(bytes, done)
  }
}
