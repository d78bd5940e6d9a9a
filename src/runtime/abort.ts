/** What tells that nobody wants an answer any more: an `AbortSignal`, or an ending. */
export interface Ending {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Whichever of them comes first; one that cannot come is not there. */
export type Endings = readonly (Ending | undefined)[]

/**
 * An end that any number of requests may wait for. Not an `AbortSignal`: Node warns of a leak where more than ten
 * listen to one, and ten requests in flight are nothing out of the way.
 */
export class SessionEnding implements Ending {
  aborted = false
  reason: DOMException | undefined
  readonly #listeners = new Set<() => void>()

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener)
  }

  /** A second time does nothing: what was pending at the first has its reason. */
  abort(reason: DOMException): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    for (const listener of [...this.#listeners]) listener()
  }
}

/** What a request fails with that was pending when its mocks ended. */
export function endOfMocks(): DOMException {
  return new DOMException('The mocks ended before the request was answered', 'AbortError')
}

/** The same, where it was an override that ended, which had taken the request. */
export function endOfOverride(): DOMException {
  return new DOMException('The override was undone before the request was answered', 'AbortError')
}

/** An end for one of those that were pending: says which, and whose answer never came. */
export function endOfPending({ reason }: SessionEnding, pending: string): DOMException {
  return new DOMException(`${reason?.message}: ${pending}`, reason?.name)
}

/** Waits for a promise until one of the endings comes; then rejects with that ending's own reason. */
export function whileWanted<Value>(promise: Promise<Value>, ...endings: Endings): Promise<Value> {
  const known = endings.filter((ending) => ending !== undefined)
  const aborted = known.find((ending) => ending.aborted)
  if (aborted) {
    // Nobody listens to it any more: a rejection must not end the process.
    promise.catch(() => {})
    return Promise.reject(aborted.reason)
  }
  return new Promise<Value>((resolve, reject) => {
    const removers = known.map((ending) => {
      const listener = () => finish(() => reject(ending.reason))
      ending.addEventListener('abort', listener)
      return () => ending.removeEventListener('abort', listener)
    })
    const finish = (settle: () => void) => {
      for (const remove of removers) remove()
      settle()
    }
    promise.then(
      (value) => finish(() => resolve(value)),
      (error: unknown) => finish(() => reject(error)),
    )
  })
}

/** A controller of our own, whose signal is aborted with another, and may be before it. */
export function follow(signal: AbortSignal): AbortController {
  const controller = new AbortController()
  const abort = () => controller.abort(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return controller
}
