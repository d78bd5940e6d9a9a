import type { Body, HeaderList, Reply, SingleReply } from '../reply.ts'

/** A body with the whole of its head, but for what the body itself tells: its type and its length. */
export interface Content {
  readonly kind: 'content'
  readonly body: Body
  readonly status: number
  readonly headers: HeaderList
}

type CompleteReply = Content | Exclude<SingleReply, { kind: 'content' }>

/** What a stub answers with. */
export type StubReply = CompleteReply | Sequence<CompleteReply>

type Sequence<One> = { readonly kind: 'sequence'; readonly replies: readonly One[] }

/** Gives each reply of a stub the head that its settings say. */
export function completeReply(reply: Reply, status: number | undefined, headers: HeaderList): StubReply {
  if (reply.kind !== 'sequence') return completeOne(reply, status, headers)
  return { kind: 'sequence', replies: reply.replies.map((one) => completeOne(one, status, headers)) }
}

/** Gives a reply its head; a redirect has a status of its own. */
export function completeOne(reply: SingleReply, status: number | undefined, headers: HeaderList): CompleteReply {
  if (reply.kind !== 'content') return reply
  const { body } = reply
  const all = reply.headers ? [...headers, ...reply.headers] : headers
  return { kind: 'content', body, status: reply.status ?? status ?? 200, headers: all }
}

/** Gives the reply whose turn it is, from 0 on; the last one of a sequence stays. */
export function replyAt<One extends SingleReply>(reply: One | Sequence<One>, turn: number): One {
  return reply.kind === 'sequence' ? (reply.replies[Math.min(turn, reply.replies.length - 1)] as One) : (reply as One)
}
