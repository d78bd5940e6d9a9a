import type { ClientRequest } from 'node:http'
import type { Socket } from 'node:net'
import type { IncomingRequest } from '../../request/incoming-request.ts'
import { type Destination, originAt, tunnelEnd } from '../../transport/destination.ts'
import { expectRequest } from '../../transport/expect-request.ts'
import type { Opener } from './tap/connection.ts'

/** Why an HTTP client opens a connection. */
export interface ConnectReason {
  /**
   * Returns the first request that the client will write to the connection, as far as it is known; with `tunnel`, the first
   * request to the end of that tunnel. Returns several requests if it may be any of them.
   */
  expected(destination: Destination, tunnel?: Destination): readonly IncomingRequest[]
  /** Follows a socket that is opened for this reason, if the client tells of it. */
  openerOf?(socket: Socket): Opener
}

/** A connection that is opened for a request of `node:http`, which may not be known. */
export function openedFor(request: ClientRequest | undefined, asked?: Destination): ConnectReason {
  return {
    expected(destination, tunnel) {
      if (!request) return []
      const { method, path, protocol } = request
      if (method === 'CONNECT') return tunnelRequests(tunnel ?? tunnelEnd(path))
      const headers = Object.entries(request.getHeaders()).map(([name, value]): [string, string] => [name, `${value}`])
      const place = tunnel ?? asked ?? destination
      const origin = place.path ? `${protocol}//${request.getHeader('host')}` : originAt(protocol, place)
      return expectRequest(method, path, origin, headers)
    },
  }
}

/** Returns the requests that a tunnel may be opened for if nothing else is known: one for each protocol. */
export function tunnelRequests(tunnel: Destination | undefined): readonly IncomingRequest[] {
  if (!tunnel) return []
  return ['https:', 'http:'].flatMap((protocol) => expectRequest('CONNECT', '/', originAt(protocol, tunnel), []))
}
