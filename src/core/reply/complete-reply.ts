import type { FinalReply, HeaderList, Reply, ResolverReply } from '../reply.ts'

/** What a stub answers with: one reply for each request; the last one stays. */
export type Replies = readonly (FinalReply | ResolverReply)[]

/** Completes the replies of a stub with its settings. */
export function completeReplies(reply: Reply, status: number | undefined, headers: HeaderList): Replies {
  return (reply.kind === 'sequence' ? reply.replies : [reply]).map((one) => completeReply(one, status, headers))
}

/** Completes the head of a reply. A status of its own, as a redirect has, wins. */
export function completeReply(
  reply: Exclude<Reply, { kind: 'sequence' }>,
  status: number | undefined,
  headers: HeaderList,
): FinalReply | ResolverReply {
  if (reply.kind !== 'content') return reply
  const { body } = reply
  const all = reply.headers ? [...headers, ...reply.headers] : headers
  return { kind: 'content', body, status: reply.status ?? status ?? 200, headers: all }
}

/** Returns the reply to the request with this number, counted from 0. */
export function replyAt<One>(replies: readonly One[], turn: number): One {
  return replies[Math.min(turn, replies.length - 1)] as One
}
