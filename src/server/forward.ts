import type { IncomingMessage } from 'node:http'
import { arrayBuffer } from 'node:stream/consumers'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { pullStream } from '../response/stream-body.ts'
import type { Answer, Verdict } from '../response/verdict.ts'
import { withoutTestCookie } from './cookie.ts'
import type { FollowedTest } from './followed-test.ts'
import {
  decode,
  ERROR_TRAILER,
  encode,
  HEAD_HEADER,
  type RequestHead,
  remakeError,
  type SentError,
  type VerdictHead,
} from './wire.ts'

/** Asks a test about a request that the application's server sends, and returns its verdict. `at` is the line that sends it. */
export async function forward(request: IncomingRequest, test: FollowedTest, at: string | undefined): Promise<Verdict> {
  const { signal } = request
  try {
    await request.readBody()
    const { method, url, sentTo, sentBody } = request
    const headers = withoutTestCookie(Object.entries(request.headers))
    const head: RequestHead = { method, url, sentTo, headers, hasBody: sentBody !== undefined, at }
    const body = typeof sentBody === 'object' ? new Uint8Array(sentBody) : sentBody
    const answer = await test.send({ method: 'POST', headers: { [HEAD_HEADER]: encode(head) }, body, signal })
    return await verdictOf(answer, test)
  } catch (error) {
    return { kind: 'error', error: signal?.aborted ? signal.reason : error }
  }
}

async function verdictOf(answer: IncomingMessage, test: FollowedTest): Promise<Verdict> {
  const head = decode<VerdictHead>(answer.headers[HEAD_HEADER])
  if (head.kind === 'response') return { ...head, body: await bodyOf(head.body, answer, test) }
  answer.resume()
  return head.kind === 'passthrough' ? head : { kind: head.kind, error: remakeError(head.error) }
}

async function bodyOf(
  kind: Extract<VerdictHead, { kind: 'response' }>['body'],
  answer: IncomingMessage,
  test: FollowedTest,
): Promise<Answer['body']> {
  if (kind === 'stream') return streamOf(answer, test)
  const bytes = await arrayBuffer(answer).catch((error: Error) => Promise.reject(test.goneError(error)))
  // A body that ends after its response's last byte would hold up the next request over the socket.
  return kind === 'whole' ? new Uint8Array(bytes) : null
}

/** Returns the body chunk by chunk. It fails as it does in the test. */
function streamOf(answer: IncomingMessage, test: FollowedTest): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = answer[Symbol.asyncIterator]()
  const next = async () => {
    const { value } = await chunks.next().catch((error: Error) => Promise.reject(test.goneError(error)))
    const failure = value ? undefined : answer.trailers[ERROR_TRAILER]
    if (failure !== undefined) throw remakeError(decode<SentError>(failure))
    return value && new Uint8Array(value)
  }
  return pullStream(next, () => void answer.destroy())
}
