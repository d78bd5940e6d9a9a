import { MynahError } from '../../core/errors.ts'
import type { IncomingRequest } from '../../request/incoming-request.ts'
import { type Dispatcher, globalDispatcher, isPlainDispatcher } from '../../runtime/hosts/undici.ts'

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
  const dispatcher = given ?? globalDispatcher()
  // A page, such as jsdom's, knows no dispatchers.
  if (!dispatcher || typeof document === 'object' || isPlainDispatcher(dispatcher)) return undefined
  return original(request.toRequest(), given ? ({ dispatcher } as RequestInit) : undefined).catch(throwAsFetch)
}

/** The client sees an error of mynah itself, as it does without a dispatcher. */
function throwAsFetch(error: unknown): never {
  throw error instanceof TypeError && error.cause instanceof MynahError ? error.cause : error
}
