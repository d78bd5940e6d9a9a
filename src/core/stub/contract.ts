import type { ResolvableRequest } from '../match/match.ts'
import type { Params } from '../params.ts'
import type { Pattern } from '../path/path.ts'
import type { FinalReply } from '../reply.ts'

/** A reply with a status, headers and a body. */
export type Content = Extract<FinalReply, { kind: 'content' }>

/** What a stub checks beside its `match`: the requests that it takes, and its answers when they are sent. */
export interface Contract {
  /** Throws the error that a request fails with. */
  checkRequest(request: ResolvableRequest, params: Params): void
  /** Returns an answer as it is to be sent, or throws the error that its request fails with. */
  checkReply(content: Content): Content | Promise<Content>
}

/** What a stub may have that no call of `rest` says. */
export interface StubExtras {
  readonly contract?: Contract
  /** Whether the stub answers only if no other stub of its route does. */
  readonly isFallback?: boolean
  /** What the stub's call starts with, if not with `rest`. */
  readonly caller?: string
  /** The base of `rest.at(base)`, as written. */
  readonly at?: string
  /** The status that is sent if neither the settings nor the response say one. */
  readonly defaultStatus?: number
  /** A line for the report of a request that no stub answers: what its maker can do about this URL. */
  readonly hint?: (url: string) => string | undefined
  /** What the path was compiled to, if it is not in the syntax of `rest`. */
  readonly pattern?: Pattern
}
