import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Verdict } from '../answer.ts'
import { MynahError } from '../core/errors.ts'
import { messageOf, show } from '../core/show.ts'
import { networkFailure } from '../network-failure.ts'
import { IncomingRequest } from '../read-request.ts'
import { isTurnDue, nextTurn } from '../turn.ts'
import { originOf } from './connect-arguments.ts'
import type { InterceptOptions } from './interceptor.ts'
import type { Message } from './messages.ts'
import type { Peer } from './peer.ts'
import type { Tap } from './tap.ts'

interface ServeOptions extends Pick<InterceptOptions, 'fault'> {
  /** Never rejects. */
  answer(request: IncomingRequest): Verdict | Promise<Verdict>
  /** Whether what is being sent right now may go out as it is. */
  letOut(): boolean
}

/** What names a request. */
type Head = Pick<IncomingRequest, 'method' | 'url'>

/** As much as one read of a network gives: of a longer body the client would have all before it can break off. */
const MOST_AT_ONCE = 2 ** 16

/**
 * Makes Node's own server, which never listens, for the server's ends of tapped connections: it reads requests, keeps
 * connections alive, says lengths, asks for bodies that wait for it, and notices who hangs up.
 */
export function serveTaps({ answer, letOut, fault }: ServeOptions): (peer: Peer) => void {
  const server = createServer({
    // Nobody is to be kept out or cut off, however much there is to read, and however long it takes.
    maxHeaderSize: 2 ** 30,
    requireHostHeader: false,
    headersTimeout: 0,
    requestTimeout: 0,
    keepAliveTimeout: 0,
  })
  server.maxHeadersCount = 0
  /** Serves a client: whatever throws meanwhile is its error, unless it has hung up, and broken off what was being read. */
  const serve = async (peer: unknown, act: (far: Tap) => unknown, asked?: IncomingMessage) => {
    const { far } = peer as { far: Tap }
    try {
      await act(far)
    } catch (thrown) {
      const { method = '', url = '' } = asked ?? {}
      if (!far.socket.destroyed) far.socket.destroy(fault({ method, url }, thrown))
    }
  }
  const receive = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const handOver = (far: Tap) => {
      const message = far.messages.arrive(incoming)
      return message.run(() => handle(incoming, outgoing, far, message))
    }
    return serve(incoming.socket, handOver, incoming)
  }
  server.on('request', receive)
  server.on('checkContinue', receive)
  // Left alone, the server would answer a 417 of its own.
  server.on('checkExpectation', receive)
  server.on('connect', (incoming, peer) => {
    const enter = (far: Tap) => {
      const [, host, port] = /^\[?(.+?)\]?:(\d+)$/.exec(incoming.url ?? '') ?? []
      if (!host || !port) throw new MynahError('REQUEST', `A tunnel leads to a host and a port, not to ${incoming.url}`)
      far.enterTunnel(far.messages.arrive(incoming), { host, port })
    }
    return serve(peer, enter, incoming)
  })
  server.on('clientError', (error, peer) => {
    const refuse = (far: Tap) => {
      if (far.notHttp()) return
      // An upgrade has gone through before, or it never was HTTP.
      if (far.isOpen || !far.isHttp) return far.release()
      throw new MynahError('REQUEST', `The request is no HTTP that Node can read: ${error.message}`)
    }
    return serve(peer, refuse)
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
        return tap.socket.destroy(asError(verdict.error))
      case 'response': {
        message.state = 'answering'
        const sent = await write(verdict.response, outgoing, request)
        // It is the stub's own, and what the test may be about.
        if (sent.kind === 'broken') tap.socket.destroy(asError(sent.error))
        return tap.close(message)
      }
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

/** Anything but an Error is no reason for a socket to fail. */
function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(show(thrown))
}

type Sent = { readonly kind: 'whole' } | { readonly kind: 'broken'; readonly error: unknown }

/**
 * Sends a response; says where its own body has failed.
 * @throws {MynahError} `RESPONSE`, where it is none that HTTP can carry.
 */
async function write(response: Response, outgoing: ServerResponse, asked: Head): Promise<Sent> {
  const { status, statusText, headers, body } = response
  outgoing.sendDate = false
  // A client would wait for the rest of a body that is shorter than a stub's own header says.
  outgoing.strictContentLength = true
  // That the connection is kept is understood (RFC 9112, section 9.3); a stub may say otherwise.
  outgoing.removeHeader('connection')
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
    for (let at = 0; at < chunk.value.length && !outgoing.destroyed; at += MOST_AT_ONCE) {
      if (carry(asked, () => outgoing.write(chunk.value.subarray(at, at + MOST_AT_ONCE)))) continue
      await new Promise<void>((resolve) => {
        resume = resolve
      })
    }
  }
  carry(asked, () => outgoing.end())
  return { kind: 'whole' }
}

/** Writes by Node, which refuses a header's forbidden characters, and a length that is not the body's. */
function carry<Result>({ method, url }: Head, write: () => Result): Result {
  try {
    return write()
  } catch (error) {
    const problem = `The response to ${method} ${url} cannot be sent: ${messageOf(error)}`
    throw new MynahError('RESPONSE', problem, { cause: error })
  }
}
