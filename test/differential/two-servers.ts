import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { html, redirect, rest, type Stub, setupMocks, stream, text } from '../../src/entries/index.ts'
import { certificate } from '../clients/certificate.ts'
import { type Answer, type AnswerBody, type Exchange, REDIRECT_TARGET, RESPONSE_HEADERS } from './exchange.ts'

const EXPOSED = [...RESPONSE_HEADERS, 'content-length', 'content-encoding', 'location']

/** A request as the one who answers it receives it. */
export interface ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** One of the two that answer the same exchanges at the same origin. */
export interface Answering {
  received(): Promise<readonly ReceivedRequest[]>
  end(): void
}

/** A real server on loopback, which answers as whoever writes a server by `node:http` does. */
export class RealServer {
  #exchange: Exchange | undefined
  #received: ReceivedRequest[] = []
  readonly #server

  constructor(protocol: string) {
    const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void this.#answer(incoming, outgoing)
    this.#server = protocol === 'https:' ? createSecureServer(certificate, listener) : createServer(listener)
    // An idle connection that it closes while a client writes to it would fail that client.
    this.#server.keepAliveTimeout = 0
  }

  async listen(): Promise<number> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  start(exchange: Exchange): Answering {
    const received: ReceivedRequest[] = []
    this.#exchange = exchange
    this.#received = received
    return { received: async () => received, end() {} }
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { method = '', url = '', headers } = incoming
    if (allowPage(incoming, outgoing)) return
    const received = { method, url, headers: joined(headers), body: Buffer.concat(chunks).toString('latin1') }
    this.#received.push(received)
    const answer = this.#exchange?.answer
    if (!answer || url === REDIRECT_TARGET) {
      writeBody(outgoing, { kind: 'empty' })
      return
    }
    for (const [name, value] of Object.entries(answer.headers)) outgoing.setHeader(name, value as string | string[])
    outgoing.statusCode = answer.status
    writeBody(outgoing, answer.body)
  }
}

/** Lets a page of another origin read all of an answer. Returns whether the request is a preflight, which is answered then. */
function allowPage({ method, headers }: IncomingMessage, outgoing: ServerResponse): boolean {
  const { origin, 'access-control-request-method': asked, 'access-control-request-headers': names } = headers
  if (origin === undefined) return false
  outgoing.setHeader('access-control-allow-origin', origin)
  outgoing.setHeader('access-control-expose-headers', EXPOSED.join(', '))
  if (method !== 'OPTIONS' || asked === undefined) return false
  outgoing.setHeader('access-control-allow-methods', asked)
  if (names !== undefined) outgoing.setHeader('access-control-allow-headers', names)
  outgoing.end()
  return true
}

function writeBody(outgoing: ServerResponse, body: AnswerBody): void {
  if (body.kind === 'stream' || body.kind === 'broken') {
    outgoing.writeHead(outgoing.statusCode)
    for (const chunk of body.chunks) outgoing.write(chunk)
    if (body.kind === 'stream') outgoing.end()
    else setImmediate(() => outgoing.destroy())
    return
  }
  if (body.kind === 'redirect') outgoing.setHeader('location', REDIRECT_TARGET)
  if (body.kind === 'encoded') outgoing.setHeader('content-encoding', body.encoding)
  const { type, bytes } = wholeBody(body)
  if (type !== undefined && !outgoing.hasHeader('content-type')) outgoing.setHeader('content-type', type)
  if (hasLength(outgoing, body.kind === 'empty' || body.kind === 'redirect'))
    outgoing.setHeader('content-length', bytes.length)
  outgoing.end(bytes)
}

/** A 204 and a 304 have no length (RFC 9110, section 8.6). An empty answer to a HEAD request has none either, as in Node. */
function hasLength({ statusCode, req: { method } }: ServerResponse, isEmpty: boolean): boolean {
  return statusCode !== 204 && statusCode !== 304 && !(method === 'HEAD' && isEmpty)
}

function wholeBody(body: AnswerBody): { readonly type?: string; readonly bytes: Uint8Array } {
  if (body.kind === 'json') return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body.value)) }
  if (body.kind === 'text') return { type: 'text/plain;charset=utf-8', bytes: Buffer.from(body.text) }
  if (body.kind === 'html') return { type: 'text/html;charset=utf-8', bytes: Buffer.from(body.text) }
  return { bytes: 'bytes' in body ? body.bytes : new Uint8Array() }
}

/** Starts mocks that answer an exchange at an origin. */
export function startMocks(origin: string, { answer }: Exchange): Answering {
  const mocks = setupMocks([rest.all(`${origin}${REDIRECT_TARGET.split('?')[0]}`, undefined), stubOf(origin, answer)])
  mocks.start()
  return {
    received: () =>
      Promise.all(
        mocks.calls().map(async ({ request: { method, url, headers, raw } }) => ({
          method,
          url: url.slice(origin.length),
          headers,
          body: Buffer.from(await raw.arrayBuffer()).toString('latin1'),
        })),
      ),
    end: () => mocks.stop(),
  }
}

function stubOf(origin: string, { status, headers, body }: Answer): Stub {
  const settings = body.kind === 'redirect' ? { headers } : { status, headers }
  const path = `${origin}/*path`
  switch (body.kind) {
    case 'empty':
      return rest.all(path, undefined, settings)
    case 'json':
      return rest.all(path, body.value as never, settings)
    case 'text':
      return rest.all(path, text(body.text), settings)
    case 'html':
      return rest.all(path, html(body.text), settings)
    case 'bytes':
      return rest.all(path, body.bytes, settings)
    case 'encoded':
      return rest.all(path, body.bytes, { status, headers: { ...headers, 'content-encoding': body.encoding } })
    case 'stream':
      return rest.all(path, stream(body.chunks), settings)
    case 'broken':
      return rest.all(path, () => stream(breaking(body.chunks)), settings)
    case 'redirect':
      return rest.all(path, redirect(REDIRECT_TARGET, body.status), settings)
  }
}

async function* breaking(chunks: readonly string[]) {
  yield* chunks
  await new Promise(setImmediate)
  throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
}

function joined(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))
}
