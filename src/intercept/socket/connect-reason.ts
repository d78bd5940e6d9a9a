import type { ClientRequest } from 'node:http'
import type { Socket } from 'node:net'
import { IncomingRequest } from '../../request/incoming-request.ts'
import type { SourceOptions } from '../interceptor.ts'
import type { Opener } from './tap/connection.ts'
import { type Destination, originAt, tunnelEnd } from './tap/destination.ts'

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

/** Returns a request as far as it is known before it is written; none if it has no valid URL. */
export function expectRequest(
  method: string,
  path: string,
  origin: string,
  headers: [string, string][],
): readonly IncomingRequest[] {
  if (!URL.canParse(path, origin)) return []
  return [new IncomingRequest({ method, url: new URL(path, origin).href, headers })]
}

/**
 * Whether all that a client may send to an origin passes through. A policy that lets every origin pass says nothing of this one,
 * which need not exist.
 */
export function isAllowedOrigin(origin: string, isPassthroughByHead: SourceOptions['isPassthroughByHead']): boolean {
  const isAllowed = (one: string) => expectRequest('CONNECT', '/', one, []).some(isPassthroughByHead)
  return isAllowed(origin) && !isAllowed('http://mynah.invalid')
}
