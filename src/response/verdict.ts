/** What comes of a request, for its client. */
export type Verdict =
  /** Of a response that mynah makes, the journal keeps the head: the response itself would keep its body in memory. */
  | { readonly kind: 'response'; readonly response: Response; readonly head?: ResponseHead }
  /** The client fails as it does on a broken connection. */
  | { readonly kind: 'networkError'; readonly error: Error }
  /** The client rejects with this very error. */
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'passthrough' }

export interface ResponseHead {
  readonly status: number
  readonly statusText?: string | undefined
  readonly headers: Headers | [string, string][]
}
