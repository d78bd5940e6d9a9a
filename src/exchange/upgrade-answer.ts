import type { Content, Endings } from '../core/reply/reply.ts'
import type { CallEntry } from '../mocks/session/journal.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { Answer } from '../response/verdict.ts'

/** A request that may ask for another protocol. */
interface Asking {
  readonly request: Pick<IncomingRequest, 'isUpgrade'>
  /** The connection ends with these. */
  readonly endings: Endings
}

/** Returns the answer that hands over the client's connection; `undefined` if the client does not ask for it, or the reply has none. */
export function upgradeAnswer(
  { headers, upgrade }: Content,
  { request, endings }: Asking,
  entry: CallEntry,
): Answer | undefined {
  const connection = request.isUpgrade ? upgrade?.(endings) : undefined
  if (!connection) return undefined
  entry.connection = connection
  return {
    kind: 'response',
    status: 101,
    statusText: 'Switching Protocols',
    headers,
    body: null,
    upgrade: (client) => connection.connect(client, headers),
  }
}
