import { show } from '../../core/show.ts'
import { isEndedError, mocksEndedError } from '../../runtime/abort.ts'

/** Returns a thrown value as an `Error`: a socket is destroyed with an `Error` only. */
export function socketError(thrown: unknown): Error {
  if (isEndedError(thrown)) return abortError(thrown.message)
  return thrown instanceof Error ? thrown : new Error(show(thrown))
}

/** The error of a socket whose mocks end before its request is answered. */
export function socketEndedError(): Error {
  return socketError(mocksEndedError())
}

/** An abort as Node's own http clients report it. Not a `DOMException`: axios 1.6 to 1.13 assign to its read-only `code`. */
function abortError(message: string): Error {
  return Object.assign(new Error(message), { name: 'AbortError', code: 'ABORT_ERR' })
}
