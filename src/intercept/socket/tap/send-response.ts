import type { ServerResponse } from 'node:http'
import { MynahError } from '../../../core/errors.ts'
import type { RequestLine } from '../../../core/request.ts'
import { messageOf } from '../../../core/show.ts'
import { headerLinesOf, knownBodyOf } from '../../../response/make-response.ts'
import { isCutError } from '../../../response/network-error.ts'
import { inNextTask } from '../../../runtime/event-loop.ts'

type Sent = { readonly kind: 'whole' | 'cut' } | { readonly kind: 'broken'; readonly error: unknown }

/**
 * Sends a response; returns the error of its own body, if that failed.
 * @throws {MynahError} `RESPONSE`, if HTTP cannot carry it.
 */
export async function sendResponse(response: Response, outgoing: ServerResponse, asked: RequestLine): Promise<Sent> {
  const { status, statusText, body } = response
  outgoing.sendDate = false
  // A client would wait forever for the rest of a body that is shorter than the stub's own `content-length`.
  outgoing.strictContentLength = true
  // A connection is kept by default (RFC 9112, section 9.3), unless the stub says otherwise. `connection: close` has to be
  // sent, or an agent uses the socket for the next request.
  if (outgoing.shouldKeepAlive) outgoing.removeHeader('connection')
  const list = headerLinesOf(response).flat()
  carry(asked, () => (statusText ? outgoing.writeHead(status, statusText, list) : outgoing.writeHead(status, list)))
  const known = knownBodyOf(response)
  if (known !== undefined) {
    // Bytes, because Node would write a text together with the head, and both as UTF-8.
    if (!outgoing.destroyed) carry(asked, () => outgoing.end(Buffer.from(known)))
    return { kind: 'whole' }
  }
  if (!body) {
    carry(asked, () => outgoing.end())
    return { kind: 'whole' }
  }
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
      if (!isCutError(chunk.error)) return { kind: 'broken', error: chunk.error }
      // The client receives the head before the connection breaks.
      outgoing.write('', 'latin1')
      return { kind: 'cut' }
    }
    if (chunk.done) break
    if (outgoing.destroyed || carry(asked, () => outgoing.write(chunk.value))) continue
    await new Promise<void>((resolve) => {
      resume = resolve
    })
  }
  carry(asked, () => outgoing.end())
  return { kind: 'whole' }
}

/** Calls Node, which throws if a header has forbidden characters, or if `content-length` is not the length of the body. */
function carry<Result>({ method, url }: RequestLine, write: () => Result): Result {
  try {
    return write()
  } catch (error) {
    const problem = `The response to ${method} ${url} cannot be sent: ${messageOf(error)}`
    throw new MynahError('RESPONSE', problem, { cause: error })
  }
}
