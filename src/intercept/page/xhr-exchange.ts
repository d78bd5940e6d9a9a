import type { IncomingRequest } from '../../request/incoming-request.ts'
import { sayEnding } from '../../runtime/say-ending.ts'
import { now } from '../../runtime/time.ts'
import { XhrBody } from './xhr-body.ts'

const [UNSENT, OPENED, HEADERS_RECEIVED, LOADING, DONE] = [0, 1, 2, 3, 4]

/** One mocked request of an XMLHttpRequest: keeps its state, and fires its events in the order of the XMLHttpRequest Standard. */
export class XhrExchange {
  readyState: number = OPENED
  /** `undefined` until the head has arrived, and after the request has failed. */
  response: Response | undefined
  body: XhrBody | undefined
  /** Whether `loadstart` has been fired. */
  isStarted = false
  readonly #xhr: XMLHttpRequest
  readonly #controller = new AbortController()
  readonly #sentAt = now()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isUploading = false
  #isOver = false

  constructor(xhr: XMLHttpRequest) {
    this.#xhr = xhr
  }

  /** Aborts when the page aborts the request. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /**
   * Sends the request by `perform`, and fires nothing more if that returns no response. `mimeType` overrides the response's content
   * type.
   */
  async run(
    request: IncomingRequest,
    perform: () => Promise<Response | undefined>,
    mimeType: () => string | undefined,
  ): Promise<void> {
    try {
      if (request.unread) {
        this.#start()
        // Before the upload's events: if the request passes through, the page's own XMLHttpRequest fires them.
        await request.readBody()
      }
      const answering = perform()
      this.#start()
      const [response] = await Promise.all([answering, this.#upload(request.raw)])
      if (response && !this.#isOver) await this.#receive(response, mimeType)
    } catch (error) {
      sayEnding(this.#xhr, error)
      this.fail('error')
    }
  }

  #start(): void {
    if (this.isStarted || this.#isOver) return
    this.isStarted = true
    this.limit(this.#xhr.timeout)
    fire(this.#xhr, 'loadstart')
  }

  /** Fails the request when `timeout` milliseconds have passed since it was sent; never if `timeout` is 0. */
  limit(timeout: number): void {
    clearTimeout(this.#timer)
    if (timeout > 0) this.#timer = setTimeout(() => this.fail('timeout'), this.#sentAt + timeout - now())
  }

  abort(): void {
    this.fail('abort')
    this.#forget()
    if (this.readyState === DONE) this.readyState = UNSENT
  }

  /** Ends the request as failed; `failure` is the event to fire. */
  fail(failure: 'error' | 'abort' | 'timeout'): void {
    if (this.#isOver || this.readyState === DONE) return
    this.giveUp(failure === 'timeout' ? 'TimeoutError' : 'AbortError')
    this.#forget()
    this.#enter(DONE)
    const targets = this.#isUploading ? [this.#xhr.upload, this.#xhr] : [this.#xhr]
    for (const target of targets) for (const type of [failure, 'loadend']) fire(target, type)
  }

  /** Stops the timer, and fires nothing more. */
  leave(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  /** Aborts the request without an event. */
  giveUp(name = 'AbortError'): void {
    this.leave()
    if (this.readyState !== DONE) this.#controller.abort(new DOMException('The XMLHttpRequest was aborted', name))
  }

  #forget(): void {
    this.response = undefined
    this.body = undefined
  }

  async #upload(request: Request): Promise<void> {
    if (request.body === null || this.#isOver) return
    this.#isUploading = true
    const { size } = await request.clone().blob()
    for (const type of ['loadstart', 'progress', 'load', 'loadend']) {
      if (this.#isOver) return
      fire(this.#xhr.upload, type, type === 'loadstart' ? 0 : size, size)
    }
    this.#isUploading = false
  }

  async #receive(response: Response, mimeType: () => string | undefined): Promise<void> {
    const { headers } = response
    const total = headers.has('content-encoding') ? 0 : Number(headers.get('content-length'))
    this.response = response
    this.#enter(HEADERS_RECEIVED)
    const body = new XhrBody(mimeType() ?? headers.get('content-type') ?? 'text/xml')
    this.body = body
    const reader = response.body?.getReader()
    for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
      if (this.#isOver) return
      body.add(chunk.value)
      this.#enter(LOADING)
      fire(this.#xhr, 'progress', body.size, total)
    }
    if (this.#isOver) return
    body.end()
    clearTimeout(this.#timer)
    this.#enter(DONE)
    for (const type of ['load', 'loadend']) {
      // A listener of `load` may have opened the next request already.
      if (!this.#isOver) fire(this.#xhr, type, body.size, total)
    }
  }

  #enter(state: number): void {
    this.readyState = state
    this.#xhr.dispatchEvent(new Event('readystatechange'))
  }
}

function fire(target: EventTarget, type: string, loaded = 0, total = 0): void {
  target.dispatchEvent(new ProgressEvent(type, { loaded, total, lengthComputable: total > 0 }))
}
