import { EventEmitter } from 'node:events'
import { Duplex } from 'node:stream'

/** Takes what the other side of a connection writes. */
export interface ReceivingEnd {
  /** `done` tells the other side that its write is done. */
  receive(bytes: Buffer, done: () => void): void
  /** The other side writes no more. */
  receiveEnd(): void
}

/** One end of a connection inside this process: what is written to it is received at the other. */
export abstract class InProcessEnd extends Duplex implements ReceivingEnd {
  protected abstract readonly other: ReceivingEnd
  abstract receive(bytes: Buffer, done: () => void): void
  abstract receiveEnd(): void

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.other.receive(chunk, done)
  }

  override _final(done: () => void): void {
    this.other.receiveEnd()
    done()
  }
}

/** Returns the function that hands a connection inside this process to a server, which never listens. */
export function serveInProcess(server: EventEmitter): (end: Duplex) => void {
  // Tracing tools wrap `emit`, on the prototype or on each server that they see, and would report every mocked request as
  // one that this process has served.
  Object.defineProperty(server, 'emit', { get: () => EventEmitter.prototype.emit, set() {} })
  return (end) => void server.emit('connection', end)
}
