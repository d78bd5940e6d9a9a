import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { nextTask } from '../../runtime/event-loop.ts'
import { doAll, patch } from '../patch.ts'
import { isHttp2, isOverStream, readConnectArguments } from './connect-arguments.ts'
import { forgetPretence, pretendConnected } from './pretend-connected.ts'
import type { Network } from './real-connection.ts'
import { refuseReconnects } from './refuse-reconnects.ts'
import type { Peer } from './server-end.ts'
import { Tap } from './tap.ts'
import { watchHttp } from './watch-http.ts'
import { watchUndici } from './watch-undici.ts'

interface TapOptions {
  /** Takes the server's end of a tapped connection. */
  serve(peer: Peer): void
  /** Whether what is being connected or sent right now may go out as it is. */
  letOut(): boolean
}

/** Of sockets whose mocks have ended before anything was written to them: they are connected to nothing. */
const ended = new WeakMap<Socket, Tap>()

/** Where a socket leads that is not tapped. */
function networkOf(socket: Socket): Network {
  const network = ended.get(socket)?.handOver()
  ended.delete(socket)
  return network ?? { destination: undefined, connect: undefined }
}

/**
 * Taps the sockets of `node:http`, `node:https` and undici, those from before as soon as a request is written to them.
 * Gives the undo: it breaks off what is not decided on yet.
 */
export function tapSockets({ serve, letOut }: TapOptions): () => void {
  const taps = new Map<Socket, Tap>()
  let isActive = true
  // Somebody may have put a spy over what is patched here: after the end it is still called.
  const isLetOut = () => !isActive || letOut()

  const tap = (socket: Socket, network: Network) => {
    const made = new Tap(socket, network, serve, () => taps.delete(socket))
    undici.adopt(made)
    taps.set(socket, made)
    return made
  }
  /** The tap of a socket that an HTTP client is about to write to. */
  const ofHttp = (socket: Socket) => {
    const made = taps.get(socket) ?? tap(socket, networkOf(socket))
    made.isHttp = true
    return made
  }

  const patchConnect = () =>
    patch(Socket.prototype, 'connect', (original) => {
      return function connect(this: Socket, ...args: unknown[]): Socket {
        if (taps.has(this) || isLetOut()) return Reflect.apply(original, this, args)
        const { destination, listener } = readConnectArguments(args)
        if (isHttp2(destination) || isOverStream(destination)) return Reflect.apply(original, this, args)
        // The handshake of TLS waits for the real connection.
        const isHandshake = listener !== undefined && listener === (this as Partial<Startable>)._start
        if (listener && !isHandshake) this.once('connect', listener)
        Object.assign(this, { connecting: true })
        const made = tap(this, {
          destination,
          connect: () => {
            forgetPretence(this)
            Reflect.apply(original, this, [destination, isHandshake ? listener : undefined])
          },
        })
        pretend(made)
        return this
      }
    })
  // TLS over a socket that is there already: of one's own making, or a tunnel through a proxy.
  const patchStart = () =>
    patch(TLSSocket.prototype as TLSSocket & Startable, '_start', (original) => {
      return function _start(this: TLSSocket & Startable) {
        const below = this._parent && taps.get(this._parent)
        if (!below || below.isOpen || taps.has(this)) return original.call(this)
        const connect = () => {
          forgetPretence(this)
          original.call(this)
        }
        pretend(tap(this, { destination: below.destination, connect }))
      }
    })
  const undici = watchUndici({ tapOf: (socket) => taps.get(socket), tap: ofHttp, letOut })

  const undo = doAll([patchConnect, patchStart, undici.start, () => watchHttp({ tap: ofHttp, letOut: isLetOut })])
  return () => {
    isActive = false
    undo()
    for (const made of taps.values()) {
      const { isOpen, isPending } = made
      if (!isOpen) refuseReconnects(made.socket, () => isPending || made.isAwaited())
      if (!isOpen && made.isSilent) ended.set(made.socket, made)
      made.end()
    }
  }
}

/** What begins the handshake of TLS, over a socket of its own or over `_parent`. */
interface Startable {
  _start(): void
  readonly _parent?: Socket
}

function pretend(tap: Tap): void {
  // As on a network, whoever is told of the socket in this turn can still wait for it to connect.
  tap.connecting = nextTask().then(() => {
    tap.connecting = undefined
    if (tap.socket.destroyed || tap.isOpen) return
    pretendConnected(tap.socket)
    void openIfSilent(tap)
  })
}

/** Where the server speaks first, as in SMTP, the client is silent: then it is no HTTP that it has. */
async function openIfSilent(tap: Tap): Promise<void> {
  for (let turns = 0; turns < 2; turns++) await nextTask()
  if (!tap.isHttp && tap.isSilent && !tap.socket.destroyed) tap.open()
}
