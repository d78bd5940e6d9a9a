import { isEndedError, MynahError, mocksEndedError } from '../core/errors.ts'
import { show } from '../core/show.ts'

/** Returns a thrown value as an `Error`: a socket is destroyed with an `Error` only. */
export function socketError(thrown: unknown): Error {
  if (isEndedError(thrown)) return abortError(thrown.message)
  return thrown instanceof Error ? thrown : new Error(show(thrown))
}

/** The error of a socket whose mocks end before its request is answered. */
export function socketEndedError(): Error {
  return socketError(mocksEndedError())
}

/** The error of a request that a client writes behind another one, if one of the two passes through: the answers could be swapped. */
export function pipelinedError(): MynahError {
  return new MynahError('REQUEST', 'A request that passes through cannot be pipelined with others')
}

/** An abort as Node's own http clients report it. Not a `DOMException`: axios 1.6 to 1.13 assign to its read-only `code`. */
function abortError(message: string): Error {
  return Object.assign(new Error(message), { name: 'AbortError', code: 'ABORT_ERR' })
}
