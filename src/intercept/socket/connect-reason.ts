import type { AsyncResource } from 'node:async_hooks'
import type { ClientRequest } from 'node:http'
import type { Socket } from 'node:net'
import type { IncomingRequest } from '../../request/incoming-request.ts'
import { type Destination, originAt, tunnelEnd } from '../../transport/destination.ts'
import { expectRequest } from '../../transport/expect-request.ts'
import type { Opener } from './tap/connection.ts'

/** Why an HTTP client opens a connection. */
export interface ConnectReason {
  /**
   * Whether a predicate is true of the first request that the client will write to the connection, as far as it is known; with
   * `tunnel`, of the first request to the end of that tunnel. It is called in the context of the request's sender.
   */
  expects(predicate: RequestPredicate, destination: Destination, tunnel?: Destination): boolean
  /** Follows a socket that is opened for this reason, if the client tells of it. */
  openerOf?(socket: Socket): Opener
}

type RequestPredicate = (request: IncomingRequest) => boolean

/** A connection that is opened for a request of `node:http`, which may not be known. */
export function openedFor(
  request: ClientRequest | undefined,
  sender: AsyncResource | undefined,
  asked?: Destination,
): ConnectReason {
  const expected = (destination: Destination, tunnel: Destination | undefined) => {
    if (!request) return []
    const { method, path, protocol } = request
    if (method === 'CONNECT') return tunnelRequests(tunnel ?? tunnelEnd(path))
    const headers = Object.entries(request.getHeaders()).map(([name, value]): [string, string] => [name, `${value}`])
    const place = tunnel ?? asked ?? destination
    const origin = place.path ? `${protocol}//${request.getHeader('host')}` : originAt(protocol, place)
    return expectRequest(method, path, origin, headers)
  }
  return { expects: (predicate, ...places) => isSome(expected(...places), predicate, sender) }
}

/** Whether a predicate is true of one of the requests, in the context of their sender. */
export function isSome(
  requests: readonly IncomingRequest[],
  predicate: RequestPredicate,
  sender: AsyncResource | undefined,
): boolean {
  return sender ? sender.runInAsyncScope(() => requests.some(predicate)) : requests.some(predicate)
}

/** Returns the requests that a tunnel may be opened for if nothing else is known: one for each protocol. */
export function tunnelRequests(tunnel: Destination | undefined): readonly IncomingRequest[] {
  if (!tunnel) return []
  return ['https:', 'http:'].flatMap((protocol) => expectRequest('CONNECT', '/', originAt(protocol, tunnel), []))
}
