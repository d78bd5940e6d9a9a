/** What tells that nobody wants an answer any more: an `AbortSignal`, or an ending. */
export interface Ending {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/**
 * An end that any number of requests may wait for. Not an `AbortSignal`: Node warns of a leak where more than ten
 * listen to one, and ten requests in flight are nothing out of the way.
 */
export class SessionEnding implements Ending {
  aborted = false
  reason: unknown
  readonly #listeners = new Set<() => void>()

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener)
  }

  abort(reason: unknown): void {
    this.aborted = true
    this.reason = reason
    for (const listener of [...this.#listeners]) listener()
  }
}

/** What a request fails with that was pending when its mocks ended; `pending` says which, and whose answer never came. */
export function endOfMocks(pending?: string): DOMException {
  const message = 'The mocks ended before the request was answered'
  return new DOMException(pending ? `${message}: ${pending}` : message, 'AbortError')
}
