/** The error of a connection that failed, as Node's sockets give it: with a `code`. */
export function networkFailure(code: string): Error {
  return Object.assign(new Error(`${code}: mocked network error`), { code })
}

/** How fetch fails: a `TypeError`, with the reason as its cause. */
export function fetchFailure(cause: Error): TypeError {
  return new TypeError('fetch failed', { cause })
}
