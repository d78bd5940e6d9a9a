import { MynahError } from '../../core/errors.ts'
import { parsedJson } from '../../core/json.ts'
import type { RequestSnapshot } from '../../core/request.ts'
import { isPlainObject } from '../../core/type-guards.ts'
import type { PlainRequest, Sender } from '../../request/plain-request.ts'
import { type Answer, headerOf, type Verdict } from '../../response/verdict.ts'
import { cutError } from '../../runtime/network-error.ts'

/** The type of a body whose events have the results: one for a query, and each of a subscription. */
const EVENTS = 'text/event-stream'

/** The headers of a handshake that are not those of the operations over its connection. */
const OF_HANDSHAKE = /^(?:connection|upgrade|accept|content-.+|sec-websocket-.+)$/

/** The connection over which an operation comes. */
interface Carrier {
  readonly request: RequestSnapshot
  readonly sender: Sender | undefined
}

/** Returns the request of an operation. */
export function operationRequest({ request, sender }: Carrier, signal: AbortSignal): PlainRequest {
  const { url, headers } = request
  const kept = Object.entries(headers).filter(([name]) => !OF_HANDSHAKE.test(name))
  const added: [string, string][] = [
    ['content-type', 'application/json'],
    ['accept', EVENTS],
  ]
  return { method: 'POST', url, headers: [...kept, ...added], signal, isRevocable: true, sender }
}

/**
 * Yields the results of an answer, as each comes.
 * @throws what the operation fails with.
 */
export async function* resultsOf(verdict: Verdict, signal: AbortSignal): AsyncGenerator<unknown> {
  if (verdict.kind === 'error') throw verdict.error
  if (verdict.kind === 'networkError') throw cutError()
  if (verdict.kind === 'passthrough') {
    const problem = 'An operation over a mocked WebSocket cannot pass through: no server is behind the connection'
    throw new MynahError('WEBSOCKET', problem)
  }
  const isStream = headerOf(verdict, 'content-type')?.startsWith(EVENTS)
  let text = ''
  for await (const part of textsOf(verdict.body, signal)) {
    text += part
    if (!isStream) continue
    const events = text.split('\n\n')
    text = events.pop() as string
    for (const event of events) {
      // The last event, `complete`, has no data. A U+2028 in a text ends no line of an event, but one of a RegExp's.
      const data = /^data: ([^\n]+)/m.exec(event)?.[1]
      if (data !== undefined) yield JSON.parse(data)
    }
  }
  if (isStream) return
  const result = parsedJson(text)
  const isResult = isPlainObject(result) && ('data' in result || 'errors' in result)
  if (!isResult) throw new Error(`The answer is no result: ${verdict.status} ${verdict.statusText}`.trimEnd())
  yield result
}

async function* textsOf(body: Answer['body'], signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  if (body === null) return
  if (typeof body === 'string') return yield body
  if (ArrayBuffer.isView(body)) return yield decoder.decode(body)
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel)
  for (let read = await reader.read(); !read.done; read = await reader.read())
    yield decoder.decode(read.value, { stream: true })
}
