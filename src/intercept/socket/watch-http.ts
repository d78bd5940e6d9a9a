import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Agent, ClientRequest, type IncomingMessage } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { Socket } from 'node:net'
import { MynahError } from '../../core/errors.ts'
import { getOrAdd } from '../../core/get-or-add.ts'
import { isDeno } from '../../runtime/environment.ts'
import { inMicrotask } from '../../runtime/event-loop.ts'
import {
  type AgentLike,
  type Assign,
  agentPatches,
  classOfRequests,
  patchAssignment,
  watchAgentsOf,
  withoutSocket,
} from '../../runtime/hosts/node.ts'
import { runAll } from '../../runtime/run-all.ts'
import type { Destination } from '../../transport/destination.ts'
import { socketEndedError } from '../../transport/socket-error.ts'
import type { SourceOptions } from '../interceptor.ts'
import { doAll, frozenError, patch } from '../patch.ts'
import { takeFromQueue } from './agent-queue.ts'
import { type ConnectReason, openedFor } from './connect-reason.ts'
import type { NextRequest } from './tap/messages.ts'
import { isStream } from './tap/socket-methods.ts'

/** Node's channel for a response whose head has arrived. */
const ANSWERED = 'http.client.response.finish'

/** Deno sends a request once more if it fails on a socket that was used before, also if a stub made it fail. */
const IS_DENO = isDeno()

interface WatchHttpOptions extends Pick<SourceOptions, 'fault' | 'isBypassed'> {
  /** Called with each socket that a request is about to be written to. */
  assign(socket: Socket, next: NextRequest): void
  /** Called with each answer after `watchAnswers`, and the raw headers of it. */
  receive(socket: Socket, status: number, headers: readonly string[]): void
}

/** What is known of a request. */
interface Watched {
  /** The async context of the code that has made it. An agent may open and assign its socket in another one. */
  readonly sender: AsyncResource
  hasSocket: boolean
}

/** A request without a socket, and what its agent was asked for. */
interface Waiting {
  readonly agent: AgentLike
  readonly destination: Destination | undefined
}

/**
 * Learns from `node:http` which sockets are opened for its requests, and which socket each request is written to. A socket is
 * opened by an agent in its own methods, or by a request without an agent while it is constructed.
 */
export function watchHttp({ assign, receive, isBypassed, fault }: WatchHttpOptions) {
  const requests = classOfRequests(ClientRequest)
  const opening = new AsyncLocalStorage<ClientRequest>()
  const watched = new WeakMap<ClientRequest, Watched>()
  const waiting = new Map<ClientRequest, Waiting>()
  const undos: (() => void)[] = []
  let patched = new WeakSet<object>()
  let agentless: ClientRequest | undefined
  let isConnecting = false
  let isListening = false

  const watch = (request: ClientRequest) =>
    getOrAdd(watched, request, () => ({
      sender: new AsyncResource('mynah', { requireManualDestroy: true }),
      hasSocket: false,
    }))
  const watchMethods = (owner: object) => {
    const acts = agentPatches(patch, owner, (original, mayTakeFree) => {
      // Node's own `addRequest` takes a free socket, or calls `createSocket`; an async context for it would only take time.
      const mayOpen = owner !== Agent.prototype || !mayTakeFree
      return function open(this: AgentLike, ...args: readonly unknown[]): unknown {
        const [request, options] = args
        // `tunnel` and `tunnel-agent` have a `createSocket` of their own, which takes options.
        if (!(request instanceof requests)) return Reflect.apply(original, this, args)
        const { sender, hasSocket } = watch(request)
        if (!hasSocket && !waiting.has(request) && !sender.runInAsyncScope(isBypassed)) {
          const { host, port, socketPath } = (options ?? {}) as Destination & { socketPath?: string | null }
          const known = typeof host === 'string' ? { protocol: request.protocol, host, port } : undefined
          waiting.set(request, { agent: this, destination: socketPath ? { path: socketPath } : known })
        }
        if (!mayOpen || opening.getStore() === request) return Reflect.apply(original, this, args)
        return sender.runInAsyncScope(() => opening.run(request, Reflect.apply, original, this, args))
      }
    })
    if (acts.length > 0) patched.add(owner)
    for (const act of acts) undos.push(act())
  }
  /** Another library may open the real connection by an agent's own method when the request has a mocked socket already. */
  const watchConnecting = (owner: typeof Agent) =>
    patch(owner.prototype, 'createConnection', (original) => {
      return function createConnection(this: Agent, ...args: unknown[]): unknown {
        const before = isConnecting
        isConnecting = true
        try {
          return Reflect.apply(original, this, args)
        } finally {
          isConnecting = before
        }
      }
    })
  const watchConstruction = (request: ClientRequest) => {
    agentless = request
    inMicrotask(() => {
      agentless = undefined
    })
  }
  /**
   * A `ClientRequest` calls `createConnection` itself if it has no agent. An agent may override inherited methods; most do not.
   */
  const watchRequests = () => {
    const undo = watchAgentsOf(requests.prototype, (request, agent) => {
      watch(request)
      if (!agent) watchConstruction(request)
      for (let owner = agent; owner && !patched.has(owner); owner = Object.getPrototypeOf(owner)) watchMethods(owner)
    })
    if (!undo) throw frozenError('ClientRequest.prototype.agent')
    return undo
  }
  const watchAgents = () => {
    watchMethods(Agent.prototype)
    return () => {
      patched = new WeakSet()
      runAll(undos.splice(0).reverse())
    }
  }
  const watchAssignment = () =>
    patchAssignment(patch, requests.prototype, (original) => {
      return function assigned(this: ClientRequest, socket: Socket | undefined, ...rest: unknown[]): unknown {
        const destination = waiting.get(this)?.destination
        const known = watch(this)
        const { sender: context } = known
        known.hasSocket = true
        waiting.delete(this)
        if (IS_DENO) this.reusedSocket = false
        return context.runInAsyncScope(() => {
          if (socket && !isBypassed()) {
            if (!(socket instanceof Socket || isStream(socket))) return refuse(this, socket, original)
            assign(socket, { context, destination })
          }
          return Reflect.apply(original, this, [socket, ...rest])
        })
      }
    })
  const listen = (message: unknown) => {
    const { socket, statusCode = 0, rawHeaders } = (message as { response: IncomingMessage }).response
    receive(socket, statusCode, rawHeaders)
  }
  /** A connection that cannot be tapped might lead to the network. */
  const refuse = (request: ClientRequest, connection: { destroy?: unknown }, original: Assign) => {
    const problem = 'The connection of the request is not a Node stream, so the request cannot be mocked'
    request.destroy(fault({ method: request.method, url: request.path }, new MynahError('REQUEST', problem)))
    if (typeof connection.destroy === 'function') connection.destroy()
    Reflect.apply(original, request, [undefined])
  }
  const failing =
    ([request, { agent }]: readonly [ClientRequest, Waiting]) =>
    () => {
      request.destroy(socketEndedError())
      if (takeFromQueue(agent.requests, request)) withoutSocket(request)
    }
  return {
    /** Returns why the running code opens a socket, if it does so for a request. */
    currentReason(): ConnectReason | undefined {
      if (agentless && !watch(agentless).hasSocket) return openedFor(agentless, watch(agentless).sender)
      const request = opening.getStore()
      const known = request && waiting.get(request)
      if (!known && !isConnecting) return undefined
      return openedFor(request, request && watch(request).sender, known?.destination)
    },
    /** Tells `receive` of each answer from now on. */
    watchAnswers(): void {
      if (isListening) return
      isListening = true
      subscribe(ANSWERED, listen)
      undos.push(() => {
        isListening = false
        unsubscribe(ANSWERED, listen)
      })
    },
    /** Returns the undo, which fails the requests that wait for a socket: after the end they would be written to the network. */
    start(): () => void {
      const undo = doAll([
        watchAssignment,
        watchRequests,
        watchAgents,
        () => watchConnecting(Agent),
        () => watchConnecting(SecureAgent),
      ])
      return () => {
        const fails = [...waiting].map(failing)
        waiting.clear()
        runAll([undo, ...fails])
      }
    },
  }
}
