import type { ClientRequest } from 'node:http'
import { IncomingRequest } from '../../request/incoming-request.ts'
import { type Destination, originAt } from './connect-arguments.ts'

/** Why an HTTP client opens a connection. */
export interface ConnectReason {
  /**
   * Returns the request that will be written to the connection first, as far as the client has said, or what is asked for
   * at the end of a tunnel over it. Several if the client may mean either.
   */
  expected(origin: string, tunnel?: Destination): readonly IncomingRequest[]
}

/** A connection that is opened for a request of `node:http`, which may not be known. */
export function openedFor(request: ClientRequest | undefined): ConnectReason {
  return {
    expected(origin, tunnel) {
      if (!request) return []
      const { method, path, protocol } = request
      if (method === 'CONNECT') return tunnel ? tunnelRequests(tunnel) : []
      const headers = Object.entries(request.getHeaders()).map(([name, value]): [string, string] => [name, `${value}`])
      return expectRequest(method, path, tunnel ? originAt(protocol, tunnel) : origin, headers)
    },
  }
}

/** The request that a `CONNECT` stands for, if nothing else is known of what it is for. */
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
