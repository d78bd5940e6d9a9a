import { Agent, ClientRequest } from 'node:http'
import { Socket } from 'node:net'
import { doAll, patch } from '../patch.ts'
import { socketEndedError } from './socket-error.ts'

interface Options {
  /** Taps a socket that a request is about to be written to. */
  tap(socket: Socket): void
  /** Whether what is being sent right now may go out as it is. */
  letOut(): boolean
}

/** What gives a request its socket, at once or when one is free. */
interface Queue {
  addRequest(request: ClientRequest, ...rest: unknown[]): void
}

/**
 * Learns from `node:http` which sockets its requests are written to, and which requests wait in an agent's queue. Gives
 * the undo: it fails those, which would be written to a socket that passes through.
 */
export function watchHttp({ tap, letOut }: Options): () => void {
  const waiting = new Set<ClientRequest>()
  const patchQueue = () =>
    patch(Agent.prototype as Agent & Queue, 'addRequest', (original) => {
      return function addRequest(this: Agent & Queue, request: ClientRequest, ...rest: unknown[]): void {
        if (!letOut()) waiting.add(request)
        Reflect.apply(original, this, [request, ...rest])
      }
    })
  const patchRequest = () =>
    patch(ClientRequest.prototype, 'onSocket', (original) => {
      return function onSocket(this: ClientRequest, socket: Socket, ...rest: unknown[]): void {
        waiting.delete(this)
        if (socket instanceof Socket && !letOut()) tap(socket)
        // Deno sends again what fails on a connection that is used again: a mocked failure would be asked for twice.
        if ('Deno' in globalThis) this.reusedSocket = false
        Reflect.apply(original, this, [socket, ...rest])
      }
    })
  const undo = doAll([patchQueue, patchRequest])
  return () => {
    undo()
    // Its client hears of it when its turn comes: an agent looks at what it has in its queue no sooner.
    for (const request of waiting) request.destroy(socketEndedError())
    waiting.clear()
  }
}
