import type { OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { MynahError } from '../../core/errors.ts'
import { type RequestLine, record, setOwn } from '../../core/request.ts'
import { messageOf } from '../../core/show.ts'
import type { Answer, Verdict } from '../../response/verdict.ts'
import { NO_DATE } from '../../runtime/hosts/node.ts'
import { sendBody } from '../../transport/send-response.ts'
import { socketError } from '../../transport/socket-error.ts'
import { isOpen, type StreamEnds } from './sent-stream.ts'

/** The headers of a connection, which HTTP/2 does not have (RFC 9113, section 8.2.2). */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']

/** The code of a stream that its peer breaks off (RFC 9113, section 7). */
const INTERNAL_ERROR = 2

/**
 * Carries out a verdict on a mocked stream. An error reaches the client as the very object.
 * @throws {MynahError} `RESPONSE`, if HTTP/2 cannot carry the response.
 */
export async function serveStream(
  verdict: Exclude<Verdict, { kind: 'passthrough' }>,
  { arrived, sent }: StreamEnds,
  asked: RequestLine,
): Promise<void> {
  if (verdict.kind === 'networkError') {
    sent.destroy(verdict.error)
  } else if (verdict.kind === 'error') {
    sent.destroy(socketError(verdict.error))
  } else if (isOpen(arrived)) {
    const result = await respondTo(verdict, arrived, asked)
    // The error is the stub's own, and may be the subject of the test.
    if (result?.kind === 'broken') sent.destroy(socketError(result.error))
    if (result?.kind === 'cut') arrived.close(INTERNAL_ERROR)
  }
}

async function respondTo(answer: Answer, arrived: ServerHttp2Stream, { method, url }: RequestLine) {
  const { body } = answer
  try {
    arrived.respond(http2Headers(answer), { endStream: body === null, ...NO_DATE })
  } catch (error) {
    const problem = `The response to ${method} ${url} cannot be sent: ${messageOf(error)}`
    throw new MynahError('RESPONSE', problem, { cause: error })
  }
  // It has ended if there is no body, as for a HEAD request.
  return arrived.writableEnded ? undefined : sendBody(body, arrived)
}

function http2Headers({ status, headers: lines }: Answer): OutgoingHttpHeaders {
  const headers = record<string | string[]>()
  for (const [given, value] of lines) {
    const name = given.toLowerCase()
    if (CONNECTION_HEADERS.includes(name)) continue
    setOwn(headers, name, Object.hasOwn(headers, name) ? [headers[name] as string | string[], value].flat() : value)
  }
  return { ...headers, ':status': status }
}
