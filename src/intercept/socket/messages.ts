import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'

export type Context = ReturnType<typeof AsyncLocalStorage.snapshot>

/** One request on its way over a tapped socket. */
export interface Message {
  /** What the client has written of it, kept until it is decided on: it may have to be sent for real. */
  readonly held: Buffer[]
  /** Runs a function as whoever wrote it. */
  readonly run: Context
  /** Its head, once that has been read. */
  incoming?: IncomingMessage
  state: 'undecided' | 'passed' | 'answering' | 'answered'
}

/** The requests of one socket that are not done with, in their order. */
export class Messages {
  /** Who sends the next request, where that is known better than by who writes it. */
  sender: Context | undefined
  #all: Message[] = []

  /** Those that have no whole answer yet, and none from the network. */
  get pending(): readonly Message[] {
    return this.#all.filter(isPending)
  }

  /** The one that was begun last; it may be done with. */
  get last(): Message | undefined {
    return this.#all.at(-1)
  }

  /** All that is held back. */
  get held(): Buffer {
    return Buffer.concat(this.#all.flatMap(({ held }) => held))
  }

  begin(): Message {
    const message: Message = { held: [], run: this.sender ?? AsyncLocalStorage.snapshot(), state: 'undecided' }
    this.sender = undefined
    this.#all = [...this.#all.filter(isPending), message]
    return message
  }

  /** Gives a head that has been read to its message; to a new one where it was written along with another's. */
  arrive(incoming: IncomingMessage): Message {
    const message = this.#all.find((one) => one.incoming === undefined) ?? this.begin()
    message.incoming = incoming
    return message
  }

  /** Forgets what is no request, where it follows one. Says whether it does. */
  forgetUnread(): boolean {
    const arrived = this.#all.filter(({ incoming }) => incoming !== undefined)
    if (arrived.length > 0) this.#all = arrived
    return arrived.length > 0
  }

  clear(): void {
    this.#all = []
  }
}

function isPending({ state }: Message): boolean {
  return state === 'undecided' || state === 'answering'
}
