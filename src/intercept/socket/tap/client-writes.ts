import type { Socket } from 'node:net'
import { type ClientReads, refreshTimeout } from './client-reads.ts'
import { Messages, type NextRequest } from './messages.ts'
import type { RealConnection } from './real-connection.ts'
import { ServerEnd } from './server-end.ts'
import { type Chunk, type Done, toBytes } from './socket-methods.ts'

interface ClientWritesOptions {
  readonly reads: ClientReads
  readonly real: RealConnection
  /** Takes the server's end of a connection. */
  serve(end: ServerEnd): void
  /** Fails the client, which writes although the mocks have ended. */
  breakOff(): void
}

/**
 * The writing side of a tapped socket's client. A server in this process reads the bytes, request by request. The bytes of a request
 * that passes through go to the network instead, as they come, until the client's next request begins.
 */
export class ClientWrites {
  readonly messages = new Messages()
  /** Whether the bytes of the current request go to the network. */
  isPassthrough = false
  /** Whether the mocks have ended. */
  hasEnded = false
  readonly #socket: Socket
  readonly #reads: ClientReads
  readonly #real: RealConnection
  readonly #serve: ClientWritesOptions['serve']
  readonly #breakOff: () => void
  #serverEnd: ServerEnd | undefined
  /** Whether the next bytes begin a new request, even if the last request is incomplete. */
  #isInterrupted = false
  #isFinal = false
  /** The length of the write that the stream waits for. */
  #inFlight = 0
  /** The length of the writes behind it that belong to a request that passes through. */
  #behind = 0

  constructor({ reads, real, serve, breakOff }: ClientWritesOptions) {
    this.#socket = reads.socket
    this.#reads = reads
    this.#real = real
    this.#serve = serve
    this.#breakOff = breakOff
  }

  /** Whether the client has not written anything yet. */
  get isSilent(): boolean {
    return this.#serverEnd === undefined && !this.isPassthrough
  }

  readonly write = (chunk: Buffer | string, encoding: Chunk['encoding'], done: Done): void => {
    if (this.isPassthrough || this.#behind > 0) this.#writeThrough([{ chunk, encoding }], done)
    else this.#receive(typeof chunk === 'string' ? Buffer.from(chunk, encoding as BufferEncoding) : chunk, done)
  }

  readonly writev = (chunks: readonly Chunk[], done: Done): void => {
    if (this.isPassthrough || this.#behind > 0) this.#writeThrough(chunks, done)
    else this.#receive(toBytes(chunks), done)
  }

  /** The client writes no more. */
  readonly final = (done: Done): void => {
    if (this.isPassthrough || (this.#real.isOpen && this.messages.pending.length === 0)) {
      this.#real.end(done)
      return
    }
    this.#isFinal = true
    this.#serverEnd?.push(null)
    done()
  }

  /** The client begins its next request. The bytes that are still in the stream's queue belong to the request before. */
  begin(next: NextRequest): void {
    this.messages.next = next
    if (!this.isPassthrough) return
    this.#behind = this.#socket.writableLength - this.#inFlight
    this.isPassthrough = false
  }

  /** Sends the bytes that were held back, and all later ones, to the network. */
  passthrough(held: readonly Buffer[], isContinued = false): void {
    const done = this.#serverEnd?.takeDone()
    if (!done) this.#inFlight = 0
    this.isPassthrough = true
    this.close()
    this.#real.open()
    if (isContinued) this.#real.swallowContinue()
    const settle: Done = (error) => {
      // A write that the stream was told is done before can fail only the socket.
      if (!done && error) this.#socket.destroy(error)
      this.#inFlight = 0
      done?.(error)
    }
    if (held.length > 0) this.#real.write([{ chunk: Buffer.concat(held), encoding: 'buffer' }], settle)
    else settle()
    if (this.#isFinal) this.#real.end(() => {})
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

  /** Writes to the network, as far as the bytes belong to a request that passes through. */
  #writeThrough(chunks: readonly Chunk[], done: Done): void {
    if (this.#socket.destroyed) return
    const lengths = chunks.map(({ chunk }) => chunk.length)
    this.#inFlight = lengths.reduce((sum, length) => sum + length)
    let count = this.isPassthrough ? chunks.length : 0
    for (; this.#behind > 0 && count < chunks.length; count++) this.#behind -= lengths[count] as number
    const next = chunks.slice(count)
    this.#real.write(chunks.slice(0, count), (error) => {
      this.#inFlight = 0
      if (error || next.length === 0) done(error)
      else this.#receive(toBytes(next), done)
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
    this.#inFlight = bytes.length
    this.#serverEnd.receive(bytes, done)
  }
}
