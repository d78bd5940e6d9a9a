import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import type { Context } from './messages.ts'
import { socketEndedError } from './socket-error.ts'
import type { Tap } from './tap.ts'

interface Options {
  tapOf(socket: Socket): Tap | undefined
  /** Taps a socket that is connected already. */
  tap(socket: Socket): Tap
  /** Whether what is being sent right now may go out as it is. */
  letOut(): boolean
}

interface UndiciWatch {
  /** Notes whether a socket that is about to connect does so for undici. */
  adopt(tap: Tap): void
  /** Begins to learn; the undo fails what waits in a queue of undici's, which would be written to a socket that passes through. */
  start(): () => void
}

/** A request as undici has it. What fails it is undocumented, and has two names: the first from undici 8 on. */
interface Sent {
  onResponseError?(error: unknown): void
  onError?(error: unknown): void
}

/**
 * Learns from undici which sockets are its own, and who sends each request: one that waits for a connection is written
 * by whoever's request ends before it, and would be taken for that one's: for another test's, in `isolate`.
 */
export function watchUndici({ tapOf, tap, letOut }: Options): UndiciWatch {
  let isConnecting = false
  const senders = new WeakMap<Sent, Context>()
  const waiting = new Set<Sent>()
  const subscriptions: Readonly<Record<string, (message: never) => void>> = {
    'undici:request:create': ({ request }: { request: Sent }) => {
      senders.set(request, AsyncLocalStorage.snapshot())
      waiting.add(request)
    },
    'undici:client:beforeConnect': () => {
      isConnecting = true
      queueMicrotask(() => {
        isConnecting = false
      })
    },
    'undici:client:connected': ({ socket }: { socket: Socket }) => {
      const made = tapOf(socket)
      if (!made) return
      made.isHttp = true
      // After a request that was aborted undici connects anew, for nothing: an error of that connection's would fail
      // what is sent next.
      made.isAwaited = () => waiting.size > 0
    },
    'undici:request:error': ({ request }: { request: Sent }) => {
      waiting.delete(request)
    },
    'undici:client:sendHeaders': ({ request, socket }: { request: Sent; socket: Socket }) => {
      waiting.delete(request)
      const sender = senders.get(request)
      const known = tapOf(socket)
      if (!known && sender?.(letOut)) return
      const made = known ?? tap(socket)
      made.messages.sender = sender
    },
  }
  const all = Object.entries(subscriptions) as [string, (message: unknown) => void][]
  return {
    adopt(made) {
      if (!isConnecting) return
      isConnecting = false
      made.isHttp = true
      made.heeded = heededBy(made.socket)
    },
    start() {
      for (const [channel, listener] of all) subscribe(channel, listener)
      return () => {
        for (const [channel, listener] of all) unsubscribe(channel, listener)
        for (const request of waiting) {
          if (senders.get(request)?.(letOut)) continue
          if (request.onResponseError) request.onResponseError(socketEndedError())
          else request.onError?.(socketEndedError())
        }
      }
    },
  }
}

/**
 * Resolves when undici listens to a socket that it connects: some turns after it is connected, where it has its parser
 * still to compile. That may be after the end of the mocks.
 */
function heededBy(socket: Socket): Promise<void> {
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
