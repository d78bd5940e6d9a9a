import type { AsyncResource } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { inMicrotask } from '../../runtime/event-loop.ts'
import { failRequest } from '../../runtime/hosts/undici.ts'
import { runAll } from '../../runtime/run-all.ts'
import { originAt, tunnelEnd } from '../../transport/destination.ts'
import { expectRequest } from '../../transport/expect-request.ts'
import { pipelinedError, socketEndedError } from '../../transport/socket-error.ts'
import type { SourceOptions } from '../interceptor.ts'
import { type ConnectReason, isSome, tunnelRequests } from './connect-reason.ts'
import type { Tap } from './tap/tap.ts'
import { askedOrigin, destinationOf, headersOfSent, originOfSent, type SentByUndici } from './undici-request.ts'
import { watchSenders } from './undici-senders.ts'

interface WatchUndiciOptions extends Pick<SourceOptions, 'fault' | 'isBypassed'> {
  tapOf(socket: Socket): Tap | undefined
  /** Taps a socket that is connected already. */
  tap(socket: Socket): Tap
}

/**
 * Learns from undici's diagnostics channels which sockets it opens, and which request it writes to them. A request that waits for a
 * connection is written when the request before it ends, in the async context of that request: whose it is, its sender tells.
 */
export function watchUndici({ tapOf, tap, isBypassed, fault }: WatchUndiciOptions) {
  let reason: ConnectReason | undefined
  const senders = watchSenders(isBypassed)
  const waiting = new Set<SentByUndici>()
  const sockets = new WeakSet<Socket>()
  const connected = new WeakSet<Socket>()
  const unanswered = new Map<SentByUndici, Tap>()
  /** The client writes behind a request that passed through, whose answer has not come: the mocked answer would come first. */
  const failPipelined = (made: Tap, { method, path, origin }: SentByUndici, sender: AsyncResource | undefined) => {
    const fail = () => made.socket.destroy(fault({ method, url: `${origin}${path}` }, pipelinedError()))
    if (sender) sender.runInAsyncScope(fail)
    else fail()
  }
  /** Returns the first request in undici's queue for one of the origins. */
  const firstOf = (origins: readonly string[]) => {
    for (const request of waiting) if (origins.includes(originOfSent(request) ?? '')) return request
    return undefined
  }
  const fail = (request: SentByUndici) => {
    if (senders.of(request)?.runInAsyncScope(isBypassed)) return
    failRequest(request, socketEndedError())
  }
  const subscriptions: Readonly<Record<string, (message: never) => void>> = {
    'undici:request:create': ({ request }: { request: SentByUndici }) => {
      senders.add(request)
      waiting.add(request)
    },
    // undici calls its connector, which connects, before this task yields.
    'undici:client:beforeConnect': ({ connectParams }: { connectParams: Record<'protocol' | 'host', string> }) => {
      const here = `${connectParams.protocol}//${connectParams.host}`
      reason = {
        expects(predicate, _origin, asked) {
          const opener = firstOf([here])
          const tunnel = asked ?? (opener?.method === 'CONNECT' ? tunnelEnd(opener.path) : undefined)
          const first = tunnel ? firstOf(['https:', 'http:'].map((protocol) => originAt(protocol, tunnel))) : opener
          const expected = first ? expectSent(first) : tunnelRequests(tunnel)
          return isSome(expected, predicate, first && senders.of(first))
        },
        openerOf(socket) {
          sockets.add(socket)
          // undici reconnects after an aborted request, though nothing waits: an error of that connection would fail the next request.
          return { listening: whenListening(socket), isAwaited: () => !connected.has(socket) || waiting.size > 0 }
        },
      }
      inMicrotask(() => {
        reason = undefined
      })
    },
    'undici:client:connected': ({ socket }: { socket: Socket }) => {
      connected.add(socket)
      tapOf(socket)?.beginRequest({})
    },
    'undici:request:headers': (message: {
      request: SentByUndici
      response: { statusCode: number; headers: unknown[] }
    }) => {
      const { request, response } = message
      unanswered.get(request)?.receive(response.statusCode, response.headers.map(String))
    },
    'undici:request:trailers': ({ request }: { request: SentByUndici }) => {
      unanswered.delete(request)
    },
    'undici:request:error': ({ request }: { request: SentByUndici }) => {
      waiting.delete(request)
      unanswered.delete(request)
    },
    'undici:client:sendHeaders': ({ request, socket }: { request: SentByUndici; socket: Socket }) => {
      waiting.delete(request)
      // Over HTTP/2, its session is asked.
      if ((socket as Partial<TLSSocket>).alpnProtocol === 'h2') return
      const sender = senders.of(request)
      const known = tapOf(socket)
      if (!known) senders.learnFrom(socket)
      if (!known && sender?.runInAsyncScope(isBypassed)) return
      const made = known ?? tap(socket)
      sockets.add(socket)
      const isPipelined = made.writes.line && [...unanswered.values()].includes(made)
      unanswered.set(request, made)
      if (isPipelined) failPipelined(made, request, sender)
      else {
        // On a connection from before the mocks, the `host` of a request proves nothing.
        const asked = made.connection.destination ? askedOrigin(request) : originOfSent(request)
        made.beginRequest({ context: sender, destination: destinationOf(asked) })
      }
    },
  }
  const all = Object.entries(subscriptions) as [string, (message: unknown) => void][]
  return {
    /** Returns why the running code connects, if it is undici. Each reason is returned once, for one socket. */
    takeReason(): ConnectReason | undefined {
      const taken = reason
      reason = undefined
      return taken
    },
    /** Whether a socket is one of undici's. */
    owns: (socket: Socket): boolean => sockets.has(socket),
    /** Returns the undo. It fails the requests in the queues of undici's clients. */
    start(): () => void {
      const forget = senders.start()
      for (const [channel, listener] of all) subscribe(channel, listener)
      return () => {
        for (const [channel, listener] of all) unsubscribe(channel, listener)
        // User code may throw in its handler.
        runAll([...[...waiting].map((request) => () => fail(request)), forget])
      }
    },
  }
}

/** Returns a request that waits in a queue, as far as it is known. */
function expectSent(request: SentByUndici) {
  const { method, path } = request
  return expectRequest(method, path, askedOrigin(request) ?? '', headersOfSent(request))
}

/**
 * Resolves when undici listens to a socket that it connects. For the first socket of a process, undici first compiles its
 * parser, so this may be after the end of the mocks.
 */
function whenListening(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const listen = (message: unknown) => {
      if ((message as { socket: Socket }).socket === socket) done()
    }
    const done = () => {
      unsubscribe('undici:client:connected', listen)
      resolve()
    }
    subscribe('undici:client:connected', listen)
    socket.once('close', done)
  })
}
