import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { runAll } from '../../runtime/run-all.ts'
import type { SourceOptions } from '../interceptor.ts'
import { doAll, patch } from '../patch.ts'
import type { ConnectReason } from './connect-reason.ts'
import { refuseReconnects } from './refuse-reconnects.ts'
import { isHttp2, isOverStream, originOf, readConnectArguments, type Startable } from './tap/connect-arguments.ts'
import { connectQuietly, handshakeOver } from './tap/pretend-connected.ts'
import type { Network } from './tap/real-connection.ts'
import type { ServerEnd } from './tap/server-end.ts'
import { Tap } from './tap/tap.ts'
import { watchAgents } from './watch-agents.ts'
import { watchHttp } from './watch-http.ts'
import { watchUndici } from './watch-undici.ts'

interface TapOptions extends Pick<SourceOptions, 'fault' | 'passesByHead'> {
  /** Takes the server's end of a tapped connection. */
  serve(end: ServerEnd): void
  /** Whether the code that runs now sends a passthrough request. */
  isPassthrough(): boolean
}

/** Sockets whose mocks have ended before anything was written to them: they are not connected to anything. */
const ended = new WeakMap<Socket, Tap>()

/** Returns the network that an untapped socket leads to. */
function networkOf(socket: Socket): Network {
  const network = ended.get(socket)?.handOver()
  ended.delete(socket)
  return network ?? { destination: undefined, connect: undefined }
}

/**
 * Taps the sockets that `node:http`, `node:https` and undici open, and those that they write a request to. No other socket
 * is touched. Returns the undo, which breaks off requests that are still being written.
 */
export function tapSockets({ serve, isPassthrough, passesByHead, fault }: TapOptions): () => void {
  const taps = new Map<Socket, Tap>()
  let isActive = true
  // A user's spy may stand in front of a patch, and still calls it after the end.
  const isUntouched = () => !isActive || isPassthrough()

  const tap = (socket: Socket, network: Network, reason?: ConnectReason) => {
    const made: Tap = new Tap(socket, {
      network,
      serve,
      expectsPassthrough(tunnel) {
        const origin = originOf(socket, made.destination)
        return reason?.expected(origin, tunnel).some(passesByHead) ?? false
      },
      forget: () => taps.delete(socket),
    })
    taps.set(socket, made)
    return made
  }
  /** Returns the tap of a socket that a request is about to be written to. */
  const assigned = (socket: Socket) => {
    const known = taps.get(socket)
    if (known) return known
    const made = tap(socket, networkOf(socket))
    made.connecting = handshakeOver(socket)
    return made
  }

  const agents = watchAgents(isUntouched)
  const undici = watchUndici({ tapOf: (socket) => taps.get(socket), tap: assigned, isPassthrough, fault })

  const { connect: native } = Socket.prototype
  const patchConnect = () =>
    patch(Socket.prototype, 'connect', (original) => {
      return function connect(this: Socket, ...args: unknown[]): Socket {
        const asIs = () => Reflect.apply(original, this, args)
        if (isUntouched() || taps.has(this)) return asIs()
        const byAgent = agents.currentReason()
        const byUndici = byAgent ? undefined : undici.takeReason()
        const reason = byAgent ?? byUndici
        if (!reason) return asIs()
        const { destination, listener } = readConnectArguments(args)
        if (isHttp2(destination) || isOverStream(destination)) return asIs()
        // The handshake of TLS waits for the real connection.
        const isHandshake = listener !== undefined && listener === (this as Partial<Startable>)._start
        if (listener && !isHandshake) this.once('connect', listener)
        Object.assign(this, { connecting: true })
        const open = () => Reflect.apply(original, this, [destination, isHandshake ? listener : undefined])
        const made = tap(this, { destination, connect: () => connectQuietly(this, open) }, reason)
        if (byUndici) undici.adopt(made)
        made.connect()
        return this
      }
    })
  // TLS over a tapped socket: through a tunnel, or over one that a client has opened first.
  const patchStart = () =>
    patch(TLSSocket.prototype as TLSSocket & Startable, '_start', (original) => {
      return function _start(this: TLSSocket & Startable) {
        const below = this._parent && taps.get(this._parent)
        if (!below || below.isOpen || taps.has(this)) return original.call(this)
        const open = () => {
          below.passthroughAll()
          original.call(this)
        }
        tap(this, { destination: below.destination, connect: () => connectQuietly(this, open) }).connect()
      }
    })
  const assign = (socket: Socket) => assigned(socket).beginRequest()
  const undo = doAll([
    patchConnect,
    patchStart,
    undici.start,
    () => watchHttp({ agents, assign, isPassthrough: isUntouched }),
  ])
  const endTap = (made: Tap) => {
    const isDue = made.isPending || made.isAwaited()
    if (!made.isOpen && isDue && undici.owns(made.socket)) refuseReconnects(made.socket, native)
    if (!made.isOpen && made.isSilent) ended.set(made.socket, made)
    made.end()
  }
  return () => {
    isActive = false
    runAll([undo, () => runAll([...taps.values()].map((made) => () => endTap(made)))])
  }
}
