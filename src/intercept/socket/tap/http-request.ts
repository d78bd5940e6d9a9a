import type { IncomingMessage, ServerResponse } from 'node:http'
import { MynahError } from '../../../core/errors.ts'
import { IncomingRequest } from '../../../request/incoming-request.ts'
import { originOf, unixSocketOf } from './connect-arguments.ts'
import type { Message } from './messages.ts'
import type { Tapped } from './tapped.ts'

/**
 * Returns the request whose head Node's server has read. Its signal aborts when the client hangs up.
 * @throws {MynahError} `REQUEST`, if its target is not a valid URL.
 */
export function httpRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  tap: Tapped,
  message: Message,
): IncomingRequest {
  const { method = 'GET' } = incoming
  const aborted = new AbortController()
  outgoing.once('close', () => {
    // The network answers a request that passed through: here its response closes, but its client has not hung up.
    if (!outgoing.writableFinished && message.state !== 'passed') aborted.abort()
  })
  const isBodied = hasBody(incoming)
  if (!isBodied) incoming.resume()
  return new IncomingRequest({
    method,
    url: urlOf(incoming, tap),
    sentTo: sentTo(incoming, tap),
    headers: headersOf(incoming),
    signal: aborted.signal,
    takesKnownBody: true,
    ...(isBodied && { readBody: () => bytesOf(incoming) }),
  })
}

/** The headers of which Node's server keeps the first if they come twice (Node's documentation, `message.headers`). */
const SINGLE = new Set(
  (
    'age authorization content-length content-type etag expires from host if-modified-since if-unmodified-since ' +
    'last-modified location max-forwards proxy-authorization referer retry-after server user-agent'
  ).split(' '),
)

/** Returns the headers as Node's server does. Node's own `headers` is an object, which loses `__proto__`. */
function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (!(headers.has(name) && SINGLE.has(name.toLowerCase()))) headers.append(name, rawHeaders[at + 1] as string)
  }
  return headers
}

function urlOf({ url = '/', headers }: IncomingMessage, { socket, destination }: Tapped): string {
  // Clients write an absolute URL to a proxy, and may write it to any server; `OPTIONS *` asks about the server as a
  // whole (RFC 9112, sections 3.2.2 and 3.2.4).
  const whole = /^https?:/.test(url) ? url : originOf(socket, destination, headers.host) + (url === '*' ? '' : url)
  try {
    return new URL(whole).href
  } catch (error) {
    throw new MynahError('REQUEST', `The target of the request is not a URL: ${whole}`, { cause: error })
  }
}

/**
 * Returns the place that a request is sent to if its URL does not tell it: a Unix socket, or a proxy, whose requests have an
 * absolute target. The option `passthrough` decides by this place, because a client can write any target and any `host`.
 */
function sentTo({ url = '/', headers }: IncomingMessage, { socket, destination }: Tapped): string | undefined {
  const target = /^https?:/.test(url) ? new URL(url) : undefined
  const path = target ? target.pathname + target.search : url
  const unixSocket = unixSocketOf(socket, destination)
  if (unixSocket !== undefined) return `unix:${unixSocket}:${path}`
  return target && originOf(socket, destination, headers.host) + path
}

/** Whether the headers of a request announce a body (RFC 9112, section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

async function bytesOf(incoming: IncomingMessage): Promise<ArrayBuffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks)).buffer
}
