/** Returns the error of a failed connection, with a `code` as the errors of Node's sockets have. */
export function connectionError(code: string): Error {
  return Object.assign(new Error(`${code}: mocked network error`), { code })
}

/** Returns the error of a `networkError` reply: its own, or a new one with its code. */
export function networkErrorOf({ code, error }: { readonly code: string; readonly error?: Error }): Error {
  return error ?? connectionError(code)
}

/** Returns the error with which fetch rejects: a `TypeError`, with the reason as its cause. */
export function fetchError(cause: Error): TypeError {
  return new TypeError('fetch failed', { cause })
}

/** Why each network error of `networkErrorResponse` failed. */
const causes = new WeakMap<Response, Error>()

/** Returns the platform's network error, `Response.error()`, which has no room for its cause. `causeOf` knows it. */
export function networkErrorResponse(cause: Error): Response {
  const response = Response.error()
  causes.set(response, cause)
  return response
}

/** Returns why a network error failed. `Response.error()` itself stands for a refused connection. */
export function causeOf(response: Response): Error {
  return causes.get(response) ?? connectionError('ECONNREFUSED')
}
