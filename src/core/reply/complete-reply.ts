import type { FinalReply, HeaderList, NegotiatedReply, Reply, RequestHead, ResolverReply } from '../reply.ts'
import { withTransfer } from './transfer.ts'

/** The replies of a stub: one for each request; the last one stays. */
export type Replies = readonly (FinalReply | ResolverReply | NegotiatedReply)[]

/** Completes the replies of a stub with its settings. */
export function completeReplies(reply: Reply, status: number | undefined, headers: HeaderList): Replies {
  return (reply.kind === 'sequence' ? reply.replies : [reply]).map((one) =>
    one.kind === 'negotiated' ? one : completeReply(one, status, headers),
  )
}

/** Completes the head of a reply. If the reply has its own status, as a redirect has, that status wins. */
export function completeReply(
  reply: Exclude<Reply, { kind: 'sequence' | 'negotiated' }>,
  status: number | undefined,
  headers: HeaderList,
): FinalReply | ResolverReply {
  if (reply.kind !== 'content') return reply
  const { body, transfer } = reply
  const all = reply.headers ? [...headers, ...reply.headers] : headers
  return { kind: 'content', body, status: reply.status ?? status ?? 200, headers: all, ...(transfer && { transfer }) }
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

/** Returns the reply of a stub that has answered `uses` requests before. */
export function replyAt<One>(replies: readonly One[], uses: number): One {
  return replies[Math.min(uses, replies.length - 1)] as One
}
