import { subscribe } from 'node:diagnostics_channel'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { extname } from 'node:path'
import { COOKIE_NAME } from './cookie.ts'
import { exitInProduction } from './exit-in-production.ts'
import type * as OnDemand from './server-on-demand.ts'

/** Node publishes both before a server's listeners get a request. Node 20 does not publish the one of HTTP/2. */
const HTTP1 = 'http.server.request.start'
const HTTP2 = 'http2.server.stream.start'

/**
 * Loads the rest of `mynah/server`, at once: a listener of the request that needs it may ask something synchronously. A server
 * that no test asks never pays for it. In the package, this file is in `dist/shared` beside that one.
 */
export function onDemand(): typeof OnDemand {
  return createRequire(import.meta.url)(`./server-on-demand${extname(import.meta.url)}`)
}

/** Lets the requests of this process that belong to a test be answered by that test. Nothing is loaded or patched before the first one. */
export function watchRequests(): void {
  let isFirst = true
  let follow: typeof OnDemand.followRequest | undefined
  const arrive = (arrived: OnDemand.Arrived) => {
    // A framework's command may have set NODE_ENV since the start.
    if (isFirst) exitInProduction()
    isFirst = false
    if (arrived.cookie?.includes(COOKIE_NAME)) follow ??= onDemand().followRequest
    follow?.(arrived)
  }
  subscribe(HTTP1, (message) => {
    const { request, response, socket } = message as Http1Message
    arrive({ cookie: request.headers.cookie, socket, emitters: [request, response] })
  })
  subscribe(HTTP2, (message) => {
    const { stream, headers } = message as Http2Message
    arrive({ cookie: headers.cookie, socket: stream.session?.socket, emitters: [stream] })
  })
}

interface Http1Message {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly socket: Socket
}

interface Http2Message {
  readonly stream: ServerHttp2Stream
  readonly headers: IncomingHttpHeaders
}
