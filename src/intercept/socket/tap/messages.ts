import { AsyncResource } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'

/** The async context of the code that sends a request. `AsyncLocalStorage.snapshot()` would take 70 times as long to make. */
export class AsyncContext extends AsyncResource {
  constructor() {
    super('mynah', { requireManualDestroy: true })
  }
}

/** One request on its way over a tapped socket. */
export interface Message {
  /** The bytes of the request so far. They are kept until it is answered, since it may have to be sent to the network. */
  readonly held: Buffer[]
  /** That of the code that sent the request. */
  readonly context: AsyncContext
  /** The parsed head. */
  incoming?: IncomingMessage
  /** Whether mynah has sent `100 Continue` to read the body: the client must not receive a second one from the network. */
  isContinued?: boolean
  state: 'undecided' | 'passed' | 'answering' | 'answered'
}

/** The requests of one socket that are not finished, in their order. */
export class Messages {
  /** The context of the next request, if it is known before the request is written. */
  sender: AsyncContext | undefined
  #all: Message[] = []

  /** The requests that have no complete answer, except those that passed through. */
  get pending(): readonly Message[] {
    return this.#all.filter(isPending)
  }

  /** The request that was begun last. It may be finished. */
  get last(): Message | undefined {
    return this.#all.at(-1)
  }

  /** Returns all bytes that are held back, and forgets the requests. */
  takeHeld(): Buffer[] {
    return this.#all.splice(0).flatMap(({ held }) => held)
  }

  begin(): Message {
    const message: Message = { held: [], context: this.sender ?? new AsyncContext(), state: 'undecided' }
    this.sender = undefined
    this.#all = [...this.#all.filter(isPending), message]
    return message
  }

  /** Returns the request that a parsed head belongs to. A request that was written together with another one is new. */
  arrive(incoming: IncomingMessage): Message {
    const message = this.#all.find((one) => one.incoming === undefined) ?? this.begin()
    message.incoming = incoming
    return message
  }

  /** Forgets unparsed bytes if they follow a request. Returns whether they do. */
  forgetUnread(): boolean {
    const arrived = this.#all.filter(({ incoming }) => incoming !== undefined)
    if (arrived.length > 0) this.#all = arrived
    return arrived.length > 0
  }
}

function isPending({ state }: Message): boolean {
  return state === 'undecided' || state === 'answering'
}
