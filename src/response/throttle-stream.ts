import type { AbortSignals } from '../runtime/abort.ts'
import { startTimer } from '../runtime/time.ts'

/** Into how many parts the bytes of a second are split. */
const PARTS_PER_SECOND = 10

/** Shorter waits, in milliseconds, are added up: a timer for each chunk of a stream of small chunks would be too slow. */
const SHORTEST_WAIT = 10

/** As on a connection, whose buffers fill up, no more bytes are sent while the client has so many to read. */
const MOST_UNREAD = 2 ** 20

/** Returns a stream of the same bytes at a speed. It ends with `endings`. */
export function throttleStream(
  source: ReadableStream<Uint8Array>,
  bytesPerSecond: number,
  endings: AbortSignals,
): ReadableStream<Uint8Array> {
  const throttled = new ThrottledSource(source.getReader(), bytesPerSecond, endings)
  return new ReadableStream(throttled, { highWaterMark: 0 })
}

type Outcome = { readonly kind: 'end' } | { readonly kind: 'error'; readonly error: unknown }

/**
 * Sends bytes by its own timers, whether the client reads or not, as a server does: with fake timers the whole body has been
 * sent when its time has passed.
 */
class ThrottledSource implements UnderlyingDefaultSource<Uint8Array> {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #bytesPerSecond: number
  readonly #endings: AbortSignals
  /** The bytes that have been sent and not read, and how many they are. */
  readonly #sent: Uint8Array[] = []
  #unread = 0
  /** The bytes that the source has given and that have not been sent. */
  #unsent: Uint8Array = new Uint8Array()
  /** The milliseconds that the sent bytes should have taken. */
  #owed = 0
  #outcome: Outcome | undefined
  /** Whether a timer runs, or the source is being read. */
  #isWaiting = false
  #stopTimer = () => {}
  /** Tells the client's read that there are bytes, or the outcome. */
  #wake = () => {}
  readonly #abort = () => {
    const ending = this.#endings.find((one) => one?.aborted)
    this.#finish({ kind: 'error', error: ending?.reason })
    this.#reader.cancel(ending?.reason).catch(() => {})
  }

  constructor(reader: ReadableStreamDefaultReader<Uint8Array>, bytesPerSecond: number, endings: AbortSignals) {
    this.#reader = reader
    this.#bytesPerSecond = bytesPerSecond
    this.#endings = endings
    for (const ending of endings) ending?.addEventListener('abort', this.#abort)
    this.#advance()
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (this.#sent.length === 0 && !this.#outcome) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    const bytes = this.#sent.shift()
    if (bytes) {
      this.#unread -= bytes.byteLength
      controller.enqueue(bytes)
      this.#advance()
    } else if (this.#outcome?.kind === 'error') controller.error(this.#outcome.error)
    else controller.close()
  }

  cancel(reason: unknown): Promise<void> {
    this.#finish({ kind: 'end' })
    return this.#reader.cancel(reason)
  }

  /** Sends bytes until it has to wait: for a timer, for the source, or for the client to read. */
  #advance(): void {
    while (!this.#isWaiting && !this.#outcome && this.#unread < MOST_UNREAD) {
      if (this.#unsent.byteLength === 0) this.#readMore()
      else {
        const size = Math.ceil(this.#bytesPerSecond / PARTS_PER_SECOND)
        const part = this.#unsent.subarray(0, size)
        this.#unsent = this.#unsent.subarray(part.byteLength)
        this.#owed += (part.byteLength / this.#bytesPerSecond) * 1000
        this.#afterDue(SHORTEST_WAIT, () => this.#send(part))
      }
    }
  }

  #send(part: Uint8Array): void {
    this.#sent.push(part)
    this.#unread += part.byteLength
    this.#wake()
  }

  #readMore(): void {
    this.#isWaiting = true
    this.#reader.read().then(
      ({ done, value }) => {
        this.#isWaiting = false
        if (done) this.#afterDue(0, () => this.#finish({ kind: 'end' }))
        else this.#unsent = value
        this.#advance()
      },
      (error: unknown) => this.#finish({ kind: 'error', error }),
    )
  }

  /** Acts once the owed time has passed; at once if less than `shortest` is owed. */
  #afterDue(shortest: number, act: () => void): void {
    if (this.#owed === 0 || this.#owed < shortest) {
      act()
      return
    }
    this.#isWaiting = true
    this.#stopTimer = startTimer(this.#owed, () => {
      this.#isWaiting = false
      act()
      this.#advance()
    })
    this.#owed = 0
  }

  #finish(outcome: Outcome): void {
    this.#outcome ??= outcome
    this.#stopTimer()
    for (const ending of this.#endings) ending?.removeEventListener('abort', this.#abort)
    this.#wake()
  }
}
