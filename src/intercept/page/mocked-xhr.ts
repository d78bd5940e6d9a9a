import { MynahError } from '../../core/errors.ts'
import { isThenable } from '../../core/type-guards.ts'
import { absolute } from '../../fetch/read-call.ts'
import type { IncomingRequest } from '../../request/incoming-request.ts'
import { type PageMeans, performFor } from '../page-means.ts'
import { XhrExchange } from './xhr-exchange.ts'
import { type Opened, xhrRequest } from './xhr-request.ts'

/** Makes a subclass of the page's XMLHttpRequest that behaves as the page's own until one of its requests is mocked. */
export function mockedXhr(Native: typeof globalThis.XMLHttpRequest, means: PageMeans): typeof Native {
  return class XMLHttpRequest extends Native {
    #opened: Opened | undefined
    #mimeType: string | undefined
    #isSent = false
    /** `undefined` while the page's own XMLHttpRequest makes the request. */
    #exchange: XhrExchange | undefined
    /** The request that the page's own XMLHttpRequest makes. */
    #passed: IncomingRequest | undefined
    /** Whether `loadstart` has been fired before the request was passed to the page's own XMLHttpRequest. */
    #isStarted = false

    constructor() {
      super()
      this.addEventListener('loadstart', (event) => {
        if (event.isTrusted && this.#isStarted) event.stopImmediatePropagation()
      })
      this.addEventListener('readystatechange', () => {
        if (super.status > 0)
          this.#passed?.receiveHead({ status: super.status, headers: linesOf(super.getAllResponseHeaders()) })
      })
    }

    override open(method: string, url: string | URL, ...rest: unknown[]): void {
      const { readyState } = this
      const href = String(absolute(String(url), means.resolveUrl))
      super.open(method, href, ...(rest as [boolean]))
      const replaced = this.#exchange
      replaced?.giveUp()
      this.#exchange = undefined
      this.#passed = undefined
      this.#isSent = false
      this.#isStarted = false
      this.#opened = { method, url: new URL(href), headers: new Headers(), isAsync: !rest.length || Boolean(rest[0]) }
      // The page's own XMLHttpRequest was opened and never sent, so it fires no event for this change of state.
      if (replaced && readyState !== Native.OPENED) this.dispatchEvent(new Event('readystatechange'))
    }

    override setRequestHeader(name: string, value: string): void {
      this.#checkUnsent()
      super.setRequestHeader(name, value)
      this.#opened?.headers.append(name, value)
    }

    override overrideMimeType(mimeType: string): void {
      if (this.readyState >= Native.LOADING) throw invalidState()
      super.overrideMimeType(mimeType)
      this.#mimeType = mimeType
    }

    override send(body: Document | XMLHttpRequestBodyInit | null = null): void {
      this.#checkUnsent()
      const opened = this.#opened
      if (opened && means.isActive() && /^https?:$/.test(opened.url.protocol)) this.#sendMocked(opened, body)
      else super.send(body)
    }

    #sendMocked(opened: Opened, body: Document | XMLHttpRequestBodyInit | null): void {
      const exchange = new XhrExchange(this)
      const sent = xhrRequest(opened, body, this.withCredentials, exchange.signal)
      if (!opened.isAsync) {
        checkSync(sent, means, this)
        this.#passed = sent
        super.send(body)
        return
      }
      this.#isSent = true
      this.#exchange = exchange
      const passthrough = () => {
        exchange.leave()
        this.#exchange = undefined
        this.#passed = sent
        this.#isStarted = exchange.isStarted
        super.send(body)
      }
      const perform = () => performFor(sent, means, passthrough, this)
      exchange.run(sent, perform, () => this.#mimeType)
    }

    override abort(): void {
      if (this.#exchange) this.#exchange.abort()
      else super.abort()
    }

    override get timeout(): number {
      return super.timeout
    }

    override set timeout(timeout: number) {
      super.timeout = timeout
      this.#exchange?.limit(timeout)
    }

    override get readyState(): number {
      return this.#exchange ? this.#exchange.readyState : super.readyState
    }

    override get status(): number {
      return this.#exchange ? (this.#exchange.response?.status ?? 0) : super.status
    }

    override get statusText(): string {
      return this.#exchange ? (this.#exchange.response?.statusText ?? '') : super.statusText
    }

    override get responseURL(): string {
      return this.#exchange ? (this.#exchange.response?.url ?? '') : super.responseURL
    }

    override getResponseHeader(name: string): string | null {
      return this.#exchange ? (this.#exchange.response?.headers.get(name) ?? null) : super.getResponseHeader(name)
    }

    override getAllResponseHeaders(): string {
      if (!this.#exchange) return super.getAllResponseHeaders()
      return Array.from(this.#exchange.response?.headers ?? [], ([name, value]) => `${name}: ${value}\r\n`).join('')
    }

    override get response(): unknown {
      if (!this.#exchange) return super.response
      return this.responseType === '' || this.responseType === 'text' ? this.responseText : this.#made()
    }

    // For another `responseType` the page's own getter throws.
    override get responseText(): string {
      const isText = this.responseType === '' || this.responseType === 'text'
      return this.#exchange && isText ? (this.#exchange.body?.text ?? '') : super.responseText
    }

    override get responseXML(): Document | null {
      const isDocument = this.responseType === '' || this.responseType === 'document'
      return this.#exchange && isDocument ? (this.#made() as Document | null) : super.responseXML
    }

    #made(): unknown {
      return this.readyState === Native.DONE ? (this.#exchange?.body?.as(this.responseType) ?? null) : null
    }

    #checkUnsent(): void {
      if (this.#isSent) throw invalidState()
    }
  }
}

/** Reads the headers of an answer as `getAllResponseHeaders` returns them. */
function linesOf(headers: string): [string, string][] {
  const pairs = headers.split('\r\n').map((line) => /^([^:]+): ?(.*)$/s.exec(line)?.slice(1) ?? [])
  return pairs.filter((pair): pair is [string, string] => pair.length === 2)
}

function invalidState(): DOMException {
  return new DOMException('The XMLHttpRequest has been sent', 'InvalidStateError')
}

/**
 * Checks that a synchronous request may pass through.
 * @throws {Error} if it may not: a synchronous request cannot wait for an answer. The test fails with it.
 */
function checkSync(request: IncomingRequest, { handle, fault }: PageMeans, xhr: XMLHttpRequest): void {
  const verdict = handle(request, xhr)
  if (!isThenable(verdict) && verdict.kind === 'passthrough') return
  if (!isThenable(verdict) && verdict.kind === 'error') throw verdict.error
  const problem = `${request.method} ${request.url} was sent by a synchronous XMLHttpRequest, which cannot be mocked`
  throw fault(request, new MynahError('ENVIRONMENT', `${problem}: it cannot wait for an answer`))
}
