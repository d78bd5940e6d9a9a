import type { ServerResponse } from 'node:http'
import { MynahError } from '../../core/errors.ts'
import type { RequestLine } from '../../core/request.ts'
import { messageOf } from '../../core/show.ts'

type Sent = { readonly kind: 'whole' } | { readonly kind: 'broken'; readonly error: unknown }

/**
 * Sends a response; says where its own body has failed.
 * @throws {MynahError} `RESPONSE`, where it is none that HTTP can carry.
 */
export async function sendResponse(response: Response, outgoing: ServerResponse, asked: RequestLine): Promise<Sent> {
  const { status, statusText, headers, body } = response
  outgoing.sendDate = false
  // A client would wait for the rest of a body that is shorter than a stub's own header says.
  outgoing.strictContentLength = true
  // That the connection is kept is understood (RFC 9112, section 9.3); a stub may say otherwise. That it ends is said, or
  // an agent gives it to the next request.
  if (outgoing.shouldKeepAlive) outgoing.removeHeader('connection')
  const list = [...headers].flat()
  carry(asked, () => (statusText ? outgoing.writeHead(status, statusText, list) : outgoing.writeHead(status, list)))
  if (!body) {
    carry(asked, () => outgoing.end())
    return { kind: 'whole' }
  }
  const reader = body.getReader()
  let resume = () => {}
  outgoing.on('drain', () => resume())
  outgoing.once('close', () => {
    resume()
    reader.cancel().catch(() => {})
  })
  for (;;) {
    const chunk = await reader.read().catch((error: unknown) => ({ error }))
    if ('error' in chunk) return { kind: 'broken', error: chunk.error }
    if (chunk.done) break
    if (outgoing.destroyed || carry(asked, () => outgoing.write(chunk.value))) continue
    await new Promise<void>((resolve) => {
      resume = resolve
    })
  }
  carry(asked, () => outgoing.end())
  return { kind: 'whole' }
}

/** Writes by Node, which refuses a header's forbidden characters, and a length that is not the body's. */
function carry<Result>({ method, url }: RequestLine, write: () => Result): Result {
  try {
    return write()
  } catch (error) {
    const problem = `The response to ${method} ${url} cannot be sent: ${messageOf(error)}`
    throw new MynahError('RESPONSE', problem, { cause: error })
  }
}
