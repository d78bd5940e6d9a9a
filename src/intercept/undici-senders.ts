import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Duplex } from 'node:stream'

type Context = ReturnType<typeof AsyncLocalStorage.snapshot>

/** On a socket: who sent the request that was written to it last. */
const SENDER = Symbol('sender')

interface UndiciRequest {
  readonly body: unknown
}

/**
 * Remembers who sent each request of undici. One that waits for a connection is written by whoever's request ends
 * before it, and would be taken for that one's: for another test's, in `isolate`. One that is about to be sent over a
 * connection from before the start, which nobody intercepts, is made to connect anew. Gives the undo.
 */
export function rememberSenders(letOut: () => boolean): () => void {
  const senders = new WeakMap<object, Context>()
  const created = (message: unknown) => {
    senders.set((message as { request: object }).request, AsyncLocalStorage.snapshot())
  }
  const written = (message: unknown) => {
    const { request, socket } = message as {
      request: UndiciRequest
      socket: Duplex & { [SENDER]?: Context | undefined }
    }
    const sender = senders.get(request)
    socket[SENDER] = sender
    if (!isIntercepted(socket) && !sender?.(letOut)) socket.destroy(staleConnection(request))
  }
  subscribe('undici:request:create', created)
  subscribe('undici:client:sendHeaders', written)
  return () => {
    unsubscribe('undici:request:create', created)
    unsubscribe('undici:client:sendHeaders', written)
  }
}

/** Runs a function as whoever sent the request that has come through a socket. */
export function asSender<Result>(socket: object, fn: () => Result): Result {
  const context = (socket as { [SENDER]?: Context | undefined })[SENDER]
  return context ? context(fn) : fn()
}

/** The interceptors mark the sockets that are theirs. */
function isIntercepted(socket: object): boolean {
  return Object.getOwnPropertySymbols(socket).some(({ description }) => description === 'kPatched')
}

/** With this code undici sends the request again over a new connection; it cannot where the body is a stream. */
function staleConnection({ body }: UndiciRequest): Error {
  const code = body === null || ArrayBuffer.isView(body) ? 'UND_ERR_INFO' : 'ECONNRESET'
  return Object.assign(new Error('The connection is from before the mocks started'), { code })
}
