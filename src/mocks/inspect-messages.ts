import { refuseCall } from '../core/refusal.ts'
import { showWritten } from '../core/show.ts'
import { isMistake } from '../core/stub/correction.ts'
import { type CallFilter, parseFilter } from './call-filter.ts'
import { tryMessage } from './message-condition.ts'
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
 * @throws {RouteDefinitionError} for a filter that could never select a call, and a condition that no message can meet.
 */
export function inspectMessages(
  session: Session,
  ...[name, filter, data]: Parameters<InspectMessages>
): SentInspection {
  const { text, test } = parseFilter(name, filter, session)
  const condition = tryMessage(data)
  const expected = showWritten(data)
  if (isMistake(condition)) return refuseCall(`${name}(${text}, ${expected})`, condition.problem)
  const connections = session.journal.entries(test).flatMap(({ connection }) => connection ?? [])
  const sent = connections.flatMap(({ messages }) => messages.flatMap((one) => (one.from === 'client' ? one.data : [])))
  return { filter: text, expected, sent, meeting: sent.filter(condition).length }
}
