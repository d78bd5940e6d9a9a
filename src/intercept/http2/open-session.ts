import type { ClientHttp2Session } from 'node:http2'
import { Socket } from 'node:net'
import { bypassNow } from '../../runtime/bypass.ts'
import { pretendRemotePort } from '../../runtime/hosts/node.ts'
import { isUnconnected } from '../../transport/unconnected.ts'
import { patch } from '../patch.ts'
import { type MockedSession, mockSession } from './mocked-session.ts'
import type { Asked, Authority, Connect, CreateConnection } from './read-connect.ts'

/** Opens a client's session as a mocked one, which leads nowhere and looks like one to its destination. */
export function openMocked(connect: Connect, { authority, options, listener, destination }: Asked): MockedSession {
  const given = options.createConnection && withoutNetwork(options.createConnection, authority, options)
  given?.on('error', () => {})
  // A client may have connected it. Nobody waits for it, unless a stream passes through.
  if (given instanceof Socket) given.unref()
  const mocked = mockSession((connection) =>
    connect(authority, { ...options, createConnection: () => connection }, listener),
  )
  if (given) onceClosed(mocked.client, () => given.destroy())
  if (destination.protocol === 'https:')
    pretendSecureSession(mocked.client, options.servername || destination.host, destination.port)
  return mocked
}

/** Opens a mocked session behind a client's real one. */
export function openMockedBehind(connect: Connect, origin: string): MockedSession {
  const mocked = mockSession((connection) => connect(origin, { createConnection: () => connection }))
  mocked.client.on('error', () => {})
  return mocked
}

/** Opens a real session behind a client's mocked one. It does not keep the process open. */
export function openRealBehind(connect: Connect, { authority, options }: Asked): ClientHttp2Session {
  const session = bypassNow(() => {
    const { createConnection, ...others } = options
    const given = createConnection?.(asUrl(authority), options)
    // The client may have opened a connection to nowhere for its mocked session.
    return connect(authority, !given || isUnconnected(given) ? others : { ...others, createConnection: () => given })
  })
  // Each of its streams has the error.
  session.on('error', () => {})
  session.unref()
  return session
}

/** Calls back when a session is closed. Its own listeners do not last: grpc-js removes all of them. */
export function onceClosed(session: ClientHttp2Session, callback: () => void): void {
  session.socket.once('close', callback)
}

/** Calls a client's own `createConnection`. What it opens leads nowhere: the session does not need it. */
function withoutNetwork(create: CreateConnection, authority: Authority, options: Asked['options']) {
  const undo = patch(Socket.prototype, 'connect', () => {
    return function connect(this: Socket): Socket {
      return this
    }
  })
  try {
    return create(asUrl(authority), options)
  } finally {
    undo()
  }
}

/** Node calls `createConnection` with a parsed authority. */
function asUrl(authority: Authority): URL {
  return typeof authority === 'string' ? new URL(authority) : (authority as URL)
}

/** Makes a mocked session look like one over TLS: clients ask it for its protocol and its origins. */
function pretendSecureSession(session: ClientHttp2Session, servername: string, port: string): void {
  Object.defineProperties(session, {
    encrypted: { value: true, configurable: true },
    alpnProtocol: { value: 'h2', configurable: true },
  })
  Object.assign(session.socket, {
    encrypted: true,
    authorized: true,
    alpnProtocol: 'h2',
    servername,
  })
  pretendRemotePort(session.socket, Number(port))
}
