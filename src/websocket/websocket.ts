import { watchPage } from '#open-peer'
import { defineMaker } from '../core/define-maker.ts'
import { MynahError } from '../core/errors.ts'
import { checkOptions, type OptionTable } from '../core/options.ts'
import { type NamedReply, named, type ResolverContext } from '../core/reply/reply.ts'
import { quote } from '../core/show.ts'
import { statesOf } from '../core/stub/stub-states.ts'
import { Connection } from './connection.ts'
import { isToken } from './frame-values.ts'
import { parseHandlers, type WebSocketHandlers } from './handlers.ts'

/** The options of `websocket`. */
export interface WebSocketOptions {
  /** The subprotocol of the connection. Without one it is the first one that the client asks for. */
  readonly protocol?: string
}

const OPTIONS: OptionTable = {
  protocol: {
    isRight: isToken,
    wanted: 'the name of a subprotocol, without spaces and commas',
  },
}

/**
 * Opens a WebSocket: a reply for `rest.get`, since a handshake is a GET. A request that is no handshake is answered with 426.
 *
 * @param handlers what the connection does when it is open, at each message, and when it is closed.
 * @throws {RouteDefinitionError} for a handler that is unknown or no function, and for a wrong option.
 * @function
 * @example
 * rest.get('/rooms/:room', websocket({
 *   open: ({ send, request }) => send({ joined: request.params.room }),
 *   message: ({ data, send }) => send(data),
 * }))
 */
export const websocket: (handlers: WebSocketHandlers, options?: WebSocketOptions) => NamedReply = defineMaker(
  'websocket',
  { makes: 'reply', takes: [1, 2] },
  (handlers: WebSocketHandlers, options: WebSocketOptions = {}) => {
    const parsed = parseHandlers(handlers)
    checkOptions('websocket', '…, ', options, OPTIONS)
    watchPage()
    const { protocol } = options
    const resolver = (context: ResolverContext): NamedReply => {
      const { request } = context
      const states = statesOf(context)
      const { upgrade, 'sec-websocket-protocol': offered } = request.headers
      if (upgrade !== undefined && protocol !== undefined) checkOffered(protocol, offered)
      return named('websocket', [], {
        kind: 'content',
        body: { kind: 'text', text: 'Upgrade Required', type: 'text/plain' },
        status: 426,
        upgrade: (endings) => new Connection({ handlers: parsed, protocol, request, states, endings }),
      })
    }
    return named('websocket', [handlers], { kind: 'resolver', resolver, hasBody: true, upgrades: 'websocket' })
  },
)

/** A client fails on a subprotocol that it has not asked for. */
function checkOffered(protocol: string, offered: string | undefined): void {
  if (offered?.split(',').some((one) => one.trim() === protocol)) return
  const asked = offered === undefined ? 'asks for none' : `asks for ${quote(offered)}`
  throw new MynahError('WEBSOCKET', `The stub answers with the subprotocol ${quote(protocol)}; the client ${asked}`)
}
