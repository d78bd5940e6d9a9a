import type { Content, HeaderList } from '../core/reply/reply.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { PlainRequest } from '../request/plain-request.ts'
import type { AbortSignals } from '../runtime/abort.ts'
import type { SentMessage } from './sent-message.ts'

/** The head of an answer. A list of headers that is frozen is sent with several answers. */
export interface ResponseHead {
  readonly status: number
  readonly statusText: string
  /** As the stub has them: `Headers` lose the case of the names, their order, and which names came twice. */
  readonly headers: HeaderList
}

/** An answer as data. Only what answers a fetch makes a `Response` of it. */
export interface Answer extends ResponseHead {
  readonly kind: 'response'
  /** `null` for none; a text and bytes are whole. A stream may break off, and can be read once. */
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
  /** Takes over the connection of a client that asked for it. Then nothing else of the answer is sent. */
  readonly upgrade?: UpgradedConnection
}

/** Makes the answer to a client that asks for another protocol, in place of the content; `undefined` for any other client. */
export type Upgrade = (
  asking: { readonly request: IncomingRequest; readonly endings: AbortSignals },
  content: Content,
) => Answer | undefined

/** A connection that speaks another protocol after its request. */
export interface UpgradedConnection {
  readonly isOpen: boolean
  readonly messages: readonly SentMessage[]
  /** Compiles a condition on a message, or throws, naming the user's `call`, for one that no message can meet. */
  parseCondition(call: string, expected: unknown): (data: SentMessage['data']) => boolean
  /** Takes the client's end, as its source has it. */
  connect(client: UpgradedClient): void
}

/** The client's end of a connection that speaks another protocol after its request. */
export interface UpgradedClient {
  /** Asks the mocks what they answer to a request that comes over the connection. The stub's copy of mynah may be another one. */
  ask(request: PlainRequest, body: string): Verdict | Promise<Verdict>
}

/** What comes of a request, for its client. */
export type Verdict =
  | Answer
  /** The client fails as it does on a broken connection. */
  | { readonly kind: 'networkError'; readonly error: Error }
  /** The client rejects with this very error. */
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'passthrough' }

/** Returns the first value of a header. */
export function headerOf({ headers }: Pick<ResponseHead, 'headers'>, name: Lowercase<string>): string | undefined {
  return headers.find(([given]) => given.toLowerCase() === name)?.[1]
}
