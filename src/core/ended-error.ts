import { atUser } from './own-frames.ts'

/** Shared by all copies of the library. */
const ENDED = Symbol.for('mynah.ended')

/** Marks the error as mynah's own, so that a resolver's `AbortError` is told from it. */
function endedError(message: string): DOMException {
  const error = atUser(() => new DOMException(message, 'AbortError'))
  return Object.defineProperty(error, ENDED, { value: true })
}

/** Whether mynah itself has ended the request of this error. */
export function isEndedError(error: unknown): error is DOMException {
  return error instanceof DOMException && ENDED in error
}

/** The error of a request that was pending when its mocks ended. */
export function mocksEndedError(): DOMException {
  return endedError('The mocks ended before the request was answered')
}

/** The error of a request that was pending when the override that took it was undone. */
export function overrideUndoneError(): DOMException {
  return endedError('The override was undone before the request was answered')
}

/** The reason of an abort as the error of one pending request, which it names. */
export function pendingError({ reason }: { readonly reason: Error | undefined }, pending: string): DOMException {
  return endedError(`${reason?.message}: ${pending}`)
}
