import { ClientRequest } from 'node:http'
import { Socket } from 'node:net'
import { readConnectArguments } from './connect-arguments.ts'
import type { Peer } from './peer.ts'
import { forgetPretence, pretendConnected } from './pretend-connected.ts'
import { type Network, Tap } from './tap.ts'
import { watchUndici } from './watch-undici.ts'

export interface TapOptions {
  /** Takes the server's end of a tapped connection. */
  serve(peer: Peer): void
  /** Whether what is being connected or sent right now may go out as it is. */
  letOut(): boolean
}

/**
 * Taps the sockets of `node:http`, `node:https` and undici, those from before as soon as a request is written to them.
 * Gives the undo: it breaks off what is not decided on yet.
 */
export function tapSockets({ serve, letOut }: TapOptions): () => void {
  const taps = new Map<Socket, Tap>()

  const tap = (socket: Socket, network: Network) => {
    const made = new Tap(socket, network, serve)
    taps.set(socket, made)
    socket.once('close', () => taps.delete(socket))
    return made
  }
  /** The tap of a socket that an HTTP client is about to write to. */
  const ofHttp = (socket: Socket) => {
    const made = taps.get(socket) ?? tap(socket, { destination: undefined, connect: undefined })
    made.isHttp = true
    return made
  }

  const undoConnect = patch(Socket.prototype, 'connect', (original) => {
    return function connect(this: Socket, ...args: unknown[]): Socket {
      if (taps.has(this) || letOut()) return Reflect.apply(original, this, args)
      const { destination, listener } = readConnectArguments(args)
      // The handshake of TLS waits for the real connection.
      const isHandshake = listener === (this as { _start?: () => void })._start
      if (listener && !isHandshake) this.once('connect', listener)
      Object.assign(this, { connecting: true })
      const made = tap(this, {
        destination,
        connect: () => {
          forgetPretence(this)
          Reflect.apply(original, this, [destination, isHandshake ? listener : undefined])
        },
      })
      process.nextTick(() => {
        if (this.destroyed || made.isOpen) return
        pretendConnected(this)
        openIfSilent(made)
      })
      return this
    }
  })
  const undoRequest = patch(ClientRequest.prototype, 'onSocket', (original) => {
    return function onSocket(this: ClientRequest, socket: Socket, ...rest: unknown[]): void {
      if (socket instanceof Socket && !letOut()) ofHttp(socket)
      Reflect.apply(original, this, [socket, ...rest])
    }
  })
  const unwatchUndici = watchUndici({ tapOf: (socket) => taps.get(socket), tap: ofHttp, letOut })

  return () => {
    unwatchUndici()
    undoRequest()
    undoConnect()
    for (const made of taps.values()) made.end()
  }
}

/** Where the server speaks first, as in SMTP, the client is silent: then it is no HTTP that it has. */
function openIfSilent(tap: Tap): void {
  setImmediate(() =>
    setImmediate(() => {
      if (!tap.isHttp && tap.isSilent && !tap.socket.destroyed) tap.open()
    }),
  )
}

/** Puts a method in the place of another; gives the undo, which leaves alone what somebody has put over it since. */
function patch<Name extends string, Method extends (...args: never[]) => unknown>(
  target: { [_ in Name]: Method },
  name: Name,
  make: (original: Method) => (...args: never[]) => unknown,
): () => void {
  const original = target[name]
  const replacement = make(original) as Method
  target[name] = replacement
  return () => {
    if (target[name] === replacement) target[name] = original
  }
}
