import { AsyncLocalStorage } from 'node:async_hooks'
import { Agent, ClientRequest } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { inMicrotask } from '../../runtime/event-loop.ts'
import { runAll } from '../../runtime/run-all.ts'
import { frozenError, patch } from '../patch.ts'
import { type ConnectReason, openedFor } from './connect-reason.ts'

/** An object that assigns a socket to a request: an `http.Agent`, or an agent of `agent-base` 6 and earlier, which does not extend it. */
interface AgentLike {
  addRequest?(request: ClientRequest, ...rest: unknown[]): void
  createSocket?(request: ClientRequest, ...rest: unknown[]): void
  /** The requests that wait for a socket: a list for each destination in an `http.Agent`, one list of options in `tunnel`. */
  readonly requests?: Record<string, readonly ClientRequest[]> | { readonly request: ClientRequest }[]
}

/** The methods in which an agent opens sockets, at once or asynchronously. */
const OPENING = ['addRequest', 'createSocket'] as const

export interface AgentWatch {
  /** Returns why the running code opens a socket, if it does so for a request. */
  currentReason(): ConnectReason | undefined
  /** Called when a request has its socket: the sockets that its callbacks open later are not opened for it. */
  assigned(request: ClientRequest): void
  /** Returns the requests that have no socket yet, with a function that takes each out of its agent's queue. */
  waiting(): (readonly [ClientRequest, () => boolean])[]
  start(): () => void
}

/**
 * Learns which sockets are opened for requests of `node:http`: those that an agent opens in its own methods, and those that
 * a request without an agent opens while it is constructed. `isPassthrough` returns whether the running code sends a
 * passthrough request.
 */
export function watchAgents(isPassthrough: () => boolean): AgentWatch {
  const opening = new AsyncLocalStorage<ClientRequest>()
  const withSocket = new WeakSet<ClientRequest>()
  const waiting = new Map<ClientRequest, AgentLike>()
  let patched = new WeakSet<object>()
  const undos: (() => void)[] = []
  let agentless: ClientRequest | undefined
  let isConnecting = false

  const watchMethod = (owner: AgentLike, name: (typeof OPENING)[number]) => {
    // Node's own `addRequest` takes a free socket, or calls `createSocket`; an async context for it would only take time.
    const mayOpen = owner !== Agent.prototype || name === 'createSocket'
    return patch(owner as Required<AgentLike>, name, (original) => {
      return function open(this: AgentLike, request: unknown, ...rest: unknown[]): unknown {
        const act = () => Reflect.apply(original, this, [request, ...rest])
        // `tunnel` and `tunnel-agent` have a `createSocket` of their own, which takes options.
        if (!(request instanceof ClientRequest)) return act()
        const isOwn = !isPassthrough()
        if (isOwn && !withSocket.has(request)) waiting.set(request, this)
        return isOwn && mayOpen && opening.getStore() !== request ? opening.run(request, act) : act()
      }
    })
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
  /** An agent may have methods of its own in front of those that it inherits. */
  const watchAgent = (agent: object) => {
    for (let owner = agent; owner && !patched.has(owner); owner = Object.getPrototypeOf(owner)) {
      const own = OPENING.filter((name) => Object.hasOwn(owner, name))
      // Most agents have none. To remember each of them would cost every request that has an agent of its own.
      if (own.length > 0) patched.add(owner)
      for (const name of own) undos.push(watchMethod(owner, name))
    }
  }
  const watchConstruction = (request: ClientRequest) => {
    agentless = request
    inMicrotask(() => {
      agentless = undefined
    })
  }
  /** `ClientRequest` sets its agent before it opens anything. It calls `createConnection` itself if it has none. */
  const watchRequests = () => {
    const set = function set(this: ClientRequest, agent: object | undefined): void {
      Object.defineProperty(this, 'agent', { value: agent, configurable: true, enumerable: true, writable: true })
      if (agent) watchAgent(agent)
      else watchConstruction(this)
    }
    const property = { configurable: true, get: () => undefined, set }
    if (!Reflect.defineProperty(ClientRequest.prototype, 'agent', property)) {
      throw frozenError('ClientRequest.prototype.agent')
    }
    return () => {
      Reflect.deleteProperty(ClientRequest.prototype, 'agent')
    }
  }
  return {
    currentReason() {
      if (agentless && !withSocket.has(agentless)) return openedFor(agentless)
      const request = opening.getStore()
      const isWaiting = request !== undefined && !withSocket.has(request)
      return isWaiting || isConnecting ? openedFor(request) : undefined
    },
    assigned(request) {
      withSocket.add(request)
      waiting.delete(request)
    },
    waiting() {
      const all = [...waiting].map(([request, agent]) => [request, () => takeFromQueue(agent, request)] as const)
      waiting.clear()
      return all
    },
    start() {
      const undo = watchRequests()
      watchAgent(Agent.prototype)
      undos.push(watchConnecting(Agent), watchConnecting(SecureAgent))
      return () => {
        patched = new WeakSet()
        runAll([undo, ...undos.splice(0).reverse()])
      }
    },
  }
}

/** Takes a failed request out of an agent's queue, since the agent would still connect for it. Returns whether it was there. */
function takeFromQueue({ requests = {} }: AgentLike, request: ClientRequest): boolean {
  if (Array.isArray(requests)) return takeFromList(requests, (options) => options?.request === request)
  for (const [name, queue] of Object.entries(requests)) {
    if (!Array.isArray(queue) || !takeFromList(queue, (one) => one === request)) continue
    if (queue.length === 0) Reflect.deleteProperty(requests, name)
    return true
  }
  return false
}

function takeFromList<Item>(list: Item[], isWanted: (item: Item) => boolean): boolean {
  const index = list.findIndex(isWanted)
  if (index >= 0) list.splice(index, 1)
  return index >= 0
}
