import { openPeer } from '#open-peer'
import { MynahError } from '../core/errors.ts'
import { refuseCall } from '../core/refusal.ts'
import type { HeaderList } from '../core/reply/reply.ts'
import type { RequestSnapshot } from '../core/request.ts'
import { isMistake } from '../core/stub/correction.ts'
import type { StubStates } from '../core/stub/stub-states.ts'
import { readBlob } from '../request/bytes.ts'
import type { Sender } from '../request/plain-request.ts'
import type { SentMessage } from '../response/sent-message.ts'
import type { UpgradedClient, UpgradedConnection } from '../response/verdict.ts'
import type { AbortSignals } from '../runtime/abort.ts'
import { attempt } from '../runtime/event-loop.ts'
import { now, timeOrigin } from '../runtime/time.ts'
import { endWith } from './end-with.ts'
import { checkClose } from './frame-values.ts'
import type { Handlers, WebSocketContext } from './handlers.ts'
import { inOrder } from './in-order.ts'
import { type MessageCondition, tryMessage } from './message-condition.ts'
import { type Payload, toPayload } from './payload.ts'
import type { Peer, PeerListener } from './peer.ts'

/** So many messages of a connection are kept, and so many bytes of them, the latest ones: it may run for hours. */
const [KEPT, KEPT_BYTES] = [10_000, 2 ** 25]

/** The code of an end that is no fault of the client: the mocks, their test or the override has ended. */
const GOING_AWAY = 1001

/** The code of a handler that has failed. */
const INTERNAL_ERROR = 1011

export type Ask = UpgradedClient['ask']

type State = 'connecting' | 'open' | 'closed by the mock' | 'closed by the client' | 'ended'

/** What opens a connection. */
export interface Opening {
  /** Returns what the connection does. `ask` asks the mocks about what the client asks over the connection. */
  readonly handlersFor: (connection: Connection, ask: Ask) => Handlers
  readonly protocol: string | undefined
  /** Those of the answer to the handshake. */
  readonly headers: HeaderList
  readonly request: RequestSnapshot
  readonly sender: Sender | undefined
  readonly states: StubStates
  readonly endings: AbortSignals
}

/** The mock's end of one WebSocket. */
export class Connection implements UpgradedConnection, PeerListener {
  readonly messages: SentMessage[] = []
  readonly #opening: Opening
  #handlers: Handlers | undefined
  #state: State = 'connecting'
  #peer: Peer | undefined
  #protocol = ''
  #keptBytes = 0
  readonly #forget: () => void
  readonly #inOrder = inOrder((error) => this.#fail(error))

  constructor(opening: Opening) {
    this.#opening = opening
    this.#forget = endWith(opening.states, opening.endings, () => this.#end())
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  get request(): RequestSnapshot {
    return this.#opening.request
  }

  /** Who has opened it. */
  get sender(): Sender | undefined {
    return this.#opening.sender
  }

  get protocol(): string {
    return this.#protocol
  }

  parseCondition(call: string, expected: unknown): MessageCondition {
    const condition = tryMessage(expected)
    return isMistake(condition) ? refuseCall(call, condition.problem) : condition
  }

  connect(client: UpgradedClient): void {
    const { protocol, headers } = this.#opening
    this.#handlers = this.#opening.handlersFor(this, client.ask)
    openPeer(client, { protocol, headers }, this)
  }

  #end(): void {
    const { isOpen } = this
    this.#state = 'ended'
    if (isOpen) this.#inOrder(() => this.#peer?.close(GOING_AWAY))
  }

  opened(peer: Peer, protocol: string): void {
    this.#peer = peer
    this.#protocol = protocol
    if (this.#state !== 'connecting') {
      peer.close(GOING_AWAY)
      return
    }
    this.#state = 'open'
    this.#call(this.#handlers?.open, this.#context())
  }

  received(data: string | Uint8Array): void {
    this.#record('client', data)
    // As a client of the WHATWG, a mock that has closed takes no message any more.
    if (this.isOpen) this.#call(this.#handlers?.message, { ...this.#context(), data })
  }

  closed(code: number, reason: string): void {
    this.#forget()
    if (this.isOpen) this.#state = 'closed by the client'
    const { request, protocol } = this
    const context = { send: this.send, close: this.close, break: this.break, request, protocol, code, reason }
    this.#call(this.#handlers?.close, context)
  }

  /** @throws {MynahError} `WEBSOCKET`, if the connection is not open, and for a value that no message can hold. */
  readonly send = (value: unknown): void => {
    this.#assertOpen('send')
    const payload = toPayload(value)
    this.#inOrder(() => this.#send(payload))
  }

  /** @throws {MynahError} `WEBSOCKET`, if the connection is not open, and for a code or a reason that no close frame can hold. */
  readonly close = (code?: number, reason?: string): void => {
    this.#assertOpen('close')
    checkClose(code, reason)
    this.#state = 'closed by the mock'
    this.#inOrder(() => this.#peer?.close(code, reason))
  }

  /** @throws {MynahError} `WEBSOCKET`, if the connection is not open. */
  readonly break = (): void => {
    this.#assertOpen('break')
    this.#state = 'closed by the mock'
    this.#peer?.break()
  }

  /** A handler may still be running when the client is gone, or the mocks. What it does then has no effect, as on a server. */
  #context(): WebSocketContext {
    const unlessGone =
      <Args extends readonly unknown[]>(act: (...args: Args) => void) =>
      (...args: Args) => {
        if (this.#state !== 'closed by the client' && this.#state !== 'ended') act(...args)
      }
    const [send, close, breakOff] = [unlessGone(this.send), unlessGone(this.close), unlessGone(this.break)]
    return { send, close, break: breakOff, request: this.request, protocol: this.#protocol }
  }

  #assertOpen(call: string): void {
    if (this.isOpen) return
    const why = this.#state === 'ended' ? 'ended with its mocks, its test or its override' : `was ${this.#state}`
    throw new MynahError('WEBSOCKET', `${call}(…) was called on a connection that ${why}`)
  }

  #call<Context>(handler: ((context: Context) => unknown) | undefined, context: Context): void {
    void attempt(
      () => handler?.(context),
      (error) => this.#fail(error),
    )
  }

  /** What is thrown after the end of a test does not fail the next one. */
  #fail(error: unknown): void {
    if (this.#state === 'ended') return
    this.#opening.states.fail(error)
    if (this.isOpen) this.close(INTERNAL_ERROR)
  }

  #send(payload: Payload): void | Promise<void> {
    if (typeof payload === 'string' || ArrayBuffer.isView(payload)) this.#write(payload)
    else return readBlob(payload).then((buffer) => this.#write(new Uint8Array(buffer)))
  }

  #write(data: string | Uint8Array): void {
    this.#record('mock', data)
    this.#peer?.send(data)
  }

  #record(from: SentMessage['from'], data: string | Uint8Array): void {
    this.messages.push({ from, data, at: timeOrigin + now() })
    this.#keptBytes += data.length
    while (this.messages.length > 1 && (this.messages.length > KEPT || this.#keptBytes > KEPT_BYTES)) {
      this.#keptBytes -= this.messages.shift()?.data.length ?? 0
    }
  }
}
