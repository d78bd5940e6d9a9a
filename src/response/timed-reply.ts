import type { FinalReply } from '../core/reply.ts'

/** The reply to one request, after the resolver has returned. */
export interface TimedReply {
  readonly reply: FinalReply
  /** In milliseconds. */
  readonly delay: number
  /** Whether a resolver made it for this one request. */
  readonly once: boolean
}
