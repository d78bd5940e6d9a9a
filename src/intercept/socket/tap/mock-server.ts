import { type Channel, channel } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage, OutgoingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { MynahError } from '../../../core/errors.ts'
import { IncomingRequest } from '../../../request/incoming-request.ts'
import type { Verdict } from '../../../response/verdict.ts'
import { nextTurn } from '../../../runtime/event-loop.ts'
import { ownFinish } from '../../../runtime/hosts/node.ts'
import { tunnelEnd } from '../../../transport/destination.ts'
import { serveInProcess } from '../../../transport/in-process.ts'
import { sendResponse } from '../../../transport/send-response.ts'
import type { SocketClient } from '../../../transport/socket-client.ts'
import { socketError } from '../../../transport/socket-error.ts'
import type { SourceOptions } from '../../interceptor.ts'
import { doAll, replace } from '../../patch.ts'
import { httpRequest } from './http-request.ts'
import { ServerEnd } from './loopback.ts'
import type { Message } from './messages.ts'
import type { Tap } from './tap.ts'

interface ServeOptions extends SourceOptions {
  /** Returns the XMLHttpRequest whose request the running code sends, if there is one. */
  sender(): XMLHttpRequest | undefined
  /** Never rejects. */
  answer(request: IncomingRequest, socket: Socket, sender: XMLHttpRequest | undefined): Verdict | Promise<Verdict>
}

/** A response without an entry for a `PerformanceObserver`. */
class UnobservedResponse extends ServerResponse {}
Object.assign(UnobservedResponse.prototype, ownFinish(OutgoingMessage.prototype))

/** Serves the server's end of a tapped connection. */
export type Serve = (end: ServerEnd, tap: Tap) => void

/**
 * Creates a `node:http` server that never listens and serves the server ends of tapped connections. Node parses the
 * requests, keeps connections alive, writes lengths, answers `expect: 100-continue` and notices clients that hang up.
 */
export function createMockServer({ answer, sender, isBypassed, isPassthroughByHead, fault }: ServeOptions): Serve {
  const taps = new WeakMap<object, Tap>()
  const server = createServer({
    // No limits: a client may send as much and as slowly as it likes.
    maxHeaderSize: 2 ** 30,
    requireHostHeader: false,
    headersTimeout: 0,
    requestTimeout: 0,
    keepAliveTimeout: 0,
    ServerResponse: UnobservedResponse,
  })
  server.maxHeadersCount = 0
  const serve = serveInProcess(server)

  /** Fails the client with what was thrown, unless the client has hung up, which makes the server's read fail. */
  const fail = ({ socket }: Tap, thrown: unknown, asked?: IncomingMessage) => {
    const { method = '', url = '' } = asked ?? {}
    if (!socket.destroyed) socket.destroy(fault({ method, url }, thrown))
  }
  const receive = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const tap = taps.get(incoming.socket) as Tap
    const failed = (thrown: unknown) => fail(tap, thrown, incoming)
    try {
      const message = tap.messages.arrive(incoming)
      // In the context of the request's sender: a failure fails the sender's test.
      message.context.runInAsyncScope(() => {
        handle(incoming, outgoing, tap, message).catch(failed)
      })
    } catch (thrown) {
      failed(thrown)
    }
  }
  server.on('request', receive)
  server.on('checkContinue', receive)
  // Without a listener, Node answers an unknown expectation with 417.
  server.on('checkExpectation', receive)
  server.on('connect', (incoming, end) => {
    const tap = taps.get(end) as Tap
    const message = tap.messages.arrive(incoming)
    message.context.runInAsyncScope(() => {
      try {
        openTunnel(incoming, tap, message)
      } catch (thrown) {
        fail(tap, thrown, incoming)
      }
    })
  })
  server.on('clientError', (error, end) => {
    const tap = taps.get(end) as Tap
    const { last } = tap.messages
    tap.writes.interrupt()
    const asked = tap.messages.forgetUnread()
    const length = asked?.incoming?.headers['content-length']
    // Bytes that follow a request belong to it, as the body of a DELETE does that announces none: it is answered all the same.
    if (asked && length === undefined) return
    // An agent speaks to its proxy by another protocol than HTTP, such as SOCKS, before a request has the socket.
    if (!tap.isAssigned) return tap.passthroughAll()
    const problem = asked
      ? `The body of ${asked.incoming?.method} ${asked.incoming?.url} is longer than its content-length, ${length} bytes`
      : `Node cannot parse the request: ${error.message}`
    const unread = new MynahError('REQUEST', problem)
    if (last) last.context.runInAsyncScope(fail, undefined, tap, unread)
    else fail(tap, unread)
  })

  const openTunnel = ({ url = '' }: IncomingMessage, tap: Tap, message: Message) => {
    const end = tunnelEnd(url)
    if (!end) throw new MynahError('REQUEST', `The target of a tunnel must be a host and a port, not ${url}`)
    if (isBypassed()) tap.passthrough(message)
    else tap.requestTunnel(message, end)
  }
  async function handle(incoming: IncomingMessage, outgoing: ServerResponse, tap: Tap, message: Message) {
    if (isBypassed()) return tap.passthrough(message)
    const xhr = sender()
    const request = httpRequest(incoming, outgoing, tap, message, xhr)
    // The client is still inside its own write. It must receive no bytes there, and a resolver must not abort it there.
    await undefined
    if (/100-continue/i.test(incoming.headers.expect ?? '') && !isPassthroughByHead(request)) {
      await tap.connecting
      message.isContinued = true
      outgoing.writeContinue()
    }
    const handled = await answer(request, tap.socket, xhr)
    if (handled.kind === 'passthrough') return tap.passthrough(message, request)
    if (tap.connecting) await tap.connecting
    // An answer that took no turn of the event loop, as each does on a network, would come before listeners that are added in a
    // `setImmediate`, and before jsdom 26 has fired the events of `xhr.upload`.
    await nextTurn()
    // The client learns that its request is written before it learns the answer.
    const end = incoming.socket as unknown as ServerEnd
    end.acknowledge()
    switch (handled.kind) {
      case 'networkError':
        return tap.socket.destroy(handled.error)
      case 'error':
        return tap.socket.destroy(socketError(handled.error))
      case 'response': {
        if (handled.upgrade) {
          const client: SocketClient = {
            incoming,
            open: () => tap.upgrade(message),
            ask: (asked, body) => answer(new IncomingRequest(asked, body), tap.socket, xhr),
          }
          return handled.upgrade.connect(client)
        }
        message.state = 'answering'
        const sent = await sendResponse(handled, outgoing, request)
        // The error is the stub's own, and may be the subject of the test.
        if (sent.kind === 'broken') tap.socket.destroy(socketError(sent.error))
        if (sent.kind === 'cut') outgoing.socket?.end()
        return tap.close(message)
      }
    }
  }
  return (end, tap) => {
    taps.set(end, tap)
    serve(end)
  }
}

/** Channels on which Node reports what a server of this process does. Tracers listen to them. */
const CHANNELS: readonly Channel[] = [
  'http.server.request.start',
  'http.server.response.created',
  'http.server.response.finish',
].map((name) => channel(name))

/** Keeps Node from reporting requests that this process sends as requests that it serves. Returns the undo. */
export function hideServer(): () => void {
  return doAll(CHANNELS.map((one) => () => replace(one, 'publish', publishOthers)))
}

function publishOthers(this: Channel, message: { readonly request: IncomingMessage }): void {
  if (message.request.socket instanceof ServerEnd) return
  // Node replaces the prototype of a channel when it gets its first subscriber, and when it loses its last one.
  const { publish } = Object.getPrototypeOf(this) as Channel
  publish.call(this, message)
}
