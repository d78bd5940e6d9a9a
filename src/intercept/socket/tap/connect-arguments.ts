import { isIPv6, Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { isObject } from '../../../core/type-guards.ts'

/** The parts of Node's `TLSSocket` that are not documented. */
export interface Startable {
  /** Begins the handshake, over a connection of its own or over `_parent`. */
  _start(): void
  readonly _parent?: Socket | null
}

/** Whether a socket speaks TLS over another socket. */
export function isOverSocket(socket: Socket): boolean {
  return socket instanceof TLSSocket && Boolean((socket as TLSSocket & Startable)._parent)
}

/** The place that a socket is asked to connect to: the options that matter here. */
export interface Destination {
  readonly host?: string | null
  readonly port?: number | string | null
  /** A Unix domain socket, or a named pipe. As in Node, an empty path counts as none. */
  readonly path?: string | null
  /** The socket below TLS; only Bun connects that way. */
  readonly socket?: unknown
  /** The protocols that TLS offers; HTTP/1.1 if there are none. */
  readonly ALPNProtocols?: unknown
}

/** The arguments of `socket.connect(…)`, in any of its forms (Node's documentation, `socket.connect()`). */
interface ConnectArguments {
  readonly destination: Destination
  readonly listener: (() => void) | undefined
}

export function readConnectArguments(args: readonly unknown[]): ConnectArguments {
  // `net.connect` and `tls.connect` pass one list, which they have parsed.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  const last = Array.isArray(args[0]) ? second : args.at(-1)
  const listener = typeof last === 'function' ? (last as () => void) : undefined
  if (isObject(first)) return { destination: first as Destination, listener }
  const isPort = typeof first === 'number' || (typeof first === 'string' && /^\d+$/.test(first))
  if (!isPort) return { destination: { path: String(first) }, listener }
  return { destination: { port: first, host: typeof second === 'string' ? second : null }, listener }
}

/** Whether a socket speaks TLS over the user's own stream, which leads to no network. */
export function isOverStream({ socket }: Destination): boolean {
  return socket !== undefined && !(socket instanceof Socket)
}

/** Whether a socket will speak HTTP/2 only, which nothing here reads. */
export function isHttp2({ ALPNProtocols: offered }: Destination): boolean {
  return Array.isArray(offered) && offered.length > 0 && offered.every((protocol) => protocol === 'h2')
}

/**
 * Returns the origin that a request over a socket is for: the host that the socket connects to, whatever the `host` header
 * says. Only for a Unix socket, and for a socket that other code has connected, nothing but the header is known.
 */
export function originOf(socket: Socket, destination: Destination | undefined, hostHeader = 'localhost'): string {
  const protocol = socket instanceof TLSSocket ? 'https:' : 'http:'
  if (!destination || destination.path) return `${protocol}//${hostHeader}`
  return originAt(protocol, destination)
}

/** Returns the path of the Unix socket or named pipe that a socket connects to; an empty path if other code has connected the socket. */
export function unixSocketOf(socket: Socket & Handled, destination: Destination | undefined): string | undefined {
  if (destination?.path) return destination.path
  // A missing address would prove nothing: the mocked socket of another library has no address either.
  return destination === undefined && socket._handle?.constructor.name === 'Pipe' ? '' : undefined
}

/** The handle of a socket, as far as it tells the kind of its connection. */
interface Handled {
  readonly _handle?: object | null
}

/** Returns the origin of a host and a port. */
export function originAt(protocol: string, { host, port }: Destination): string {
  const name = host || 'localhost'
  return new URL(`${protocol}//${isIPv6(name) ? `[${name}]` : name}${port ? `:${port}` : ''}`).origin
}
