import type { ClientHttp2Session, ClientHttp2Stream, ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { Duplex } from 'node:stream'
import { serveInProcess } from '../../transport/in-process.ts'
import { duplexPair } from './duplex-pair.ts'
import { nodeHttp2 } from './node-http2.ts'

/** No limits: a client may send as much, and reset as often, as it likes. */
const UNLIMITED = {
  maxSessionMemory: 2 ** 20,
  maxHeaderListPairs: 2 ** 16,
  maxSendHeaderBlockLength: 2 ** 30,
  maxSessionInvalidFrames: 2 ** 30,
  maxSessionRejectedStreams: 2 ** 30,
  streamResetBurst: 2 ** 30,
  streamResetRate: 2 ** 30,
  settings: { maxHeaderListSize: 2 ** 30 },
}

/** Called with a stream at its other end. */
type Receive = (arrived: ServerHttp2Stream) => void

/** A session whose other end is in this process: Node answers its pings and settings, and controls its flow. */
export interface MockedSession {
  readonly client: ClientHttp2Session
  /** Registers a stream of the client before it is sent. */
  expect(stream: ClientHttp2Stream, receive: Receive): void
}

/** Opens a mocked session; `open` makes the client's session over a connection. */
export function mockSession(open: (connection: Duplex) => ClientHttp2Session): MockedSession {
  const [near, far] = duplexPair()
  const expected = new Map<number, Receive>()
  const client = open(near)
  const server = nodeHttp2().createServer(UNLIMITED)
  server.on('session', (session: ServerHttp2Session) => session.on('error', () => {}))
  server.on('stream', (arrived: ServerHttp2Stream) => {
    // The client's end has the error that made it.
    arrived.on('error', () => {})
    const receive = expected.get(arrived.id as number)
    expected.delete(arrived.id as number)
    if (receive) receive(arrived)
    // It was sent after the end of the mocks.
    else arrived.close(REFUSED)
  })
  serveInProcess(server)(far)
  return {
    client,
    expect(stream, receive) {
      const register = () => expected.set(stream.id as number, receive)
      if (stream.id === undefined) stream.prependOnceListener('ready', register)
      else register()
    },
  }
}

/** The code of a stream that was not processed (RFC 9113, section 7). */
const REFUSED = 7
