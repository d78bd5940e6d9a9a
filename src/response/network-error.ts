/** Returns the error of a failed connection, with a `code` as the errors of Node's sockets have. */
export function connectionError(code: string): Error {
  return Object.assign(new Error(`${code}: mocked network error`), { code })
}

/** Returns the error with which fetch rejects: a `TypeError`, with the reason as its cause. */
export function fetchError(cause: Error): TypeError {
  return new TypeError('fetch failed', { cause })
}
