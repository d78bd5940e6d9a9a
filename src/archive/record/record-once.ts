import type { NamedReply, Resolver } from '../../core/reply/reply.ts'
import type { Ignore } from '../archive-options.ts'
import { keyOf } from '../exchanges.ts'
import { type RecordedResponse, readAnswer } from '../read-response.ts'
import { toReply } from '../to-stubs.ts'
import { writeRequest } from '../write-request.ts'
import { type RecordContext, recordExchange, type SaveEntry } from './record-exchange.ts'

/** Answers a request from what this run has recorded, or else records it. `recorded` has the answers by their requests. */
export function recordOnce(
  context: RecordContext,
  save: SaveEntry,
  recorded: Map<string, RecordedResponse>,
  ignore: Ignore = {},
): NamedReply | Resolver | Promise<NamedReply> {
  const key = keyOf({ request: writeRequest(context.request) }, { ignore })
  const known = recorded.get(key)
  if (known) return toReply(known)
  return recordExchange(context, async (entry) => {
    // An equal request that was under way at the same time has been saved.
    if (recorded.has(key)) return
    const answer = readAnswer(entry)
    if (answer?.kind === 'response') recorded.set(key, answer)
    try {
      await save(entry)
    } catch (error) {
      recorded.delete(key)
      throw error
    }
  })
}
