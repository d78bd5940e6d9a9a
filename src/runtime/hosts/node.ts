import type { ClientRequest, OutgoingMessage } from 'node:http'
import type { ClientHttp2Session, ServerStreamResponseOptions } from 'node:http2'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'

/*
 * What mynah uses of Node that Node's documentation lacks, each with the reason. A new version of Node may change any of it.
 */

/** The connection below a socket, as libuv has it. */
interface Handle {
  asyncReset?(resource: object): void
  reading?: boolean
  setALPNProtocols?(protocols: Uint8Array): void
}

interface NodeSocket {
  readonly _handle?: Handle | null
  readonly _host?: string | null
  readonly _parent?: Socket | null
  readonly _tlsOptions?: { readonly ALPNProtocols?: Uint8Array }
  readonly secureConnecting?: boolean
}

/** Replaces a method by what `make` returns for the original. Returns the undo. */
type Patch = <Target extends object, Name extends keyof Target & string>(
  target: Target,
  name: Name,
  make: (original: Target[Name]) => unknown,
) => () => void

const undocumented = (socket: object): NodeSocket => socket

/** Whether a socket has a connection, real or about to be: no property tells. */
export const hasHandle = (socket: object): boolean => Boolean(undocumented(socket)._handle)

/** Whether a socket is connected to a Unix socket or a named pipe: it has no address, and neither has the mocked socket of another library. */
export const isPipe = (socket: object): boolean => undocumented(socket)._handle?.constructor.name === 'Pipe'

/** Lets the events of a socket belong to the async context of the code that runs, as Node's agents do with one that they use again. */
export const adoptContext = (socket: object): void => undocumented(socket)._handle?.asyncReset?.({})

/**
 * Keeps Node's agent from reading a free socket, as it does to notice a server that sends bytes without a request. A handle that was
 * never connected cannot be read, and the agent would destroy the socket.
 */
export function pretendReading(socket: object): void {
  const { _handle } = undocumented(socket)
  if (_handle) _handle.reading = true
}

/** The name that a socket was asked to connect to: `remoteAddress` is an address. */
export const hostOf = (socket: object): string | null | undefined => undocumented(socket)._host

/** The socket that a socket speaks TLS over, if it is not connected itself. */
export const socketBelow = (socket: object): Socket | null | undefined => undocumented(socket)._parent

/** Something that Node's `_destroy` takes for a socket above this one: it clears the timers of both, and has nothing to close. */
export const standInAbove = (socket: Socket): Socket => ({ _parent: socket, emit: () => false }) as unknown as Socket

interface Startable extends TLSSocket {
  _start(): void
}

/** Patches the method of a `TLSSocket` that begins the handshake, over a connection of its own or over another socket. */
export const patchHandshake = (patch: Patch, sockets: TLSSocket, make: (begin: () => void) => unknown): (() => void) =>
  patch(sockets as Startable, '_start', make)

/** Whether the listener of a `connect` begins the handshake of TLS. */
export const beginsHandshake = (socket: object, listener: (() => void) | undefined): boolean =>
  listener !== undefined && listener === (socket as Partial<Startable>)._start

/** Whether a handshake is in progress. An event tells its end alone. */
export const isInHandshake = (socket: object): boolean => undocumented(socket).secureConnecting ?? false

/** Ends a handshake that nobody makes: by its listener, Node would report the end of the first answer as a failed one. */
export function endHandshake(socket: TLSSocket): void {
  Object.assign(socket, { secureConnecting: false } satisfies NodeSocket)
  const listener = socket.listeners('end').find(({ name }) => name === 'onConnectEnd')
  if (listener) socket.removeListener('end', listener as () => void)
}

/** The protocols that a client offers, as TLS writes them: `tls.connect` has no property for them. */
export const offeredProtocols = (socket: object): Uint8Array =>
  undocumented(socket)._tlsOptions?.ALPNProtocols ?? new Uint8Array()

/** Changes the offered protocols of a socket that is about to connect: its options are read already. */
export const offerProtocols = (socket: object, protocols: Uint8Array): void =>
  undocumented(socket)._handle?.setALPNProtocols?.(protocols)

/** Returns a value that Node keeps under a symbol with this description. */
function keptUnder(description: string, holder: object): unknown {
  const key = Object.getOwnPropertySymbols(holder).find((symbol) => symbol.description === description)
  return key && Reflect.get(holder, key)
}

/** The options that `tls.connect` was called with: a connection of its own needs the same. */
export const connectOptionsOf = (socket: TLSSocket): object => (keptUnder('connect-options', socket) ?? {}) as object

/** Lets `remotePort` of a stream that is connected to nothing return a port, for clients of HTTP/2 that ask their session's socket. */
export const pretendRemotePort = (socket: object, port: number): void =>
  void Object.assign(socket, { _peername: { port } })

/** Where a session leads: it was opened before the mocks, and `originSet` is known only over TLS. */
export const addressOfSession = (session: ClientHttp2Session): string =>
  `${keptUnder('protocol', session)}//${keptUnder('authority', session)}`

/** A connection that never opens. Node does not export the class of sessions, and one of them is needed. */
export const neverConnecting = (): Duplex =>
  ({ connecting: true, _handle: { isStreamBase: true }, on() {}, once() {} }) as unknown as Duplex

/** The header `date` is the real server's, or the stub's own. `respond` has no documented way to leave it out. */
export const NO_DATE: ServerStreamResponseOptions = { sendDate: false } as object

/** The method by which a message ends. That of `ServerResponse` adds an entry for a `PerformanceObserver` too. */
export const ownFinish = (prototype: OutgoingMessage): object => ({ _finish: Reflect.get(prototype, '_finish') })

/** Whether the connection of a message is used again: its `connection` header is written by Node, and cannot be read before. */
export const isKeptAlive = ({ shouldKeepAlive }: OutgoingMessage): boolean => shouldKeepAlive

/** An object that assigns a socket to a request: an `http.Agent`, or an agent of `agent-base` 6 and earlier, which does not extend it. */
export interface AgentLike {
  readonly requests?: unknown
}

/** A method in which an agent opens sockets, at once or asynchronously. */
export type OpenSocket = (this: AgentLike, ...args: readonly unknown[]) => unknown

/**
 * Returns the acts that patch the methods in which an agent opens sockets, those that it has itself: no event tells for which request.
 * `mayTakeFree` says that the method takes a free socket if there is one.
 */
export function agentPatches(
  patch: Patch,
  agent: object,
  make: (open: OpenSocket, mayTakeFree: boolean) => unknown,
): readonly (() => () => void)[] {
  const methods = agent as Readonly<Record<'addRequest' | 'createSocket', OpenSocket>>
  return (['addRequest', 'createSocket'] as const)
    .filter((name) => Object.hasOwn(methods, name))
    .map((name) => () => patch(methods, name, (open) => make(open, name === 'addRequest')))
}

/** Patches the method by which an agent gets a request. */
export const patchAddRequest = (patch: Patch, agent: object, make: (add: OpenSocket) => unknown): (() => void) =>
  patch(agent as { readonly addRequest: OpenSocket }, 'addRequest', make)

/**
 * Calls a function when the constructor of a `ClientRequest` sets its agent, before it opens anything. Returns the undo; `undefined` if
 * the class is frozen.
 */
export function watchAgentsOf(
  requests: ClientRequest,
  watch: (request: ClientRequest, agent: object | undefined) => void,
): (() => void) | undefined {
  const set = function set(this: ClientRequest, agent: object | undefined): void {
    Object.defineProperty(this, 'agent', { value: agent, configurable: true, enumerable: true, writable: true })
    watch(this, agent)
  }
  const isWatched = Reflect.defineProperty(requests, 'agent', { configurable: true, get: () => undefined, set })
  return isWatched ? () => void Reflect.deleteProperty(requests, 'agent') : undefined
}

export type Assign = ClientRequest['onSocket']

/** Returns Node's own class of requests. `node:http` may export another library's, such as nock's, which extends it. */
export function classOfRequests(exported: typeof ClientRequest): typeof ClientRequest {
  const parent = Object.getPrototypeOf(exported.prototype)
  return 'onSocket' in parent ? classOfRequests(parent.constructor) : exported
}

/** Patches the method by which a `ClientRequest` gets its socket: the event `socket` comes a tick later. */
export const patchAssignment = (
  patch: Patch,
  requests: ClientRequest,
  make: (assign: Assign) => unknown,
): (() => void) => patch(requests, 'onSocket', make)

/** Tells a request that there is no socket for it, as an agent does. */
export const withoutSocket = (request: Pick<ClientRequest, 'onSocket'>): unknown =>
  Reflect.apply(request.onSocket, request, [undefined])

/** Patches the function that each emitter calls in its constructor: the classes of undici's dispatchers are met there. */
export const patchEmitters = (
  patch: Patch,
  emitters: object,
  make: (init: (this: object, options: unknown) => void) => unknown,
): (() => void) => patch(emitters as { init(this: object, options: unknown): void }, 'init', make)

/** Whether a process has loaded a module of Node; `undefined` where that is not known. Loading it would change the answer. */
export function hasLoaded(name: string, running: object): boolean | undefined {
  const { moduleLoadList } = running as { readonly moduleLoadList?: readonly string[] }
  return moduleLoadList?.includes(`NativeModule ${name}`)
}
