import type { Content, Reply, ReplyHead } from './reply.ts'

/**
 * Completes the head of a reply that is known before the request. If the reply has its own status, as a redirect has, that
 * status wins.
 */
export function completeReply<Other extends Exclude<Reply, { kind: 'content' | 'sequence' }>>(
  reply: Extract<Reply, { kind: 'content' }> | Other,
  { status, statusText, headers }: ReplyHead,
): Content | Other {
  if (reply.kind !== 'content') return reply
  return {
    kind: 'content',
    body: reply.body,
    status: reply.status ?? status ?? 200,
    statusText: reply.statusText ?? statusText,
    headers: reply.headers ? [...headers, ...reply.headers] : headers,
  }
}
