import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { attempt, whenReady } from '../../../runtime/event-loop.ts'
import { replaceAll } from '../../patch.ts'
import type { Connection } from './connection.ts'
import { type ClientReads, refreshTimeout, ServerEnd } from './loopback.ts'
import { Messages, type NextRequest } from './messages.ts'
import { bytesOfWrites, type Done, type StreamMethods, type WrittenChunk } from './socket-methods.ts'

interface ClientWritesOptions {
  readonly reads: ClientReads
  readonly connection: Connection
  /** Takes the server's end of a connection. */
  serve(end: ServerEnd): void
  /** Fails the client, which writes although the mocks have ended. */
  breakOff(): void
}

/**
 * The writing side of a tapped socket's client. A server in this process reads the bytes, request by request. If a request passes
 * through, they go to the network, until the client's next request begins.
 */
export class ClientWrites {
  readonly messages = new Messages()
  /** Whether the mocks have ended. */
  hasEnded = false
  /** Gives the stream its own methods back. */
  readonly restore: () => void
  readonly #options: ClientWritesOptions
  readonly #socket: Socket
  #serverEnd: ServerEnd | undefined
  #line: Writable | undefined
  /** A write without bytes, behind the bytes of a request that passes through and before those of the next request. */
  #edge: Buffer | undefined
  /** Whether the next bytes begin a new request, even if the last request is incomplete. */
  #isInterrupted = false
  #isFinal = false

  constructor(options: ClientWritesOptions) {
    this.#options = options
    this.#socket = options.reads.socket
    this.restore = replaceAll(this.#socket, {
      _read: options.reads.read,
      _write: this.#write,
      _writev: this.#writev,
      _final: this.#final,
    } satisfies StreamMethods)
  }

  /** What the current request is written to, if it passes through. */
  get line(): Writable | undefined {
    return this.#edge ? undefined : this.#line
  }

  /** Whether the client has not written anything yet. */
  get isSilent(): boolean {
    return this.#serverEnd === undefined && this.#line === undefined
  }

  /** The client begins its next request. The bytes that are still in the stream's queue belong to the request before. */
  begin(next: NextRequest): void {
    this.messages.next = next
    if (!this.#line) return
    if (this.#socket.writableLength === 0) this.#finishLine()
    else {
      this.#edge = Buffer.alloc(0)
      this.#socket.write(this.#edge)
    }
  }

  /**
   * Sends the bytes that were held back, and the client's next writes, to the network; with `isForLife`, all that follow. A mocked
   * socket gets a new connection for them.
   */
  passthrough(held: Buffer, isForLife: boolean): void {
    const { connection, reads } = this.#options
    if (connection.isUndecided) connection.connect()
    if (connection.line) {
      this.#writeTo(connection.line, held)
      return
    }
    const pipe = (opened: Socket) => {
      if (isForLife) connection.line = opened
      reads.pipe(opened, isForLife)
      this.#writeTo(opened, held)
      this.#socket.uncork()
    }
    // Nothing may be written before what was held back.
    this.#socket.cork()
    void attempt(
      () => whenReady(connection.openAnew(), pipe),
      (error) => void this.#socket.destroy(error as Error),
    )
  }

  #writeTo(line: Writable, held: Buffer): void {
    const done = this.#serverEnd?.takeDone()
    this.#line = line
    this.close()
    line.write(held, (error) => {
      if (done) done(error)
      // A write that was reported to the stream as done can fail only the socket.
      else if (error) this.#socket.destroy(error)
    })
    if (this.#isFinal) line.end()
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

  #finishLine(): void {
    const line = this.#line
    const { connection, reads } = this.#options
    if (line instanceof Socket && line !== connection.line) reads.leave(line)
    this.#line = undefined
  }

  readonly #write: StreamMethods['_write'] = (chunk, encoding, done) => {
    if (this.#line) this.#writeOn(this.#line, [{ chunk, encoding }], done)
    else this.#receive(typeof chunk === 'string' ? Buffer.from(chunk, encoding as BufferEncoding) : chunk, done)
  }

  readonly #writev = (chunks: readonly WrittenChunk[], done: Done): void => {
    if (this.#line) this.#writeOn(this.#line, chunks, done)
    else this.#receive(bytesOfWrites(chunks), done)
  }

  /** Writes to the network what is before the edge, and lets the server read the rest. */
  #writeOn(line: Writable, chunks: readonly WrittenChunk[], done: Done): void {
    const at = chunks.findIndex(({ chunk }) => chunk === this.#edge)
    if (at < 0) {
      // The error of a piped connection is an event of it too.
      line.write(bytesOfWrites(chunks), line instanceof Socket ? () => done() : done)
      return
    }
    line.write(bytesOfWrites(chunks.slice(0, at)), (error) => {
      this.#edge = undefined
      this.#finishLine()
      if (error) done(error)
      else this.#receive(bytesOfWrites(chunks.slice(at + 1)), done)
    })
  }

  /** The client writes no more. */
  readonly #final = (done: Done): void => {
    const line = this.#line ?? (this.messages.pending.length === 0 ? this.#options.connection.line : undefined)
    if (line) {
      line.end(done)
      return
    }
    this.#isFinal = true
    this.#serverEnd?.receiveEnd()
    done()
  }

  /** Lets the server in this process read. It may decide at once that the request passes through. */
  #receive(bytes: Buffer, done: Done): void {
    if (this.#socket.destroyed) return
    refreshTimeout(this.#socket)
    if (this.hasEnded && !this.#options.connection.line) {
      this.#options.breakOff()
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
      this.#serverEnd = new ServerEnd(this.#options.reads)
      this.#options.serve(this.#serverEnd)
    }
    const message = isBegun ? last : this.messages.begin()
    message.held.push(bytes)
    this.#serverEnd.receive(bytes, done)
  }
}
