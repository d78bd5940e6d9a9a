import { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { MynahError } from '../../core/errors.ts'
import { show } from '../../core/show.ts'
import type { IncomingRequest } from '../../request/incoming-request.ts'
import { networkFailure } from '../../response/network-error.ts'
import type { Verdict } from '../../response/verdict.ts'
import { isTurnDue, nextTurn } from '../../runtime/event-loop.ts'
import type { InterceptOptions } from '../interceptor.ts'
import { httpRequest } from './http-request.ts'
import type { Message } from './messages.ts'
import { sendResponse } from './send-response.ts'
import type { Peer } from './server-end.ts'
import type { Tapped } from './tapped.ts'

interface ServeOptions extends Pick<InterceptOptions, 'fault'> {
  /** Never rejects. */
  answer(request: IncomingRequest): Verdict | Promise<Verdict>
  /** Whether what is being sent right now may go out as it is. */
  letOut(): boolean
}

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
  // What traces a process wraps it, for all servers or for each that it meets, and would take every request for one that
  // the process has served.
  Object.defineProperty(server, 'emit', { get: () => EventEmitter.prototype.emit, set() {} })
  /** Serves a client: whatever throws meanwhile is its error, unless it has hung up, and broken off what was being read. */
  const serve = async (peer: unknown, act: (tap: Tapped) => unknown, asked?: IncomingMessage) => {
    const { tap } = peer as Peer
    try {
      await act(tap)
    } catch (thrown) {
      const { method = '', url = '' } = asked ?? {}
      if (!tap.socket.destroyed) tap.socket.destroy(fault({ method, url }, thrown))
    }
  }
  const receive = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const handOver = (tap: Tapped) => {
      const message = tap.messages.arrive(incoming)
      return message.run(() => handle(incoming, outgoing, tap, message))
    }
    return serve(incoming.socket, handOver, incoming)
  }
  server.on('request', receive)
  server.on('checkContinue', receive)
  // Left alone, the server would answer a 417 of its own.
  server.on('checkExpectation', receive)
  server.on('connect', (incoming, peer) => {
    const enter = (tap: Tapped) => {
      const [, host, port] = /^\[?(.+?)\]?:(\d+)$/.exec(incoming.url ?? '') ?? []
      if (!host || !port) throw new MynahError('REQUEST', `A tunnel leads to a host and a port, not to ${incoming.url}`)
      tap.enterTunnel(tap.messages.arrive(incoming), { host, port })
    }
    return serve(peer, enter, incoming)
  })
  server.on('clientError', (error, peer) => {
    const refuse = (tap: Tapped) => {
      if (tap.notHttp()) return
      // An upgrade has gone through before, or it never was HTTP.
      if (tap.isOpen || !tap.isHttp) return tap.release()
      throw new MynahError('REQUEST', `The request is no HTTP that Node can read: ${error.message}`)
    }
    return serve(peer, refuse)
  })

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse, tap: Tapped, message: Message) {
    if (letOut()) return tap.pass(message)
    const request = httpRequest(incoming, outgoing, tap)
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
        const sent = await sendResponse(verdict.response, outgoing, request)
        // It is the stub's own, and what the test may be about.
        if (sent.kind === 'broken') tap.socket.destroy(asError(sent.error))
        return tap.close(message)
      }
    }
  }
  return (peer) => server.emit('connection', peer)
}

/** Anything but an Error is no reason for a socket to fail. */
function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(show(thrown))
}
