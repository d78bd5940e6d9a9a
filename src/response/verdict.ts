/** How the mocks answer a request: what its client is told, and what the journal keeps of a response. */
export type Verdict =
  | { readonly kind: 'response'; readonly response: Response; readonly head: Head }
  | Exclude<Handled, { kind: 'response' }>

/** What a client is told. */
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
