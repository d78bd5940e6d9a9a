import { absolute } from '../../fetch/read-call.ts'
import { IncomingRequest } from '../../request/incoming-request.ts'
import { startTimer } from '../../runtime/time.ts'
import { copyEvent, defineHandlers, unconnectedClass } from '../page-class.ts'
import { type PageMeans, performFor } from '../page-means.ts'
import { eventStreamReader, type StreamBlock } from './event-stream.ts'

const [CONNECTING, OPEN, CLOSED] = [0, 1, 2]

/** The types of events that have a handler, such as `onopen`. */
const HANDLED = ['open', 'message', 'error'] as const

/** How long Chromium waits before it connects again, in milliseconds. */
const RECONNECTION_TIME = 3000

/**
 * Makes a class in place of the page's EventSource, which connects by mocked requests. If a request passes through, an EventSource of
 * the page's own class takes over, and its events are fired here too.
 */
export function mockedEventSource(Native: typeof globalThis.EventSource, means: PageMeans): typeof Native {
  return class EventSource extends unconnectedClass(Native) {
    readonly #url: string
    readonly #withCredentials: boolean
    readonly #types = new Set<string>(HANDLED)
    readonly #closing = new AbortController()
    #state = CONNECTING
    #reconnectionTime = RECONNECTION_TIME
    #lastEventId = ''
    #stopTimer = () => {}
    #real: globalThis.EventSource | undefined

    static {
      defineHandlers(EventSource.prototype, HANDLED)
    }

    constructor(url: string | URL, init: EventSourceInit = {}) {
      super(url, init)
      const href = String(absolute(String(url), means.resolveUrl))
      // The page's own class throws its error for it.
      if (!URL.canParse(href)) new Native(url, init)
      this.#url = new URL(href).href
      this.#withCredentials = Boolean(init.withCredentials)
      if (means.isActive() && /^https?:/.test(this.#url)) void this.#connect()
      else this.#connectReal()
    }

    override get url(): string {
      return this.#url
    }

    override get withCredentials(): boolean {
      return this.#withCredentials
    }

    override get readyState(): number {
      return this.#real ? this.#real.readyState : this.#state
    }

    override addEventListener(type: string, ...rest: [listener: never]): void {
      super.addEventListener(type, ...rest)
      this.#types.add(type)
      this.#real?.addEventListener(type, this.#forward)
    }

    override close(): void {
      this.#state = CLOSED
      this.#real?.close()
      this.#stopTimer()
      this.#closing.abort()
    }

    /** Connects, and reads the stream to its end. */
    async #connect(): Promise<void> {
      try {
        const response = await performFor(this.#request(), means, () => this.#connectReal())
        if (!response || this.#state === CLOSED) return
        if (response.status !== 200 || !/^text\/event-stream *(;|$)/i.test(response.headers.get('content-type') ?? ''))
          return this.#fail()
        this.#state = OPEN
        this.dispatchEvent(new Event('open'))
        await this.#read(response)
        this.#reconnect()
      } catch (error) {
        // Fetch has a cause for each connection that breaks. Anything else, such as a miss, would come again at each attempt.
        if (error instanceof TypeError && 'cause' in error) this.#reconnect()
        else this.#fail()
      }
    }

    #request(): IncomingRequest {
      const { href } = Object.assign(new URL(this.#url), { hash: '', username: '', password: '' })
      const headers: [string, string][] = [
        ['accept', 'text/event-stream'],
        ['cache-control', 'no-cache'],
      ]
      if (this.#lastEventId !== '') headers.push(['last-event-id', utf8Bytes(this.#lastEventId)])
      const credentials = this.#withCredentials ? 'include' : 'same-origin'
      const { signal } = this.#closing
      return new IncomingRequest({ method: 'GET', url: href, headers, signal, credentials, isRevocable: true })
    }

    async #read({ body, url }: Response): Promise<void> {
      const { origin } = new URL(url)
      const decoder = new TextDecoder()
      const read = eventStreamReader(this.#lastEventId, {
        onBlock: (block) => this.#dispatchBlock(block, origin),
        onRetry: (ms) => {
          this.#reconnectionTime = ms
        },
      })
      const reader = body?.getReader()
      for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
        read(decoder.decode(chunk.value, { stream: true }))
      }
    }

    #dispatchBlock({ type, data, lastEventId }: StreamBlock, origin: string): void {
      if (this.#state === CLOSED) return
      this.#lastEventId = lastEventId
      if (data !== undefined) this.dispatchEvent(new MessageEvent(type, { data, origin, lastEventId }))
    }

    #reconnect(): void {
      if (this.#state === CLOSED) return
      this.#state = CONNECTING
      this.#stopTimer = startTimer(this.#reconnectionTime, () => void this.#connect())
      this.dispatchEvent(new Event('error'))
    }

    #fail(): void {
      if (this.#state === CLOSED) return
      this.#state = CLOSED
      this.dispatchEvent(new Event('error'))
    }

    #connectReal(): void {
      if (this.#state === CLOSED) return
      this.#real = new Native(this.#url, { withCredentials: this.#withCredentials })
      for (const type of this.#types) this.#real.addEventListener(type, this.#forward)
    }

    readonly #forward = (event: Event): void => void this.dispatchEvent(copyEvent(event))
  }
}

/** Returns a text of which each character is a byte, as the values of headers are. */
function utf8Bytes(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text))
}
