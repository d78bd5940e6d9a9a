import type { IncomingMessage, ServerResponse } from 'node:http'
import { MynahError } from '../../core/errors.ts'
import { IncomingRequest } from '../../request/incoming-request.ts'
import { originOf } from './connect-arguments.ts'
import type { Tapped } from './tapped.ts'

/**
 * The request that Node's server has read the head of. It is aborted where its client hangs up.
 * @throws {MynahError} `REQUEST`, where what it is for is no URL.
 */
export function httpRequest(incoming: IncomingMessage, outgoing: ServerResponse, tap: Tapped): IncomingRequest {
  const { method = 'GET', rawHeaders } = incoming
  const aborted = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) aborted.abort()
  })
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  const hasBody = isFramed(incoming)
  if (!hasBody) incoming.resume()
  return new IncomingRequest({
    method,
    url: urlOf(incoming, tap),
    headers,
    signal: aborted.signal,
    ...(hasBody && { readBody: () => bytesOf(incoming) }),
  })
}

function urlOf({ url = '/', headers }: IncomingMessage, { socket, destination }: Tapped): string {
  // As clients write it to a proxy, and for themselves where they like; `OPTIONS *` asks for the server as a whole (RFC
  // 9112, section 3.2.4).
  const whole = /^https?:/.test(url) ? url : originOf(socket, destination, headers.host) + (url === '*' ? '' : url)
  try {
    return new URL(whole).href
  } catch (error) {
    throw new MynahError('REQUEST', `The request is for what is no URL: ${whole}`, { cause: error })
  }
}

/** Whether a request says that it has a body (RFC 9112, section 6.3). */
function isFramed({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

async function bytesOf(incoming: IncomingMessage): Promise<ArrayBuffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks)).buffer
}
