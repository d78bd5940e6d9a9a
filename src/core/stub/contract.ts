import type { ResolvableRequest } from '../match/match.ts'
import type { Params } from '../params.ts'
import type { Pattern } from '../path/path.ts'
import type { FinalContent } from '../reply.ts'

/** A reply with a status, headers and a body. */
export type Content = FinalContent

/** The checks of a stub besides its `match`: of the requests that it takes, and of its answers when they are sent. */
export interface Contract {
  /** Throws the error that a request fails with. */
  checkRequest(request: ResolvableRequest, params: Params): void
  /** Returns the answer to send, or throws the error that its request fails with. */
  parseReply(content: Content): Content | Promise<Content>
}

/** The parts of a stub that no call of `rest` can set. */
export interface StubExtras {
  /** @internal */
  readonly contract?: Contract
  /** Whether the stub answers only if no other stub of its route does. @internal */
  readonly isFallback?: boolean
  /** The beginning of the stub's call, if it is not `rest`. @internal */
  readonly caller?: string
  /** The base of `rest.at(base)`, as written. */
  readonly at?: string
  /** The status that is sent if the settings and the response have none. @internal */
  readonly defaultStatus?: number
  /** Returns a line for the report on a request that no stub answers: how to get a stub for it. @internal */
  readonly hint?: (url: string, method: string) => string | undefined
  /** Whether the stub never answers, and only has a `hint`. @internal */
  readonly isHint?: boolean
  /** The compiled path, if the path is not in the syntax of `rest`. @internal */
  readonly pattern?: Pattern
}
