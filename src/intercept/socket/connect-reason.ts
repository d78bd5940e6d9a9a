import type { ClientRequest } from 'node:http'
import { IncomingRequest } from '../../request/incoming-request.ts'
import { type Destination, originAt } from './tap/destination.ts'

/** Why an HTTP client opens a connection. */
export interface ConnectReason {
  /**
   * Returns the first request that the client will write to the connection, as far as it is known; with `tunnel`, the first
   * request to the end of that tunnel. Returns several requests if it may be any of them.
   */
  expected(origin: string, tunnel?: Destination): readonly IncomingRequest[]
}

/** A connection that is opened for a request of `node:http`, which may not be known. */
export function openedFor(request: ClientRequest | undefined, asked?: Destination): ConnectReason {
  return {
    expected(origin, tunnel) {
      if (!request) return []
      const { method, path, protocol } = request
      if (method === 'CONNECT') return tunnel ? tunnelRequests(tunnel) : []
      const headers = Object.entries(request.getHeaders()).map(([name, value]): [string, string] => [name, `${value}`])
      const destination = tunnel ?? asked
      return expectRequest(method, path, destination ? originAt(protocol, destination) : origin, headers)
    },
  }
}

/** Returns the requests that a tunnel may be opened for if nothing else is known: one for each protocol. */
export function tunnelRequests(tunnel: Destination): readonly IncomingRequest[] {
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
