import { brandOf } from '../core/brand.ts'
import { refuseCall } from '../core/refusal.ts'
import type { RequestSnapshot } from '../core/request.ts'
import { showWritten } from '../core/show.ts'
import type { CallFilter } from '../mocks/call-filter.ts'
import type { Mocks, MocksBrand } from '../mocks/mocks.ts'
import { answerOf } from '../mocks/session/journal.ts'
import type { SentMessage } from '../response/sent-message.ts'
import { Connection } from './connection.ts'

/** An open connection. */
export interface WebSocketConnection {
  /** Sends a text, bytes or a Blob. Anything else is sent as its JSON. */
  send(data: unknown): void
  close(code?: number, reason?: string): void
  /** Breaks the connection without a close, as a network does: the client's code is 1006. */
  break(): void
  /** What both ends have sent so far, in order. */
  readonly messages: readonly SentMessage[]
  /** The request that opened the connection. */
  readonly request: RequestSnapshot
  /** The subprotocol; empty if there is none. */
  readonly protocol: string
}

/**
 * Returns the WebSockets that are open, in the order in which they were opened.
 *
 * @param filter selects the requests that opened them, as in `mocks.calls`.
 * @throws {MynahError} `NOT_STARTED`, for mocks that were never started.
 * @throws {RouteDefinitionError} for a filter that could never select a call, and if `mocks` are not what `setupMocks` returned.
 * @example
 * connections(mocks, '/rooms/:room')[0].send('from the test')
 */
export function connections(mocks: Mocks, filter: CallFilter = () => true): WebSocketConnection[] {
  const brand = brandOf<MocksBrand>(mocks, 'mocks')
  if (!brand) return refuseCall(`connections(${showWritten(mocks)})`, 'it takes the mocks that setupMocks returned')
  // Says that the mocks were not started.
  brand.states('connections(mocks)', false)
  const { selected } = brand.inspect('connections', filter)
  return selected.flatMap((call) => {
    const connection = answerOf(call).head?.upgrade
    return connection instanceof Connection && connection.isOpen ? connection : []
  })
}
