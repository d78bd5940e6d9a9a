import { chooseByHead } from '../core/choose/choose.ts'
import { getOrAdd } from '../core/get-or-add.ts'
import { failureOf } from '../mocks/session/failure-error.ts'
import type { Session } from '../mocks/session/session.ts'
import { IncomingRequest } from '../request/incoming-request.ts'
import type { SharedRequest } from '../request/shared-request.ts'
import { decideUnmatched, type UnmatchedPolicy } from './dispatch.ts'
import { answer } from './exchange.ts'
import type { StartedMocks } from './started.ts'

/*
 * The mocks of this copy of mynah as all copies see them. The copy that has caught a request asks them in its `dispatch`, and what
 * they are asked about may be a request of that copy's.
 */

/** The session that a request belongs to: the running `isolate`'s, or the main one. */
interface CurrentSession {
  readonly current: Session
  beginTest(): void
}

/** The mocks of this copy: a report names the stubs of these alone. */
const ownSessions = new WeakMap<StartedMocks, CurrentSession>()

/** What mocks are made of. */
interface OwnMocks extends Pick<StartedMocks, 'baseUrl' | 'place' | 'mocks'> {
  readonly sessions: CurrentSession
  readonly policy: UnmatchedPolicy
}

/** Returns mocks as copies of mynah see them. */
export function toStarted({ sessions, policy, ...others }: OwnMocks): StartedMocks {
  const started: StartedMocks = {
    ...others,
    beginTest: () => sessions.beginTest(),
    ending: () => sessions.current.ended,
    passesByHead(request) {
      const { current } = sessions
      const found = chooseByHead(current.tables, ownRequest(request), current)
      if (!found) return undefined
      return found !== 'body' && found.parts.replies.every(({ kind }) => kind === 'passthrough')
    },
    isAllowedByHead: (request) => policy.isAllowedByHead(ownRequest(request)),
    ask: (request) => answer(ownRequest(request), sessions.current),
    decide(request, untaken, asked) {
      const known = asked.flatMap((mocks) => ownSessions.get(mocks)?.current ?? [])
      return decideUnmatched(ownRequest(request), ownRequest(untaken), known, policy)
    },
    fail: (error) => sessions.current.failures.add(error),
    takeFailure: () => failureOf(sessions.current.failures.remove()),
  }
  ownSessions.set(started, sessions)
  return started
}

/** What this copy has made of the requests of others: each mocks object that is asked sees the same. */
const made = new WeakMap<SharedRequest, IncomingRequest>()

/** Returns a request as one of this copy. A request of another copy is read, and none of its methods decides anything. */
function ownRequest(shared: SharedRequest): IncomingRequest {
  if (shared instanceof IncomingRequest) return shared
  const remade = getOrAdd(made, shared, () => remake(shared))
  // The copy that has caught the request streams its body to the network: nobody can read it here.
  if (remade.unread && !shared.unread && shared.sentBody === undefined) remade.streamBody()
  return remade
}

function remake(shared: SharedRequest): IncomingRequest {
  const { source, sentBody } = shared
  // A body of a socket can be read only once, by the copy that has caught the request.
  const readBody = async () => {
    await shared.readBody()
    return shared.sentBody as ArrayBuffer
  }
  const text = typeof sentBody === 'string' ? sentBody : undefined
  if ('clone' in source || !source.readBody) return new RemadeRequest(source, text, shared)
  // Its other members may be getters of a class, which a spread would lose.
  const plain = new Proxy(source, { get: (_, name) => (name === 'readBody' ? readBody : Reflect.get(source, name)) })
  return new RemadeRequest(plain, text, shared)
}

/** A request of another copy, which alone learns of the network's answer. */
class RemadeRequest extends IncomingRequest {
  readonly #shared: SharedRequest

  constructor(source: IncomingRequest['source'], text: string | undefined, shared: SharedRequest) {
    super(source, text, shared)
    this.#shared = shared
  }

  override get realHead(): SharedRequest['realHead'] {
    return this.#shared.realHead
  }
}
