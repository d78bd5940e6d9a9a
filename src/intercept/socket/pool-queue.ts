import type { AsyncResource } from 'node:async_hooks'
import { type DispatchHandler, failHandler } from '../../runtime/hosts/undici.ts'
import { socketEndedError } from '../../transport/socket-error.ts'

/** A request that was dispatched, until its client gets an event of it. */
export interface Dispatched {
  /** Goes to undici in place of the client's own handler. */
  readonly handler: object
  /** The context in which its client has dispatched it. */
  readonly sender: AsyncResource
  /** Fails the request. Its client gets no further event, and nothing of it is written when its turn comes. */
  end(): void
}

/**
 * A pool of undici keeps what a request was dispatched with until one of its connections is free. Nobody else can take a request out of
 * that queue, so it gets a handler that can end the request. `onEvent` is called before each event that the client gets.
 */
export function dispatchedRequest(
  userHandler: DispatchHandler,
  sender: AsyncResource,
  onEvent: () => void,
): Dispatched {
  let error: Error | undefined
  // The target is empty: a proxy of a frozen object has to return its very methods.
  const handler = new Proxy(
    {},
    {
      has: (_target, name) => name in userHandler,
      set: (_target, name, value) => Reflect.set(userHandler, name, value),
      get(_target, name) {
        const member: unknown = Reflect.get(userHandler, name)
        if (typeof member !== 'function') return member
        return (...args: unknown[]): unknown => {
          onEvent()
          if (!error) return Reflect.apply(member, userHandler, args)
          abortUnwritten(name, args[0], error)
          return undefined
        }
      },
    },
  )
  return {
    handler,
    sender,
    end() {
      error = socketEndedError()
      sender.runInAsyncScope(failHandler, undefined, userHandler, error)
    },
  }
}

/** undici calls a handler before it writes a request, with a function that aborts it, or from version 7 on with an object that has one. */
function abortUnwritten(name: PropertyKey, given: unknown, error: Error): void {
  if (name === 'onConnect') (given as (error: Error) => void)(error)
  if (name === 'onRequestStart') (given as { abort(error: Error): void }).abort(error)
}
