import type { EventEmitter } from 'node:events'
import { isObject } from '../../core/type-guards.ts'

/*
 * What mynah uses of undici that undici's documentation lacks, each with the reason. Node's fetch is undici's.
 */

/** Copies the `dispatcher` of a request to its clone, which lacks it in Node 20 and 22. */
export function copyDispatcher(request: Request, clone: Request): void {
  const key = Object.getOwnPropertySymbols(request).find(({ description }) => description === 'dispatcher')
  if (key && Reflect.get(clone, key) === undefined) Reflect.set(clone, key, Reflect.get(request, key))
}

export interface Dispatcher {
  dispatch(...args: readonly unknown[]): unknown
}

/** Where undici keeps its global dispatchers: that of version 8, and the one for the fetch of earlier versions. */
const GLOBAL = Symbol.for('undici.globalDispatcher.1')
const GLOBAL_8 = Symbol.for('undici.globalDispatcher.2')
const realm = globalThis as { readonly [GLOBAL]?: Dispatcher; readonly [GLOBAL_8]?: Dispatcher }

/** Returns the global dispatchers: they may be older than the mocks, and `getGlobalDispatcher` belongs to one copy of undici. */
export const globalDispatchers = (): readonly unknown[] => [realm[GLOBAL], realm[GLOBAL_8]]

/** Returns the dispatcher that a fetch without one uses. Version 8 wraps its own for the fetch of earlier versions. */
export function globalDispatcher(): Dispatcher | undefined {
  const installed = realm[GLOBAL] ?? realm[GLOBAL_8]
  return installed?.constructor.name === 'Dispatcher1Wrapper' ? realm[GLOBAL_8] : installed
}

/** The dispatchers that send a request as it is. */
const PLAIN_DISPATCHERS = ['Agent', 'Pool', 'BalancedPool', 'RoundRobinPool', 'Client']

/** Whether a dispatcher sends a request as it is. `compose` returns an object with the prototype of its dispatcher, and a `dispatch` of its own. */
export function isPlainDispatcher(dispatcher: Dispatcher): boolean {
  const { dispatch }: Partial<Dispatcher> = Object.getPrototypeOf(dispatcher)
  return dispatcher.dispatch === dispatch && PLAIN_DISPATCHERS.includes(dispatcher.constructor.name)
}

/** The methods of undici's class `Dispatcher`, which only throw. */
const ABSTRACT = ['dispatch', 'close', 'destroy'] as const

/**
 * Returns the prototypes with a `dispatch` of their own, if an object is a dispatcher. Each copy of undici exports its own classes, of
 * which mynah knows none, and a bundler may have renamed them.
 */
export function dispatchingPrototypes(object: unknown, { prototype: base }: typeof EventEmitter): readonly object[] {
  if (!isObject(object) || !Object.prototype.isPrototypeOf.call(base, object)) return []
  const chain: object[] = []
  let one: object | null = Object.getPrototypeOf(object)
  for (; one && one !== base; one = Object.getPrototypeOf(one)) chain.push(one)
  const root = chain.pop()
  if (!root || !ABSTRACT.every((name) => Object.hasOwn(root, name))) return []
  return chain.filter((prototype) => Object.hasOwn(prototype, 'dispatch'))
}

/** Returns the clients of a socket: its parser, which undici keeps under a symbol, leads to one, and so to the class of its pool. */
export function clientsOf(socket: object): readonly unknown[] {
  return Object.getOwnPropertySymbols(socket).map((key) => {
    const { client } = Object(Reflect.get(socket, key)) as { readonly client?: unknown }
    return client
  })
}

/** The members of a request in undici's diagnostics channels that are not documented. */
export interface UndiciRequest {
  /** The header of this name, if the client has set it: undici leaves it out of `headers`. */
  readonly host?: string | null
  onResponseError?(error: unknown): void
  onError?(error: unknown): void
}

/** Fails a request in a queue. The first name is used from undici 8 on. */
export function failRequest(request: UndiciRequest, error: Error): void {
  if (request.onResponseError) request.onResponseError(error)
  else request.onError?.(error)
}

/** What a request is dispatched with. */
export interface DispatchHandler {
  onResponseError?(controller: null, error: Error): void
  onError?(error: Error): void
}

/** Fails a handler whose request no client of undici has taken, as `destroy` of a pool does. */
export function failHandler(handler: DispatchHandler, error: Error): void {
  if (handler.onResponseError) handler.onResponseError(null, error)
  else handler.onError?.(error)
}

/** Returns the names of the methods that undici calls on a request when something happens to it. */
export const eventNames = (prototype: object): readonly string[] =>
  Object.getOwnPropertyNames(prototype).filter((name) => /^on[A-Z]/.test(name))

/** Whether a method of a body is undici's own, and neither a spy nor that of another platform: all of its class call one function. */
export const readsBody = (method: () => unknown): boolean =>
  Function.prototype.toString.call(method).includes('consumeBody')
