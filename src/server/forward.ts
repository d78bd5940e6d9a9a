import type { IncomingMessage } from 'node:http'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { makeResponse } from '../response/make-response.ts'
import type { Verdict } from '../response/verdict.ts'
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
    const headers = Object.entries(request.headers)
    const head: RequestHead = { method, url, sentTo, headers, hasBody: sentBody !== undefined, at }
    const body = typeof sentBody === 'object' ? new Uint8Array(sentBody) : sentBody
    const answer = await test.send({ method: 'POST', headers: { [HEAD_HEADER]: encode(head) }, body, signal })
    return verdictOf(answer, test)
  } catch (error) {
    return { kind: 'error', error: signal?.aborted ? signal.reason : error }
  }
}

function verdictOf(answer: IncomingMessage, test: FollowedTest): Verdict {
  const head = decode<VerdictHead>(answer.headers[HEAD_HEADER])
  if (head.kind === 'response') return { kind: 'response', response: responseOf(head, answer, test) }
  answer.resume()
  return head.kind === 'passthrough' ? head : { kind: head.kind, error: remakeError(head.error) }
}

function responseOf(
  { status, statusText, headers, hasBody }: Extract<VerdictHead, { kind: 'response' }>,
  answer: IncomingMessage,
  test: FollowedTest,
): Response {
  if (!hasBody) answer.resume()
  const lines = headers.map(([name, value]): [string, string] => [name, value])
  const body = hasBody ? bodyOf(answer, test) : null
  return makeResponse(body, { status, statusText, headers: lines }, { lines, isPlain: false, known: undefined })
}

/** Returns the body chunk by chunk. It fails as it does in the test. */
function bodyOf(answer: IncomingMessage, test: FollowedTest): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = answer[Symbol.asyncIterator]()
  const failure = () => {
    const error = answer.trailers[ERROR_TRAILER]
    return error === undefined ? undefined : remakeError(decode<SentError>(error))
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await chunks.next().catch((error: Error) => ({ error: test.goneError(error) }))
        if ('error' in chunk) return controller.error(chunk.error)
        if (!chunk.done) return controller.enqueue(new Uint8Array(chunk.value))
        const error = failure()
        if (error) controller.error(error)
        else controller.close()
      },
      cancel: () => void answer.destroy(),
    },
    { highWaterMark: 0 },
  )
}
