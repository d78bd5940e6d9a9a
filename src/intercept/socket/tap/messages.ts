import { AsyncResource } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { Destination } from '../../../transport/destination.ts'

/** What is known of a request before its bytes are written. */
export interface NextRequest {
  /** The async context of the code that sends it, if its bytes are written in another one. */
  readonly context?: AsyncResource | undefined
  /** The place that the client was asked to send it to. Over a proxy, the socket leads to another one. */
  readonly destination?: Destination | undefined
}

/** One request on its way over a tapped socket. */
export interface Message {
  /** The bytes of the request so far. They are kept until it is answered, since it may have to be sent to the network. */
  held: Buffer[]
  /** The async context of the code that sends the request. */
  readonly context: AsyncResource
  /** The place that the client was asked to send it to, if that is known. */
  readonly destination: Destination | undefined
  /** The parsed head. */
  incoming?: IncomingMessage
  /** Whether mynah has sent `100 Continue` to read the body: the client must not receive a second one from the network. */
  isContinued?: boolean
  state: 'undecided' | 'passthrough' | 'answering' | 'answered'
}

/** The requests of one socket. */
export class Messages {
  /** What is known of the next request. */
  next: NextRequest = {}
  /** The requests that have no complete answer, except those that passed through, in their order. */
  pending: Message[] = []
  /** The request that was begun last. It may be finished. */
  last: Message | undefined

  begin(): Message {
    const { context, destination } = this.next
    const message: Message = {
      held: [],
      // `AsyncLocalStorage.snapshot()` would take 70 times as long to make.
      context: context ?? new AsyncResource('mynah', { requireManualDestroy: true }),
      destination,
      state: 'undecided',
    }
    this.next = {}
    this.last = message
    this.pending.push(message)
    return message
  }

  /** Returns the request that a parsed head belongs to. A request that was written together with another one is new. */
  arrive(incoming: IncomingMessage): Message {
    for (const message of this.pending) {
      if (message.incoming) continue
      message.incoming = incoming
      return message
    }
    return Object.assign(this.begin(), { incoming })
  }

  /** Takes note that a request has a complete answer, or that its answer comes from the network. */
  close(message: Message, state: 'passthrough' | 'answered'): void {
    message.state = state
    message.held = []
    const index = this.pending.indexOf(message)
    if (index >= 0) this.pending.splice(index, 1)
  }

  /** Returns all bytes that are held back, and forgets the requests. */
  takeHeld(): Buffer[] {
    this.last = undefined
    return this.pending.splice(0).flatMap(({ held }) => held)
  }

  /** Forgets unparsed bytes if they follow a request. Returns that request. */
  forgetUnread(): Message | undefined {
    const arrived = this.pending.filter(({ incoming }) => incoming !== undefined)
    if (arrived.length === 0) return undefined
    this.pending = arrived
    this.last = arrived.at(-1)
    return this.last
  }
}
