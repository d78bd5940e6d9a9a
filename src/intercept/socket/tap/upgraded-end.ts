import { nextTurn } from '../../../runtime/event-loop.ts'
import { ServerEnd } from './loopback.ts'
import type { Done } from './socket-methods.ts'

/** Taken at import: fake timers that a runner installs later would never call back. */
const { nextTick } = process

/**
 * The server's end of a connection that speaks another protocol than HTTP. No request is decided on there, so a write of the client is
 * done at once, as on a network, and is read in a later tick, when the client is no longer inside its write.
 */
export class UpgradedEnd extends ServerEnd {
  #wantsMore = true
  /** Tells the client's stream that its last write is done, when the server reads on. */
  #waiting: Done | undefined

  override receive(bytes: Buffer, done: Done): void {
    this.#pushLater(bytes)
    if (this.#wantsMore || this.destroyed) done()
    else this.#waiting = done
  }

  override receiveEnd(): void {
    this.#pushLater(null)
  }

  #pushLater(bytes: Buffer | null): void {
    nextTick(() => {
      if (!this.destroyed) this.#wantsMore = this.push(bytes)
    })
  }

  override _read(): void {
    this.#wantsMore = true
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.()
  }

  /** A stream would drop what it has not yet written. A network has it by then. */
  override destroy(error?: Error): this {
    if (error || this.writableLength === 0 || this.writableEnded || this.other.socket.destroyed)
      return super.destroy(error)
    this.write('', () => super.destroy())
    return this
  }

  /** The connection is lost. The client learns it when it has learnt what came before, and not in the same turn. */
  override _destroy(error: Error | null, done: Done): void {
    this._read()
    void nextTurn().then(() => this.other.receiveEnd())
    done(error)
  }
}
