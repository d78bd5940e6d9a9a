import { showWritten } from '../core/show.ts'
import { type CallFilter, parseFilter } from './call-filter.ts'
import type { Session } from './session/session.ts'

/** The messages that clients have sent over their connections. */
export interface SentInspection {
  /** The filter and the condition in a message. */
  readonly filter: string
  readonly expected: string
  /** The messages over the connections that the filter selects. */
  readonly sent: readonly (string | Uint8Array)[]
  /** How many of them meet the condition. */
  readonly meeting: number
}

/** Looks at the messages of clients. `name` is the function that the user called, for messages. */
export type InspectMessages = (name: string, filter: CallFilter, expected: unknown) => SentInspection

/**
 * Looks at the messages of one session.
 * @throws {RouteDefinitionError} for a filter that could never select a call, and for a condition that no message can meet, once a
 * connection was opened: what compiles it comes with `websocket`.
 */
export function inspectMessages(
  session: Session,
  ...[name, filter, data]: Parameters<InspectMessages>
): SentInspection {
  const { text, test } = parseFilter(name, filter, session)
  const expected = showWritten(data)
  const connections = session.journal.entries(test).flatMap(({ connection }) => connection ?? [])
  const sent = connections.flatMap(({ messages }) => messages.flatMap((one) => (one.from === 'client' ? one.data : [])))
  const meets = connections[0]?.parseCondition(`${name}(${text}, ${expected})`, data)
  return { filter: text, expected, sent, meeting: meets ? sent.filter(meets).length : 0 }
}
