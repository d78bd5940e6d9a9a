import { httpUrl } from '../core/path/path.ts'
import { absolute } from '../fetch/read-call.ts'
import { copyEvent, defineHandlers, unconnectedClass } from '../intercept/page-class.ts'
import type { PageMeans } from '../intercept/page-means.ts'
import { IncomingRequest } from '../request/incoming-request.ts'
import { inNextTask, whenReady } from '../runtime/event-loop.ts'
import { handshakeHeaders } from './handshake-headers.ts'
import { inOrder } from './in-order.ts'
import { bytesOf, checkPageClose, isProtocols, sizeOf, toSent } from './page-values.ts'
import type { PageClient, Peer, PeerListener } from './peer.ts'

const [CONNECTING, OPEN, CLOSING, CLOSED] = [0, 1, 2, 3] as const

type State = typeof CONNECTING | typeof OPEN | typeof CLOSING | typeof CLOSED

/** The types of events, each of which has a handler, such as `onopen`. */
const TYPES = ['open', 'message', 'error', 'close'] as const

/** The code of a connection that was not closed (RFC 6455, section 7.1.5), and of a close frame without a code. */
const [ABNORMAL, NO_CODE] = [1006, 1005]

/**
 * Makes a class in place of the page's WebSocket, which stubs answer. If its handshake passes through, a WebSocket of the page's own
 * class takes over, and its events are fired here too.
 */
export function mockedWebSocket(Native: typeof globalThis.WebSocket, means: PageMeans): typeof Native {
  return class WebSocket extends unconnectedClass(Native) {
    readonly #protocols: readonly string[]
    readonly #url: string
    readonly #aborting = new AbortController()
    #state: State = CONNECTING
    #protocol = ''
    #binaryType: BinaryType = 'blob'
    /** The bytes that are on their way. What is sent after the close never leaves. */
    #buffered = 0
    #listener: PeerListener | undefined
    readonly #inOrder = inOrder(() => {})
    #real: globalThis.WebSocket | undefined

    static {
      defineHandlers(WebSocket.prototype, TYPES)
    }

    constructor(url: string | URL, protocols: string | string[] = []) {
      super(url)
      this.#protocols = [protocols].flat().map(String)
      const href = String(absolute(httpUrl(String(url)), means.resolveUrl))
      // The page's own class throws its error.
      if (!/^https?:/.test(href) || !URL.canParse(href) || !isProtocols(this.#protocols)) new Native(url, protocols)
      const { href: whole } = Object.assign(new URL(href), { hash: '' })
      this.#url = whole.replace(/^http/, 'ws')
      if (means.isActive()) void this.#connect(whole)
      else this.#connectReal()
    }

    override get url(): string {
      return this.#url
    }

    override get readyState(): State {
      return this.#real?.readyState ?? this.#state
    }

    override get protocol(): string {
      return this.#real?.protocol ?? this.#protocol
    }

    override get extensions(): string {
      return this.#real?.extensions ?? ''
    }

    override get bufferedAmount(): number {
      return this.#real?.bufferedAmount ?? this.#buffered
    }

    override get binaryType(): BinaryType {
      return this.#binaryType
    }

    override set binaryType(type: BinaryType) {
      if (['blob', 'arraybuffer'].includes(type)) this.#binaryType = type
      if (this.#real) this.#real.binaryType = this.#binaryType
    }

    override send(data: string | Blob | BufferSource): void {
      if (this.#real) {
        this.#real.send(data)
        return
      }
      if (this.#state === CONNECTING) throw new DOMException('Still in CONNECTING state.', 'InvalidStateError')
      const sent = toSent(data)
      const size = sizeOf(sent)
      this.#buffered += size
      if (this.#state !== OPEN) return
      const deliver = (bytes: string | Uint8Array) => {
        this.#buffered -= size
        this.#listener?.received(bytes)
      }
      this.#inOrder(() => whenReady(bytesOf(sent), (bytes) => inNextTask(() => deliver(bytes))))
    }

    override close(...args: [code?: number, reason?: string]): void {
      if (this.#real) {
        // As they were given: Chromium takes an `undefined` before a reason for a code.
        this.#real.close(...args)
        return
      }
      const [code, reason = ''] = args
      checkPageClose(code, reason)
      if (this.#state === CONNECTING) {
        this.#aborting.abort()
        this.#fail()
      } else if (this.#state === OPEN) {
        this.#state = CLOSING
        // The server answers with its own close, which comes behind what it does for earlier messages.
        this.#inOrder(() => inNextTask(() => inNextTask(() => this.#end(true, code ?? NO_CODE, reason))))
      }
    }

    #open(protocol: string, listener: PeerListener): Peer {
      this.#protocol = protocol
      this.#listener = listener
      inNextTask(() => {
        if (this.#state !== CONNECTING) return
        this.#state = OPEN
        this.dispatchEvent(new Event('open'))
      })
      return {
        send: (data) => inNextTask(() => this.#receive(data)),
        close: (code = NO_CODE, reason = '') => inNextTask(() => this.#end(true, code, reason)),
        break: () => inNextTask(() => this.#end(false, ABNORMAL, '')),
      }
    }

    get #client(): PageClient {
      return {
        protocols: this.#protocols,
        open: (...args) => this.#open(...args),
        ask: (request, body) => means.handle(new IncomingRequest(request, body), this),
      }
    }

    async #connect(url: string): Promise<void> {
      const headers = handshakeHeaders(this.#protocols)
      const { signal } = this.#aborting
      const request = new IncomingRequest({ method: 'GET', url, headers, signal, isRevocable: true, canUpgrade: true })
      const verdict = await means.handle(request, this)
      if (this.#state !== CONNECTING) return
      if (verdict.kind === 'passthrough') this.#connectReal()
      else if (verdict.kind === 'response' && verdict.upgrade) verdict.upgrade.connect(this.#client)
      else this.#fail()
    }

    #receive(data: string | Uint8Array): void {
      if (this.#state !== OPEN) return
      const bytes = typeof data === 'string' ? data : (data.slice().buffer as ArrayBuffer)
      const value = typeof bytes !== 'string' && this.#binaryType === 'blob' ? new Blob([bytes]) : bytes
      this.dispatchEvent(new MessageEvent('message', { data: value, origin: new URL(this.#url).origin }))
    }

    /** Both ends learn the end. */
    #end(wasClean: boolean, code: number, reason: string): void {
      if (this.#state === CLOSED) return
      this.#state = CLOSED
      this.#listener?.closed(code, reason)
      this.dispatchEvent(new CloseEvent('close', { code, reason, wasClean }))
    }

    #fail(): void {
      this.#state = CLOSING
      inNextTask(() => {
        if (this.#state === CLOSED) return
        this.#state = CLOSED
        this.dispatchEvent(new Event('error'))
        this.dispatchEvent(new CloseEvent('close', { code: ABNORMAL, wasClean: false }))
      })
    }

    #connectReal(): void {
      const real = new Native(this.#url, [...this.#protocols])
      this.#real = real
      real.binaryType = this.#binaryType
      for (const type of TYPES) real.addEventListener(type, (event) => void this.dispatchEvent(copyEvent(event)))
    }
  }
}
