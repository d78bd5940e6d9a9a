import { atUser } from '../core/frames.ts'
import { isObject } from '../core/type-guards.ts'

/** Returns the error of a failed connection, with a `code` as the errors of Node's sockets have. */
export function connectionError(code: string): Error {
  return atUser(() => Object.assign(new Error(`${code}: mocked network error`), { code }))
}

/** Returns the error of a `networkError` reply: its own, or a new one with its code. */
export function networkErrorOf({ code, error }: { readonly code: string; readonly error?: Error }): Error {
  return error ?? connectionError(code)
}

/** Returns the error with which fetch rejects: a `TypeError`, with the reason as its cause. */
export function fetchError(cause: Error): TypeError {
  return atUser(() => new TypeError('fetch failed', { cause }))
}

/** The errors that `cutError` has made. */
const cuts = new WeakSet<object>()

/** Returns the error with which a body fails if its connection breaks: undici's, the cause of fetch's error. */
export function cutError(): Error {
  const error = atUser(() =>
    Object.assign(new Error('other side closed'), { name: 'SocketError', code: 'UND_ERR_SOCKET' }),
  )
  cuts.add(error)
  return error
}

/** Whether a body failed because its reply is cut, as `cut()` says. */
export function isCutError(error: unknown): boolean {
  return isObject(error) && cuts.has(error)
}
