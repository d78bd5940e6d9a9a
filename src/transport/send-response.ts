import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { MynahError } from '../core/errors.ts'
import { STATUS_TEXTS } from '../core/http-rules.ts'
import type { RequestLine } from '../core/request.ts'
import { messageOf } from '../core/show.ts'
import type { Answer } from '../response/verdict.ts'
import { inNextTask, nextTask } from '../runtime/event-loop.ts'
import { isKeptAlive } from '../runtime/hosts/node.ts'
import { isCutError } from '../runtime/network-error.ts'

type SendOutcome = { readonly kind: 'whole' } | { readonly kind: 'cut' | 'broken'; readonly error: unknown }

/** The headers that say how long a body is. */
const FRAMING = /^(transfer-encoding|content-length)$/i

/** The headers by which an agent keeps a connection. Those of a real response, as `fetchReal()` returns it, are of another one. */
const KEEPING = /^(connection|keep-alive)$/i

const WHOLE: SendOutcome = { kind: 'whole' }

/**
 * Sends a response; returns the error of its own body, if that failed.
 * @throws {MynahError} `RESPONSE`, if HTTP cannot carry it.
 */
export async function sendResponse(answer: Answer, outgoing: ServerResponse, asked: RequestLine): Promise<SendOutcome> {
  const { status, statusText, headers: lines, body } = answer
  outgoing.sendDate = false
  // A client would wait forever for the rest of a body that is shorter than the stub's own `content-length`.
  outgoing.strictContentLength = true
  // A connection is kept by default (RFC 9112, section 9.3), unless the stub says otherwise. `connection: close` has to be
  // sent, or an agent uses the socket for the next request.
  const isKept = isKeptAlive(outgoing)
  if (isKept) outgoing.removeHeader('connection')
  // A stub's own `transfer-encoding` would meet Node's framing, and its client would wait. Without a length, Node sends chunks.
  let isFramed = false
  for (const [name] of lines) isFramed ||= name.toLowerCase() === 'transfer-encoding'
  const list: string[] = []
  for (const [name, value] of lines) {
    const isOther = (isFramed && FRAMING.test(name)) || (!isKept && KEEPING.test(name))
    if (!isOther) list.push(name, value)
  }
  // Node throws if a header has forbidden characters, or if `content-length` is not the length of the body.
  try {
    // A status that has no phrase of its own gets Node's; the stub of another one may have an empty phrase.
    if (statusText || STATUS_TEXTS[status]) outgoing.writeHead(status, statusText, list)
    else outgoing.writeHead(status, list)
    return await sendBody(body, outgoing)
  } catch (error) {
    const problem = `The response to ${asked.method} ${asked.url} cannot be sent: ${messageOf(error)}`
    throw new MynahError('RESPONSE', problem, { cause: error })
  }
}

/** Sends a body: at once if it is known, else chunk by chunk. */
export function sendBody(body: Answer['body'], outgoing: Writable): SendOutcome | Promise<SendOutcome> {
  if (body !== null && typeof body === 'object' && 'getReader' in body) return sendStream(body, outgoing)
  if (!outgoing.destroyed) endWith(body, outgoing)
  return WHOLE
}

/** Node writes a text together with the head, in one encoding. The head is Latin-1; of UTF-8, an ASCII text alone is the same. */
function endWith(body: string | Uint8Array | null, outgoing: Writable): void {
  if (body === null) outgoing.end()
  else if (typeof body === 'string' && Buffer.byteLength(body) === body.length) outgoing.end(body, 'latin1')
  else outgoing.end(Buffer.from(body as string))
}

/** Sends a body chunk by chunk. A client that hangs up cancels it. The message is not ended if the body fails. */
async function sendStream(body: ReadableStream<Uint8Array>, outgoing: Writable): Promise<SendOutcome> {
  const reader = body.getReader()
  let isHeadSent = false
  // Node keeps the head for the first chunk. If no chunk comes within this task, the head is sent without one. This is not
  // `flushHeaders()`, which writes the head as UTF-8.
  inNextTask(() => {
    if (!isHeadSent && !outgoing.destroyed) outgoing.write('', 'latin1')
  })
  let resume = () => {}
  outgoing.on('drain', () => resume())
  outgoing.once('close', () => {
    resume()
    reader.cancel().catch(() => {})
  })
  for (;;) {
    const chunk = await reader.read().catch((error: unknown) => ({ error }))
    isHeadSent = true
    if ('error' in chunk) {
      const isCut = isCutError(chunk.error)
      // The client receives the head before the connection breaks.
      if (isCut) outgoing.write('', 'latin1')
      // Node keeps what it writes for a while: in the socket until the next tick, or in the message.
      await nextTask()
      return { kind: isCut ? 'cut' : 'broken', error: chunk.error }
    }
    if (chunk.done) break
    if (outgoing.destroyed || outgoing.write(chunk.value)) continue
    await new Promise<void>((resolve) => {
      resume = resolve
    })
  }
  outgoing.end()
  return WHOLE
}
