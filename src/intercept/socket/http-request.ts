import type { IncomingMessage, ServerResponse } from 'node:http'
import { MynahError } from '../../core/errors.ts'
import { IncomingRequest } from '../../request/incoming-request.ts'
import { originOf } from './connect-arguments.ts'
import type { Tapped } from './tapped.ts'

/**
 * Returns the request whose head Node's server has read. Its signal aborts when the client hangs up.
 * @throws {MynahError} `REQUEST`, if its target is not a valid URL.
 */
export function httpRequest(incoming: IncomingMessage, outgoing: ServerResponse, tap: Tapped): IncomingRequest {
  const { method = 'GET' } = incoming
  const aborted = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) aborted.abort()
  })
  const hasBody = isFramed(incoming)
  if (!hasBody) incoming.resume()
  return new IncomingRequest({
    method,
    url: urlOf(incoming, tap),
    headers: headersOf(incoming),
    signal: aborted.signal,
    ...(hasBody && { readBody: () => bytesOf(incoming) }),
  })
}

/** Returns the headers as Node's server does: of some that come twice it keeps the first, the others it joins. */
function headersOf({ headers }: IncomingMessage): Headers {
  return new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]))
}

function urlOf({ url = '/', headers }: IncomingMessage, { socket, destination }: Tapped): string {
  // Clients write an absolute URL to a proxy, and may write it to any server; `OPTIONS *` asks about the server as a
  // whole (RFC 9112, sections 3.2.2 and 3.2.4).
  const whole = /^https?:/.test(url) ? url : originOf(socket, destination, headers.host) + (url === '*' ? '' : url)
  try {
    return new URL(whole).href
  } catch (error) {
    throw new MynahError('REQUEST', `The request is for what is no URL: ${whole}`, { cause: error })
  }
}

/** Whether the headers of a request announce a body (RFC 9112, section 6.3). */
function isFramed({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

async function bytesOf(incoming: IncomingMessage): Promise<ArrayBuffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks)).buffer
}
