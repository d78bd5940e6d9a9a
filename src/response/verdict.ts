/** How the mocks answer a request: the answer for the client, and the part of a response that the journal keeps. */
export type Verdict =
  | { readonly kind: 'response'; readonly response: Response; readonly head: Head }
  | Exclude<Handled, { kind: 'response' }>

/** The answer for the client. */
export type Handled =
  | { readonly kind: 'response'; readonly response: Response }
  /** The client fails as it does on a broken connection. */
  | { readonly kind: 'networkError'; readonly error: Error }
  /** The client rejects with this very error. */
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'passthrough' }

/** The part of a response that the journal keeps. The response itself would keep its body in memory. */
export interface Head {
  readonly status: number
  readonly headers: Headers | [string, string][]
}
