import { isIPv6, Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { isObject } from '../core/type-guards.ts'
import { hostOf, isPipe, socketBelow } from '../runtime/hosts/node.ts'

/** The place that a socket is asked to connect to: the options that matter here. */
export interface Destination {
  /** The protocol that is spoken to it, if the socket does not tell it: an agent may reach it over TLS to a proxy. */
  readonly protocol?: string
  readonly host?: string | null | undefined
  readonly port?: number | string | null | undefined
  /** A Unix domain socket, or a named pipe. As in Node, an empty path counts as none. */
  readonly path?: string | null
  /** The protocols that TLS offers; HTTP/1.1 if there are none. */
  readonly ALPNProtocols?: unknown
}

/** Reads the arguments of `socket.connect(…)`, in any of its forms (Node's documentation, `socket.connect()`). */
export function readConnectArguments(args: readonly unknown[]) {
  // `net.connect` and `tls.connect` pass one list, which they have parsed.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  const last = Array.isArray(args[0]) ? second : args.at(-1)
  const listener = typeof last === 'function' ? (last as () => void) : undefined
  if (isObject(first)) return { destination: first as Destination, listener }
  const isPort = typeof first === 'number' || (typeof first === 'string' && /^\d+$/.test(first))
  if (!isPort) return { destination: { path: String(first) }, listener }
  return { destination: { port: first, host: typeof second === 'string' ? second : null }, listener }
}

/** Whether a socket will speak HTTP/2 only, which nothing here reads. */
export function isHttp2({ ALPNProtocols: offered }: Destination): boolean {
  return Array.isArray(offered) && offered.length > 0 && offered.every((protocol) => protocol === 'h2')
}

/** Returns the origin of a destination; if that is not known, of the host that a request names itself. */
export function originOf(socket: Socket, destination: Destination | undefined, hostHeader = 'localhost'): string {
  const protocol = destination?.protocol ?? (socket instanceof TLSSocket ? 'https:' : 'http:')
  if (!destination || destination.path) return `${protocol}//${hostHeader}`
  return originAt(protocol, destination)
}

/**
 * Returns the path of the Unix socket or named pipe that a socket connects to; an empty path if other code has connected the
 * socket, and for a stream that is no socket, unless the client was asked for a destination.
 */
export function unixSocketOf(
  socket: Socket,
  asked: Destination | undefined,
  destination: Destination | undefined,
): string | undefined {
  const path = destination?.path || asked?.path
  if (path) return path
  if (!(socket instanceof Socket)) return asked ? undefined : ''
  // A missing address would prove nothing: the mocked socket of another library has no address either.
  return destination === undefined && isPipe(socket) ? '' : undefined
}

/** Returns the place that a socket is connected to. A socket below it, if there is one, has the name. */
export function peerOf(socket: Socket): Destination | undefined {
  const { remoteAddress, remotePort } = socket
  const below = socketBelow(socket)
  if (remoteAddress === undefined) return undefined
  return {
    host: hostOf(socket) ?? (below && hostOf(below)) ?? remoteAddress,
    port: remotePort ?? null,
  }
}

/** Returns the place that the target of a `CONNECT` names, if it is a host and a port. */
export function tunnelEnd(target: string): Destination | undefined {
  const [, host, port] = /^\[?(.+?)\]?:(\d+)$/.exec(target) ?? []
  return host && port ? { host, port } : undefined
}

/** The origin that was read last. A client sends many requests to one place, and parsing it is 3 % of one on a kept socket. */
let last = { place: '', origin: '' }

/** Returns the origin of a host and a port; no valid URL if they are invalid. */
export function originAt(protocol: string, { host, port }: Destination): string {
  const name = host || 'localhost'
  const place = `${protocol} ${name} ${port}`
  if (place !== last.place) last = { place, origin: readOrigin(protocol, name, port) }
  return last.origin
}

/** A URL cannot carry the zone of an IPv6 address. */
function readOrigin(protocol: string, name: string, port: Destination['port']): string {
  const hostname = isIPv6(name) ? `[${name.split('%', 1)[0]}]` : name
  const text = `${protocol}//${hostname}${port ? `:${port}` : ''}`
  return URL.canParse(text) ? new URL(text).origin : text
}
