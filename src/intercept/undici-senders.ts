import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

type Context = ReturnType<typeof AsyncLocalStorage.snapshot>

/** On a socket: who sent the request that was written to it last. */
const SENDER = Symbol('sender')

/**
 * Remembers who sent each request of undici. One that waits for a connection is written by whoever's request ends
 * before it, and would be taken for that one's: for another test's, in `isolate`. Gives the undo.
 */
export function rememberSenders(): () => void {
  const senders = new WeakMap<object, Context>()
  const created = (message: unknown) => {
    senders.set((message as { request: object }).request, AsyncLocalStorage.snapshot())
  }
  const written = (message: unknown) => {
    const { request, socket } = message as { request: object; socket: { [SENDER]?: Context | undefined } }
    socket[SENDER] = senders.get(request)
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
