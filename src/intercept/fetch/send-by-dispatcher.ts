import { MynahError } from '../../core/errors.ts'
import type { IncomingRequest } from '../../request/incoming-request.ts'

/** The part of a dispatcher of undici that matters here. */
interface Dispatcher {
  dispatch(...args: readonly unknown[]): unknown
}

/** Where undici keeps the global dispatcher. Version 8 keeps another one, and wraps it for the fetch of earlier versions. */
const GLOBAL = Symbol.for('undici.globalDispatcher.1')
const GLOBAL_8 = Symbol.for('undici.globalDispatcher.2')
const realm = globalThis as { readonly [GLOBAL]?: Dispatcher; readonly [GLOBAL_8]?: Dispatcher }

/** The dispatchers that send a request as it is. */
const PLAIN_DISPATCHERS = ['Agent', 'Pool', 'BalancedPool', 'RoundRobinPool', 'Client']

/**
 * Sends a call of Node's fetch whose dispatcher does more than to send: it has interceptors, tries again, leads to a proxy, or is a
 * `MockAgent`. The call is seen where the dispatcher connects, so that it does the same as before a server. Returns `undefined` for
 * any other call.
 */
export function sendByDispatcher(
  original: typeof fetch,
  request: IncomingRequest,
  init: RequestInit | undefined,
): Promise<Response> | undefined {
  const given = (init && Reflect.get(init, 'dispatcher')) as Dispatcher | null | undefined
  const installed = realm[GLOBAL] ?? realm[GLOBAL_8]
  const isWrapped = installed?.constructor.name === 'Dispatcher1Wrapper'
  const dispatcher = given ?? (isWrapped ? realm[GLOBAL_8] : installed)
  // A page, such as jsdom's, knows no dispatchers.
  if (!dispatcher || typeof document === 'object') return undefined
  // `compose` returns an object with the prototype of its dispatcher, and a `dispatch` of its own.
  const { dispatch }: Partial<Dispatcher> = Object.getPrototypeOf(dispatcher)
  if (dispatcher.dispatch === dispatch && PLAIN_DISPATCHERS.includes(dispatcher.constructor.name)) return undefined
  return original(request.toRequest(), given ? ({ dispatcher } as RequestInit) : undefined).catch(throwAsFetch)
}

/** The client sees an error of mynah itself, as it does without a dispatcher. */
function throwAsFetch(error: unknown): never {
  throw error instanceof TypeError && error.cause instanceof MynahError ? error.cause : error
}
