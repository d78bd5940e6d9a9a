import { watchPage } from '#open-peer'
import { defineMaker } from '../core/define-maker.ts'
import { MynahError } from '../core/errors.ts'
import type { Trace } from '../core/frames.ts'
import { checkOptions, type OptionTable } from '../core/options.ts'
import { type NamedReply, named, type ResolverContext } from '../core/reply/reply.ts'
import type { RequestSnapshot } from '../core/request.ts'
import { quote } from '../core/show.ts'
import { defineStub } from '../core/stub/define-stub.ts'
import type { Stub } from '../core/stub/stub.ts'
import { statesOf } from '../core/stub/stub-states.ts'
import type { Upgrade } from '../response/verdict.ts'
import { Connection, type Opening } from './connection.ts'
import { isToken } from './frame-values.ts'
import { GRAPHQL, graphqlHandlers } from './graphql/transport.ts'
import { parseHandlers, type WebSocketHandlers } from './handlers.ts'

/** The options of `websocket`. */
export interface WebSocketOptions {
  /** The subprotocol of the connection. Without one it is the first one that the client asks for. */
  readonly protocol?: string
}

/** The type of `websocket`. */
export interface WebSocketMaker {
  (handlers: WebSocketHandlers, options?: WebSocketOptions): NamedReply
  /** Makes the stub that opens connections for the stubs of an endpoint, as the option `websocket` of `graphql` asks for. @internal */
  forGraphql(path: string, trace: Trace): Stub
}

const OPTIONS: OptionTable = {
  protocol: {
    isRight: isToken,
    wanted: 'the name of a subprotocol, without spaces and commas',
  },
}

const WEBSOCKET = /^websocket$/i

/** Operations over GET have the path of the handshakes. */
const HANDSHAKE = { headers: { upgrade: WEBSOCKET } }

/** A stub of the path with the method GET comes first. */
const BEHIND = { isFallback: true }

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
export const websocket: WebSocketMaker = Object.assign(
  defineMaker(
    'websocket',
    { makes: 'reply', takes: [1, 2] },
    (handlers: WebSocketHandlers, options: WebSocketOptions = {}) => {
      const parsed = parseHandlers(handlers)
      checkOptions('websocket', '…, ', options, OPTIONS)
      const { protocol } = options
      return opening(
        [handlers],
        protocol,
        () => parsed,
        (offered) => checkOffered(protocol, offered),
      )
    },
  ),
  {
    forGraphql(path: string, trace: Trace): Stub {
      // A client without a subprotocol is told so by a closing code.
      const check = (offered: string | undefined) => offered && checkOffered(GRAPHQL, offered)
      return defineStub('GET', path, opening([], GRAPHQL, graphqlHandlers, check), { match: HANDSHAKE }, trace, BEHIND)
    },
  },
)

/** Makes the reply that opens connections. `check` throws if the client does not offer the right subprotocols. */
function opening(
  args: readonly unknown[],
  protocol: string | undefined,
  handlersFor: Opening['handlersFor'],
  check: (offered: string | undefined) => void,
): NamedReply {
  watchPage()
  const resolver = (context: ResolverContext): NamedReply => {
    const { request } = context
    const states = statesOf(context)
    const isHandshake = asksForWebSocket(request)
    if (isHandshake) check(request.headers['sec-websocket-protocol'])
    const upgrade: Upgrade = ({ request: { source, sender }, endings }, { headers }) => {
      if (!isHandshake || !('canUpgrade' in source)) return undefined
      const connection = new Connection({ handlersFor, protocol, headers, request, sender, states, endings })
      const statusText = 'Switching Protocols'
      return { kind: 'response', status: 101, statusText, headers, body: null, upgrade: connection }
    }
    const body = { kind: 'text', text: 'Upgrade Required', type: 'text/plain' } as const
    return named('websocket', [], { kind: 'content', body, status: 426, upgrade })
  }
  return named('websocket', args, { kind: 'resolver', resolver, hasBody: true, upgrades: true, refuses })
}

/** Whether a client asks to speak WebSocket over its connection (RFC 6455, section 4.1). */
function asksForWebSocket({ headers }: RequestSnapshot): boolean {
  return WEBSOCKET.test(headers.upgrade ?? '') && /(^|,)\s*upgrade\s*(,|$)/i.test(headers.connection ?? '')
}

/** The status is that of the handshake. */
function refuses(method: string, settings: { readonly status?: unknown; readonly statusText?: unknown }) {
  if (method !== 'GET' && method !== 'ALL')
    return { problem: 'websocket() answers a GET, which opens the connection', meant: { method: 'GET' } } as const
  const setting = (['status', 'statusText'] as const).find((one) => settings[one] !== undefined)
  return setting ? { problem: `${setting} cannot be set for websocket(…), which has its own` } : undefined
}

/** A client fails on a subprotocol that it has not asked for. */
function checkOffered(protocol: string | undefined, offered: string | undefined): void {
  if (protocol === undefined || offered?.split(',').some((one) => one.trim() === protocol)) return
  const asked = offered === undefined ? 'asks for none' : `asks for ${quote(offered)}`
  throw new MynahError('WEBSOCKET', `The stub answers with the subprotocol ${quote(protocol)}; the client ${asked}`)
}
