import { ClientRequest } from 'node:http'
import { Socket } from 'node:net'
import { isDeno } from '../../runtime/environment.ts'
import { runAll } from '../../runtime/run-all.ts'
import { doAll, patch } from '../patch.ts'
import { socketEndedError } from './tap/socket-error.ts'
import type { AgentWatch } from './watch-agents.ts'

interface Options {
  readonly agents: AgentWatch
  /** Called with each socket that a request is about to be written to. */
  assign(socket: Socket): void
  /** Whether the code that runs now sends a passthrough request. */
  isPassthrough(): boolean
}

/**
 * Learns from `node:http` which socket each request is written to. Returns the undo, which fails the requests that wait for
 * a socket: after the end they would be written to the network.
 */
export function watchHttp({ agents, assign, isPassthrough }: Options): () => void {
  const watchAssignment = () =>
    patch(ClientRequest.prototype, 'onSocket', (original) => {
      return function onSocket(this: ClientRequest, socket: Socket, ...rest: unknown[]): void {
        agents.assigned(this)
        if (socket instanceof Socket && !isPassthrough()) assign(socket)
        // Deno sends a request once more if it fails on a socket that was used before, also if a stub made it fail.
        if (isDeno()) this.reusedSocket = false
        Reflect.apply(original, this, [socket, ...rest])
      }
    })
  const undo = doAll([watchAssignment, agents.start])
  const fail = (request: ClientRequest, takeFromQueue: () => boolean) => {
    request.destroy(socketEndedError())
    // This is how an agent tells a request that there is no socket for it.
    if (takeFromQueue()) request.onSocket(undefined as unknown as Socket)
  }
  return () => {
    const waiting = agents.waiting()
    runAll([
      undo,
      ...waiting.map(
        ([request, takeFromQueue]) =>
          () =>
            fail(request, takeFromQueue),
      ),
    ])
  }
}
