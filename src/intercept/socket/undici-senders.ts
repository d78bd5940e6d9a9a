import { AsyncResource } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import { isObject } from '../../core/type-guards.ts'
import { patchEmitters } from '../../runtime/hosts/node.ts'
import { clientsOf, dispatchingPrototypes, eventNames, globalDispatchers } from '../../runtime/hosts/undici.ts'
import { runAll } from '../../runtime/run-all.ts'
import { patch } from '../patch.ts'
import { type Dispatched, dispatchedRequest } from './pool-queue.ts'
import type { SentByUndici } from './undici-request.ts'

type DispatcherMethod = (this: object, ...args: unknown[]) => unknown

/** The prototypes whose `dispatch` sends requests, of all copies of undici that were seen. A pool may outlast the mocks that saw its class. */
const dispatching = new Set<object>()

/**
 * Keeps the async context in which each request of undici is sent. A pool of undici 6 and 7 keeps the arguments of a request that has
 * to wait, and dispatches them to a client in the context of the request before it; and all that undici calls when a socket is read
 * runs in the context of whoever opened the socket. Ends what still waits in a pool with the mocks.
 */
export function watchSenders(isBypassed: () => boolean) {
  /** By the options of a request, a copy because a user may dispatch the same object twice, and by the handler that undici has of it. */
  const dispatched = new WeakMap<object, Dispatched>()
  const created = new WeakMap<object, AsyncResource>()
  /** What waits in pools. */
  const queued = new Set<Dispatched>()
  let requests = 0
  const patched = new Set<object>()
  const undos: (() => void)[] = []

  const dispatchedBy = (handler: object, sender: AsyncResource): Dispatched => {
    const made: Dispatched = dispatchedRequest(handler, sender, () => queued.delete(made))
    dispatched.set(made.handler, made)
    return made
  }

  /** Runs `dispatch` in the context of its first call, also if a pool calls it again for a client of its own. */
  const watchDispatch = (prototype: object) => {
    if (patched.has(prototype)) return
    patched.add(prototype)
    const undo = patch(prototype as { dispatch: DispatcherMethod }, 'dispatch', (original) => {
      return function dispatch(this: object, given: unknown, handler: unknown): unknown {
        if (!isObject(given) || !isObject(handler)) return original.call(this, given, handler)
        const known = dispatched.get(handler)
        const before = dispatched.get(given)
        const options = before ? given : { ...given }
        const sent = known ?? dispatchedBy(handler, before?.sender ?? contextOfCaller())
        dispatched.set(options, sent)
        queued.delete(sent)
        const requestsBefore = requests
        const isFree = sent.sender.runInAsyncScope(original, this, options, sent.handler)
        // No client has made a request of it.
        if (isFree === false && requests === requestsBefore) queued.add(sent)
        return isFree
      }
    })
    undos.push(undo)
  }
  const watchDispatcher = (emitter: unknown) => {
    for (const prototype of dispatchingPrototypes(emitter, EventEmitter)) {
      dispatching.add(prototype)
      watchDispatch(prototype)
    }
  }
  /** A dispatcher is an emitter. */
  const watchEmitters = () => {
    const undo = patchEmitters(patch, EventEmitter, (original) => {
      return function init(this: object, options: unknown): void {
        original.call(this, options)
        if ('dispatch' in this) watchDispatcher(this)
      }
    })
    undos.push(undo)
  }
  /** Runs what undici calls on a request in the context of its sender: its handler may send the request once more. */
  const watchEvents = (prototype: object) => {
    if (patched.has(prototype)) return
    patched.add(prototype)
    for (const name of eventNames(prototype)) {
      const undo = patch(prototype as Record<string, DispatcherMethod>, name, (original) => {
        return function event(this: object, ...args: unknown[]): unknown {
          const sender = created.get(this)
          return sender ? sender.runInAsyncScope(original, this, ...args) : original.apply(this, args)
        }
      })
      undos.push(undo)
    }
  }
  return {
    /** Called with a request while it is created. */
    add(request: SentByUndici): void {
      requests++
      created.set(request, contextOfCaller())
      watchEvents(Object.getPrototypeOf(request))
    },
    /** Called with a socket from before the mocks. */
    learnFrom(socket: object): void {
      for (const client of clientsOf(socket)) watchDispatcher(client)
    },
    /** Returns the context in which a request was sent. */
    of: (request: SentByUndici): AsyncResource | undefined => created.get(request),
    /** Returns the undo. It ends the requests in the queues of pools. */
    start(): () => void {
      watchEmitters()
      for (const prototype of dispatching) watchDispatch(prototype)
      for (const dispatcher of globalDispatchers()) watchDispatcher(dispatcher)
      return () => {
        patched.clear()
        // An error of what an interceptor has sent may end the interceptor's own request too. User code may throw in its handler.
        const ends = [...queued].map((sent) => () => {
          if (queued.delete(sent) && !sent.sender.runInAsyncScope(isBypassed)) sent.end()
        })
        runAll([...undos.splice(0).reverse(), ...ends])
      }
    },
  }
}

function contextOfCaller(): AsyncResource {
  return new AsyncResource('mynah', { requireManualDestroy: true })
}
