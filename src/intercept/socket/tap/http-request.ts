import type { IncomingMessage, ServerResponse } from 'node:http'
import { MynahError } from '../../../core/errors.ts'
import { IncomingRequest } from '../../../request/incoming-request.ts'
import type { PlainRequest } from '../../../request/plain-request.ts'
import { originOf, peerOf, unixSocketOf } from '../../../transport/destination.ts'
import type { Message } from './messages.ts'
import type { Tap } from './tap.ts'

/**
 * Returns the request whose head Node's server has read. Its signal aborts when the client hangs up.
 * @throws {MynahError} `REQUEST`, if its target is not a valid URL.
 */
export function httpRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  tap: Tap,
  message: Message,
  sender: XMLHttpRequest | undefined,
): IncomingRequest {
  const request = new SocketRequest(incoming, targetOf(incoming, tap, message), sender)
  outgoing.on('close', () => {
    // Another one answers a request that passes through, or is upgraded: here its response closes, but its client has not hung up.
    if (!outgoing.writableFinished && ['undecided', 'answering'].includes(message.state)) request.abort()
  })
  if (!request.readBody) incoming.resume()
  return new IncomingRequest(request)
}

/** A request of a socket as its client wrote it. */
class SocketRequest implements PlainRequest {
  readonly method: string
  readonly url: string
  readonly sentTo: string | undefined
  readonly credentials: RequestCredentials | undefined
  readonly canUpgrade = true
  readonly readBody?: () => Promise<ArrayBuffer>
  /** What waits for the headers keeps these alone, not the message. */
  readonly #rawHeaders: readonly string[]
  /** It makes its signal when that is first read. */
  readonly #aborted = new AbortController()
  #isAborted = false

  constructor(incoming: IncomingMessage, target: Target, sender: XMLHttpRequest | undefined) {
    this.method = incoming.method ?? 'GET'
    this.url = target.url
    this.sentTo = target.sentTo
    this.credentials = sender && (sender.withCredentials ? 'include' : 'same-origin')
    this.#rawHeaders = incoming.rawHeaders
    if (hasBody(incoming)) this.readBody = () => bytesOfMessage(incoming)
  }

  /** Few answers need them: they are made when they are read. */
  get headers(): Headers {
    return headersOf(this.#rawHeaders)
  }

  get signal(): AbortSignal {
    return this.#aborted.signal
  }

  get isAborted(): boolean {
    return this.#isAborted
  }

  abort(): void {
    this.#isAborted = true
    this.#aborted.abort()
  }
}

/** The headers of which Node's server keeps the first if they come twice (Node's documentation, `message.headers`). */
const SINGLE = new Set(
  (
    'age authorization content-length content-type etag expires from host if-modified-since if-unmodified-since ' +
    'last-modified location max-forwards proxy-authorization referer retry-after server user-agent'
  ).split(' '),
)

/** Returns the headers as Node's server does. Node's own `headers` is an object, which loses `__proto__`. */
function headersOf(rawHeaders: readonly string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (!(headers.has(name) && SINGLE.has(name.toLowerCase()))) headers.append(name, rawHeaders[at + 1] as string)
  }
  return headers
}

interface Target {
  readonly url: string
  /**
   * The place that the request is sent to if its URL does not tell it: a Unix socket, or a connection whose host nobody knows.
   * The option `passthrough` decides by this place, because a client can write any `host`.
   */
  readonly sentTo: string | undefined
}

function targetOf(
  { url: target = '/', headers }: IncomingMessage,
  { socket, connection }: Tap,
  message: Message,
): Target {
  const unixSocket = unixSocketOf(socket, message.destination, connection.destination)
  const known = unixSocket === undefined ? (message.destination ?? connection.destination) : undefined
  const origin = originOf(socket, known, headers.host)
  // Clients write an absolute URL to a proxy, and may write it to any server; `OPTIONS *` asks about the server as a
  // whole (RFC 9112, sections 3.2.2 and 3.2.4).
  const isAbsolute = /^https?:/.test(target)
  const text = isAbsolute ? target : origin + (target === '*' ? '' : target)
  const url = parseTarget(text)
  const path = isAbsolute ? url.pathname + url.search : target
  if (unixSocket !== undefined) return { url: url.href, sentTo: `unix:${unixSocket}:${path}` }
  const place = known ? origin : originOf(socket, peerOf(socket), headers.host)
  // What a client asks a proxy for is the target's origin: to allow the proxy's would allow every host.
  return { url: url.href, sentTo: known ? undefined : place + path }
}

/** Parses a URL once: `URL.canParse` would be a second time. */
function parseTarget(text: string): URL {
  try {
    return new URL(text)
  } catch (error) {
    throw new MynahError('REQUEST', `The target of the request is not a URL: ${text}`, { cause: error })
  }
}

/** Whether the headers of a request announce a body (RFC 9112, section 6.3). */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

async function bytesOfMessage(incoming: IncomingMessage): Promise<ArrayBuffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks)).buffer
}
