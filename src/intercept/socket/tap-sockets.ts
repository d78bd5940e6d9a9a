import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { leaveBypass } from '../../runtime/bypass.ts'
import { whenReady } from '../../runtime/event-loop.ts'
import {
  adoptContext,
  beginsHandshake,
  connectOptionsOf,
  patchHandshake,
  socketBelow,
} from '../../runtime/hosts/node.ts'
import { runAll } from '../../runtime/run-all.ts'
import { type Destination, isHttp2, originAt, readConnectArguments } from '../../transport/destination.ts'
import { isAllowedOrigin } from '../../transport/expect-request.ts'
import type { SourceOptions } from '../interceptor.ts'
import { doAll, patch, patchForRealms } from '../patch.ts'
import { failReconnects } from './fail-reconnects.ts'
import { offersHttp2, pretendHttp2 } from './pretend-http2.ts'
import { type ExpectsPassthrough, type Network, SOME_OPENER } from './tap/connection.ts'
import type { NextRequest } from './tap/messages.ts'
import { hideServer, type Serve } from './tap/mock-server.ts'
import { openConnection, openSecureConnection } from './tap/open-connection.ts'
import { Tap } from './tap/tap.ts'
import { watchHttp } from './watch-http.ts'
import { watchUndici } from './watch-undici.ts'

interface TapSocketsOptions extends SourceOptions {
  /** Serves the server's end of a tapped connection. */
  readonly serve: Serve
}

/** Sockets whose mocks have ended before anything was written to them: they are not connected to anything. */
const ended = new WeakMap<Socket, Tap>()

/** Returns the network that an untapped socket leads to. */
function networkOf(socket: Socket): Network {
  const network = ended.get(socket)?.handOver()
  ended.delete(socket)
  return network ?? { destination: undefined, open: undefined }
}

/**
 * Opens a connection that belongs to no `bypass`: it may serve other requests later, and their clients run in its events. Node's
 * agents reset a socket that they use again by the same method.
 */
function openUntouched(socket: Socket, open: () => Socket): Socket {
  return leaveBypass(() => {
    open()
    if (socket instanceof TLSSocket) adoptContext(socket)
    return socket
  })
}

/**
 * Taps the sockets that `node:http`, `node:https` and undici open, and those that they write a request to. No other socket
 * is touched. Ends the taps that another realm has left. Returns the undo, which breaks off requests that are still being written.
 */
export function tapSockets({ serve, isBypassed, isPassthroughByHead, fault }: TapSocketsOptions): () => void {
  const taps = new Map<Socket, Tap>()
  let isActive = true
  // A user's spy may wrap a patch, and still calls it after the end.
  const isUntouched = () => !isActive || isBypassed()

  const tap = (socket: Socket, network: Network, expectsPassthrough: ExpectsPassthrough, opener = SOME_OPENER) => {
    const made: Tap = new Tap(socket, {
      network,
      opener,
      expectsPassthrough,
      serve,
      watchAnswers: () => http.watchAnswers(),
      forget: () => taps.delete(socket),
    })
    taps.set(socket, made)
    return made
  }
  /** Taps a socket that is connected already. */
  const tapConnected = (socket: Socket) => tap(socket, networkOf(socket), () => false)
  /** Called with a socket that a request is about to be written to. */
  const assign = (socket: Socket, next: NextRequest) => {
    const made = taps.get(socket) ?? tapConnected(socket)
    made.beginRequest(next)
  }

  const http = watchHttp({
    assign,
    receive: (socket, status, headers) => taps.get(socket)?.receive(status, headers),
    isBypassed: isUntouched,
    fault,
  })
  const undici = watchUndici({ tapOf: (socket) => taps.get(socket), tap: tapConnected, isBypassed, fault })

  const patchConnect = () =>
    patch(Socket.prototype, 'connect', (original) => {
      return function connect(this: Socket, ...args: unknown[]): Socket {
        const asIs = () => Reflect.apply(original, this, args)
        if (isUntouched()) return openUntouched(this, asIs)
        if (taps.has(this)) return asIs()
        const byAgent = http.currentReason()
        const byUndici = byAgent ? undefined : undici.takeReason()
        const reason = byAgent ?? byUndici
        const { destination, listener } = readConnectArguments(args)
        if (!byAgent && offersHttp2(destination)) {
          // The client may speak HTTP/2 with such an origin, which no tap can read.
          if (isAllowedOrigin(originAt('https:', destination), isPassthroughByHead)) return asIs()
          if (!byUndici) return pretendHttp2(this, destination)
        }
        if (!reason) return asIs()
        if (isHttp2(destination)) return asIs()
        // The handshake of TLS waits for the real connection.
        const isHandshake = beginsHandshake(this, listener)
        if (listener && !isHandshake) this.once('connect', listener)
        Object.assign(this, { connecting: true })
        const open = () =>
          this instanceof TLSSocket ? openSecureConnection(this, destination) : openConnection(destination)
        const expects = (tunnel?: Destination) => reason.expects(isPassthroughByHead, destination, tunnel)
        const made = tap(this, { destination, open }, expects, reason.openerOf?.(this))
        made.connect(() => Reflect.apply(original, this, [destination, isHandshake ? listener : undefined]))
        return this
      }
    })
  // TLS over a tapped socket: through a tunnel, or over one that a client has opened first.
  const patchStart = () =>
    patchHandshake(patch, TLSSocket.prototype, (original) => {
      return function start(this: TLSSocket) {
        const parent = socketBelow(this)
        const below = parent && taps.get(parent)
        // Node takes a socket without a handle for one that is still to be connected.
        if (below?.connection.line instanceof Socket) Object.assign(this, { connecting: false })
        if (!below || below.connection.isReal || taps.has(this)) return original.call(this)
        const { destination, isUndecided } = below.connection
        const open = () =>
          whenReady(below.connection.openAnew(), (socket) => openSecureConnection(this, connectOptionsOf(this), socket))
        const connectItself = () => {
          below.passthroughAll()
          original.call(this)
        }
        const made = tap(this, { destination, open }, below.expectsPassthrough)
        made.connect(isUndecided ? connectItself : undefined)
      }
    })
  const endTap = (made: Tap, native: Socket['connect']) => {
    if (!made.connection.isReal && made.isDue && undici.owns(made.socket)) failReconnects(made.socket, native)
    if (!made.connection.isReal && made.writes.isSilent) ended.set(made.socket, made)
    made.end()
  }
  return patchForRealms(Socket.prototype, () => {
    const { connect: native } = Socket.prototype
    const acts = [hideServer, patchConnect, patchStart, undici.start, http.start]
    const undo = doAll(acts)
    return () => {
      isActive = false
      runAll([undo, () => runAll([...taps.values()].map((made) => () => endTap(made, native)))])
    }
  })
}
