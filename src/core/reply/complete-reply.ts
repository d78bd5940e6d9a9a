import type {
  FinalContent,
  FinalReply,
  HeaderList,
  NegotiatedReply,
  Reply,
  RequestHead,
  ResolverReply,
} from './reply.ts'
import { withTransfer } from './transfer.ts'

/** The replies of a stub: one for each request; the last one stays. */
export type Replies = readonly (FinalReply | ResolverReply | NegotiatedReply)[]

/** Completes the replies of a stub with its settings. */
export function completeReplies(reply: Reply, status: number | undefined, headers: HeaderList): Replies {
  return (reply.kind === 'sequence' ? reply.replies : [reply]).map((one) => completeReply(one, status, headers))
}

/**
 * Completes the head of a reply that is known before the request. If the reply has its own status, as a redirect has, that
 * status wins.
 */
export function completeReply<Other extends Exclude<Reply, { kind: 'content' | 'sequence' }>>(
  reply: Extract<Reply, { kind: 'content' }> | Other,
  status: number | undefined,
  headers: HeaderList,
): FinalContent | Other {
  if (reply.kind !== 'content') return reply
  const { body, transfer } = reply
  const all = reply.headers ? [...headers, ...reply.headers] : headers
  const whole: FinalContent = { kind: 'content', body, status: reply.status ?? status ?? 200, headers: all }
  return transfer ? { ...whole, transfer } : whole
}

/** Completes the head of a reply that depends on the request's. */
export function negotiateReply(
  { negotiate, transfer }: NegotiatedReply,
  { method, headers }: RequestHead,
  status: number | undefined,
  ownHeaders: HeaderList,
): FinalReply {
  return withTransfer(negotiate({ method, headers }, { status, headers: ownHeaders }), transfer)
}
