import type { ResolvableRequest } from '../match/match.ts'
import type { Params } from '../params.ts'
import type { FinalContent } from '../reply/reply.ts'

/** A reply with a status, headers and a body. */
export type Content = FinalContent

/** The checks of a stub besides its `match`: of the requests that it takes, and of its answers when they are sent. */
export interface Contract {
  /** Throws the error that a request fails with. */
  checkRequest(request: ResolvableRequest, params: Params): void
  /** Returns the answer to send, or throws the error that its request fails with. */
  parseReply(content: Content): Content | Promise<Content>
}
