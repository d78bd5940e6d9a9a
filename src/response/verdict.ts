import type { Head } from './write-response.ts'

/** What becomes of a request at its client. */
export type Verdict =
  | { readonly kind: 'response'; readonly response: Response; readonly head: Head }
  /** The client's own failure, as of a refused connection. */
  | { readonly kind: 'networkError'; readonly code: string }
  /** The client rejects with this very error. */
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'passthrough' }
