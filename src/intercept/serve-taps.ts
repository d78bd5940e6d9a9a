import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Verdict } from '../answer.ts'
import { MynahError } from '../core/errors.ts'
import { show } from '../core/show.ts'
import { networkFailure } from '../network-failure.ts'
import { IncomingRequest } from '../read-request.ts'
import { isTurnDue, nextTurn } from '../turn.ts'
import { originOf } from './connect-arguments.ts'
import type { Message } from './messages.ts'
import type { Peer } from './peer.ts'
import type { Tap } from './tap.ts'

interface ServeOptions {
  /** Never rejects. */
  answer(request: IncomingRequest): Verdict | Promise<Verdict>
  /** Whether what is being sent right now may go out as it is. */
  letOut(): boolean
}

/** As much as one read of a network gives: of a longer body the client would have all before it can break off. */
const MOST_AT_ONCE = 2 ** 16

/**
 * Makes Node's own server, which never listens, for the server's ends of tapped connections: it reads requests, keeps
 * connections alive, says lengths, asks for bodies that wait for it, and notices who hangs up.
 */
export function serveTaps({ answer, letOut }: ServeOptions): (peer: Peer) => void {
  const server = createServer({
    // Nobody is to be kept out or cut off, however much there is to read, and however long it takes.
    maxHeaderSize: 2 ** 30,
    requireHostHeader: false,
    headersTimeout: 0,
    requestTimeout: 0,
    keepAliveTimeout: 0,
  })
  server.maxHeadersCount = 0
  const receive = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { far } = incoming.socket as unknown as { far: Tap }
    const message = far.messages.arrive(incoming)
    message.run(() => {
      handle(incoming, outgoing, far, message).catch((error) => {
        far.socket.destroy(new MynahError('REQUEST', `The request cannot be read: ${error}`, { cause: error }))
      })
    })
  }
  server.on('request', receive)
  server.on('checkContinue', receive)
  // Left alone, the server would answer a 417 of its own.
  server.on('checkExpectation', receive)
  server.on('connect', (incoming, peer) => {
    const { far } = peer as unknown as { far: Tap }
    const [, host, port] = /^\[?(.+?)\]?:(\d+)$/.exec(incoming.url ?? '') ?? []
    if (host && port) far.enterTunnel(far.messages.arrive(incoming), { host, port })
    else far.socket.destroy(new MynahError('REQUEST', `A tunnel leads to a host and a port, not to ${incoming.url}`))
  })
  server.on('clientError', (error, peer) => {
    const { far } = peer as unknown as { far: Tap }
    if (far.notHttp()) return
    // An upgrade has gone through before, or it never was HTTP.
    if (far.isOpen || !far.isHttp) return far.release()
    far.socket.destroy(new MynahError('REQUEST', `The request is no HTTP that Node can read: ${error.message}`))
  })

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse, tap: Tap, message: Message) {
    if (letOut()) return tap.pass(message)
    const request = toRequest(incoming, outgoing, tap)
    // The client is still writing: it bears no bytes from us then, nor that whoever is asked aborts it.
    await undefined
    if (/100-continue/i.test(incoming.headers.expect ?? '')) outgoing.writeContinue()
    const verdict = await answer(request)
    if (isTurnDue()) await nextTurn()
    switch (verdict.kind) {
      case 'passthrough':
        return tap.pass(message)
      case 'networkError':
        return tap.socket.destroy(networkFailure(verdict.code))
      case 'error':
        // Anything but an Error is no reason for a socket to fail.
        return tap.socket.destroy(verdict.error instanceof Error ? verdict.error : new Error(show(verdict.error)))
      case 'response':
        message.state = 'answering'
        await write(verdict.response, outgoing).catch((error) => tap.socket.destroy(error))
        tap.close(message)
    }
  }
  return (peer) => server.emit('connection', peer)
}

function toRequest(incoming: IncomingMessage, outgoing: ServerResponse, tap: Tap): IncomingRequest {
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

function urlOf({ url = '/', headers }: IncomingMessage, { socket, destination }: Tap): string {
  // As clients write it to a proxy, and for themselves where they like.
  if (/^https?:/.test(url)) return new URL(url).href
  // `OPTIONS *` asks for the server as a whole (RFC 9112, section 3.2.4).
  return new URL(originOf(socket, destination, headers.host) + (url === '*' ? '' : url)).href
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

async function write(response: Response, outgoing: ServerResponse): Promise<void> {
  const { status, statusText, headers, body } = response
  outgoing.sendDate = false
  // A client would wait for the rest of a body that is shorter than a stub's own header says.
  outgoing.strictContentLength = true
  // That the connection is kept is understood (RFC 9112, section 9.3); a stub may say otherwise.
  outgoing.removeHeader('connection')
  const list = [...headers].flat()
  if (statusText) outgoing.writeHead(status, statusText, list)
  else outgoing.writeHead(status, list)
  if (!body) {
    outgoing.end()
    return
  }
  const reader = body.getReader()
  let resume = () => {}
  outgoing.on('drain', () => resume())
  outgoing.once('close', () => {
    resume()
    reader.cancel().catch(() => {})
  })
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    for (let at = 0; at < chunk.value.length && !outgoing.destroyed; at += MOST_AT_ONCE) {
      if (outgoing.write(chunk.value.subarray(at, at + MOST_AT_ONCE))) continue
      await new Promise<void>((resolve) => {
        resume = resolve
      })
    }
  }
  outgoing.end()
}
