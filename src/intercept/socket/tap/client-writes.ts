import { refreshTimeout } from './client-reads.ts'
import type { Message } from './messages.ts'
import type { RealConnection } from './real-connection.ts'
import { ServerEnd } from './server-end.ts'
import { type Chunk, type Done, type SocketMethods, toBytes } from './socket-methods.ts'
import type { Tapped } from './tapped.ts'

/**
 * The writing side of a tapped socket's client. A server in this process reads the bytes, request by request. The bytes of a request
 * that passes through go to the network instead, as they come, until the client's next request begins.
 */
export class ClientWrites implements SocketMethods {
  readonly #tap: Tapped
  readonly #real: RealConnection
  readonly #serve: (end: ServerEnd) => void
  #serverEnd: ServerEnd | undefined
  #isPassthrough = false
  /** Whether the next bytes begin a new request, even if the last request is incomplete. */
  #isInterrupted = false
  #hasEnded = false
  /** Tells the stream that its last write is done, if it does not know yet. */
  #acknowledge: Done | undefined
  /** The length of the write that the stream waits for. */
  #inFlight = 0
  /** The length of the writes behind it that belong to a request that passed through. */
  #behind = 0

  constructor(tap: Tapped, real: RealConnection, serve: (end: ServerEnd) => void) {
    this.#tap = tap
    this.#real = real
    this.#serve = serve
  }

  /** Whether the bytes of the current request go to the network. */
  get isPassthrough(): boolean {
    return this.#isPassthrough
  }

  get isOpen(): boolean {
    return this.#real.isOpen
  }

  /** Whether the client has not written anything yet. */
  get isSilent(): boolean {
    return this.#serverEnd === undefined && !this.#isPassthrough
  }

  read(size: number): void {
    this.#tap.reads.read()
    if (this.isOpen) this.#real.read(size)
  }

  write(chunks: readonly Chunk[], settle: Done): void {
    if (this.#tap.socket.destroyed) return
    const lengths = chunks.map(({ chunk }) => chunk.length)
    this.#inFlight = lengths.reduce((sum, length) => sum + length)
    const done: Done = (error) => {
      this.#inFlight = 0
      settle(error)
    }
    if (this.#isPassthrough) {
      this.#real.write(chunks, done)
      return
    }
    let count = 0
    for (; this.#behind > 0 && count < chunks.length; count++) this.#behind -= lengths[count] as number
    if (count === 0) {
      this.#receive(chunks, done)
      return
    }
    const next = chunks.slice(count)
    this.#real.write(chunks.slice(0, count), (error) => {
      if (error || next.length === 0) done(error)
      else this.#receive(next, done)
    })
  }

  end(done: Done): void {
    if (this.#isPassthrough || (this.isOpen && !this.#tap.isPending)) {
      this.#real.end(done)
      return
    }
    this.#hasEnded = true
    this.#serverEnd?.push(null)
    done()
  }

  /** The client begins its next request. The bytes that are still in the stream's queue belong to the request before. */
  beginRequest(): void {
    if (!this.#isPassthrough) return
    this.#behind = this.#tap.socket.writableLength - this.#inFlight
    this.#isPassthrough = false
  }

  /** Sends the bytes that were held back, and all later ones, to the network. */
  passthrough(held: readonly Buffer[], isContinued = false): void {
    const acknowledge = this.#acknowledge
    this.#acknowledge = undefined
    this.#isPassthrough = true
    this.close()
    this.#real.open()
    if (isContinued) this.#real.swallowContinue()
    const chunks = held.map((chunk) => ({ chunk, encoding: 'buffer' as const }))
    if (chunks.length > 0) this.#real.write(chunks, acknowledge ?? ((error) => this.#fail(error)))
    else acknowledge?.()
    if (this.#hasEnded) this.#real.end(() => {})
  }

  /** Reports that a write failed, after the stream was told that it is done. */
  #fail(error: Error | null | undefined): void {
    if (error) this.#tap.socket.destroy(error)
  }

  /** Makes the server parse the next bytes as the first bytes of a connection. */
  interrupt(): void {
    this.#isInterrupted = true
  }

  /** The server has room for more bytes. */
  acknowledge(): void {
    const acknowledge = this.#acknowledge
    this.#acknowledge = undefined
    acknowledge?.()
  }

  /** Ends the connection when the client has received all bytes that were written to it. */
  hangUp(): void {
    this.#serverEnd?.hangUp()
  }

  /** Destroys the connection to the server in this process. */
  close(): void {
    this.#serverEnd?.destroy()
  }

  /** Lets the server in this process read. */
  #receive(chunks: readonly Chunk[], done: Done): void {
    if (this.#tap.isOver) {
      this.#tap.breakOff()
      return
    }
    const bytes = toBytes(chunks)
    const message = this.#current()
    message.held.push(bytes)
    refreshTimeout(this.#tap.socket)
    this.#acknowledge = done
    // This call may decide that the request passes through. Then the real connection writes and acknowledges its bytes.
    if (this.#serverEnd?.push(bytes)) this.acknowledge()
  }

  /** Returns the message that is being written, a new one if the last is complete. */
  #current(): Message {
    const { messages } = this.#tap
    const { last } = messages
    const isBegun = last && last.state !== 'passed' && !last.incoming?.complete
    if (isBegun && !this.#isInterrupted) return last
    if (this.#isInterrupted) this.close()
    this.#isInterrupted = false
    if (!this.#serverEnd || this.#serverEnd.destroyed) {
      this.#serverEnd = new ServerEnd(this.#tap)
      this.#serve(this.#serverEnd)
    }
    return messages.begin()
  }
}
