import { keepOpen, startTimer } from './time.ts'

/** A signal that can end a wait: an `AbortSignal`, or an `AbortSource`. */
export interface AbortSignalLike {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** The first of these signals to abort ends a wait. `undefined` is a signal that cannot abort. */
export type AbortSignals = readonly (AbortSignalLike | undefined)[]

/**
 * Aborts any number of requests at once. It is no `AbortController`: Node warns of a leak when more than ten listeners
 * wait for one signal, and more than ten requests are often in flight.
 */
export class AbortSource implements AbortSignalLike {
  aborted = false
  #makeReason: (() => DOMException) | undefined
  #reason: DOMException | undefined
  readonly #listeners = new Set<() => void>()

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener)
  }

  /** Made when it is first read: most ends have no pending request that would read it, and an error takes long to make. */
  get reason(): DOMException | undefined {
    this.#reason ??= this.#makeReason?.()
    return this.#reason
  }

  /** Aborts once. A second call does nothing: the pending requests have their reason already. */
  abort(makeReason: () => DOMException): void {
    if (this.aborted) return
    this.aborted = true
    this.#makeReason = makeReason
    for (const listener of [...this.#listeners]) listener()
  }
}

/** Waits for a promise until one of the signals aborts, then rejects with that signal's reason. */
export function untilAborted<Value>(promise: Promise<Value>, ...signals: AbortSignals): Promise<Value> {
  const known = signals.filter((signal) => signal !== undefined)
  const aborted = known.find((signal) => signal.aborted)
  if (aborted) {
    // Nobody waits for the promise any more. Without a handler its rejection would end the process.
    promise.catch(() => {})
    return Promise.reject(aborted.reason)
  }
  return new Promise<Value>((resolve, reject) => {
    const removers = known.map((signal) => {
      const listener = () => finish(() => reject(signal.reason))
      signal.addEventListener('abort', listener)
      return () => signal.removeEventListener('abort', listener)
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

/**
 * Returns a new controller that aborts with the first of the signals. The caller may abort it earlier. Not `AbortSignal.any`:
 * the global one of jsdom takes no signal of Node's, which a `Request` has.
 */
export function followSignals(...signals: readonly AbortSignal[]): AbortController {
  const controller = new AbortController()
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  }
  return controller
}

/** Waits so many milliseconds, or until one of the signals aborts. With `isAbortable`, a client may abort, and the process stays open. */
export async function delayed(delay: number, signals: AbortSignals, isAbortable: boolean): Promise<void> {
  let stopTimer = () => {}
  const elapsed = new Promise<void>((resolve) => {
    stopTimer = startTimer(delay, resolve)
  })
  // The timer of `AbortSignal.timeout` alone keeps no process open.
  const letEnd = isAbortable ? keepOpen() : () => {}
  try {
    await untilAborted(elapsed, ...signals)
  } finally {
    // After an abort the timer would keep the process alive.
    stopTimer()
    letEnd()
  }
}
