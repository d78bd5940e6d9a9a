/** What a client is answered with. */
export type Verdict =
  | { readonly kind: 'response'; readonly response: Response; readonly head: Head }
  /** The client fails as it does on a broken connection. */
  | { readonly kind: 'networkError'; readonly code: string }
  /** The client rejects with this very error. */
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'passthrough' }

/** The part of a response that the journal keeps. The response itself would keep its body in memory. */
export interface Head {
  readonly status: number
  readonly headers: Headers | [string, string][]
}
