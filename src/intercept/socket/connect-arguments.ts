import { isIPv6, Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { isObject } from '../../core/type-guards.ts'

/** Where a socket is asked to connect to, as far as it matters here. */
export interface Destination {
  readonly host?: string | null
  readonly port?: number | string | null
  /** A Unix domain socket, or a named pipe. */
  readonly path?: string | null
  /** What TLS is to be spoken over; only Bun connects that way. */
  readonly socket?: unknown
  /** What TLS offers to speak; nothing is HTTP/1.1. */
  readonly ALPNProtocols?: unknown
}

/** What `socket.connect(…)` was called with, in whichever of its forms (Node's documentation, `socket.connect()`). */
interface ConnectArguments {
  readonly destination: Destination
  readonly listener: (() => void) | undefined
}

export function readConnectArguments(args: readonly unknown[]): ConnectArguments {
  // `net.connect` and `tls.connect` hand over one list that they have read already.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  const last = Array.isArray(args[0]) ? second : args.at(-1)
  const listener = typeof last === 'function' ? (last as () => void) : undefined
  if (isObject(first)) return { destination: first as Destination, listener }
  const isPort = typeof first === 'number' || (typeof first === 'string' && /^\d+$/.test(first))
  if (!isPort) return { destination: { path: String(first) }, listener }
  return { destination: { port: first, host: typeof second === 'string' ? second : null }, listener }
}

/** Whether a socket only speaks TLS over a stream of somebody's own making, which leads to no network. */
export function isOverStream({ socket }: Destination): boolean {
  return socket !== undefined && !(socket instanceof Socket)
}

/** Whether a socket will speak HTTP/2 alone: nothing here reads that. */
export function isHttp2({ ALPNProtocols: offered }: Destination): boolean {
  return Array.isArray(offered) && offered.length > 0 && offered.every((protocol) => protocol === 'h2')
}

/**
 * The origin that a request over a socket is for: where the socket connects to, whatever the request's `host` says;
 * but a socket that leads to no host, or has been connected by somebody else, has only that to tell.
 */
export function originOf(socket: Socket, destination: Destination | undefined, hostHeader = 'localhost'): string {
  const protocol = socket instanceof TLSSocket ? 'https:' : 'http:'
  if (!destination || typeof destination.path === 'string') return `${protocol}//${hostHeader}`
  const host = destination.host || 'localhost'
  const port = destination.port ? `:${destination.port}` : ''
  return new URL(`${protocol}//${isIPv6(host) ? `[${host}]` : host}${port}`).origin
}
