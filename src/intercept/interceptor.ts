import { BatchInterceptor, type HttpRequestEvent, type HttpRequestEventMap, Interceptor } from '@mswjs/interceptors'
import { mocksEndedError } from '../core/errors.ts'
import type { RequestLine } from '../core/request.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { Verdict } from '../response/verdict.ts'
import { whenReady } from '../runtime/event-loop.ts'
import { runAll } from '../runtime/run-all.ts'
import { RequestEvent } from './request-event.ts'

/** The functions of the started mocks that the sources call, besides the answer. */
export interface SourceOptions {
  /** Whether the code that runs now sends its requests past these sources. */
  isBypassed(): boolean
  /** Whether the head of a request decides that it passes through, whatever its body is. As with any request, the next test begins; the request is not recorded. */
  isPassthroughByHead(request: IncomingRequest): boolean
  /** @throws {MynahError} `RELATIVE_URL`, if there is no page and no `baseUrl` with an origin. */
  resolveUrl(url: string): string
  /** Returns the error with which a request fails when mynah's own code has thrown; the test fails with it too. A `MynahError` stays as it is. */
  fault(request: RequestLine, thrown: unknown): Error
}

/** Returns what comes of a request. Never throws or rejects. */
export type AnswerRequest = (request: IncomingRequest) => Verdict | Promise<Verdict>

/** Takes a `request` event, and calls a method of its controller, or none: then the next listener is asked. */
export type RequestListener = (event: RequestEvent) => void | Promise<void>

/**
 * A source of requests: patches one kind of client, emits a `request` event for each of its requests, and carries out the
 * verdict of the event's controller. A request that no listener handles passes through.
 */
export abstract class Source extends Interceptor<HttpRequestEventMap> {
  protected isActive = false
  #undo = () => {}
  /** Answers as a listener of the `request` event. */
  #answer: AnswerRequest | undefined

  /** Patches the clients. Returns the undo. */
  protected abstract patch(): () => void

  protected override predicate(): boolean {
    return true
  }

  protected override setup(): void {
    this.#undo = this.patch()
    this.isActive = true
  }

  /** The undo is none of the package's subscriptions: if one of those throws, the package stays active. */
  override dispose(owner?: object): void {
    super.dispose(owner)
    if (!this.isActive || this.readyState === 'ACTIVE') return
    this.isActive = false
    this.#undo()
  }

  /** Adds a listener of the `request` event. Returns the undo. */
  listen(listener: RequestListener): () => void {
    const added = listener as unknown as (event: HttpRequestEvent) => void
    this.on('request', added)
    return () => this.removeListener('request', added)
  }

  /** Adds a listener that answers each request which the listeners before it have not handled. Returns the undo. */
  answerBy(answer: AnswerRequest): () => void {
    this.#answer = answer
    const unlisten = this.listen((event) => {
      if (event.isHandled) return
      return whenReady(answer(event.incoming), (verdict) => event.carryOut(verdict))
    })
    return () => {
      this.#answer = undefined
      unlisten()
    }
  }

  /** Asks the listeners about a request; returns a promise only if one of them has to wait. Never throws or rejects. */
  protected handle(request: IncomingRequest, initiator?: unknown): Verdict | Promise<Verdict> {
    // The mocks ended while the request was on its way. It was sent to them, so it must not reach the network.
    if (!this.isActive) return { kind: 'error', error: mocksEndedError() }
    // While nobody else listens, an event and its controller would be a tenth of an answer.
    if (this.#answer && this.emitter.listenerCount('request') === 1) return this.#answer(request)
    const event = new RequestEvent(request, initiator)
    // The emitter reads nothing of an event but its fields; an `Event` of the platform would cost half as much again.
    return event.callListeners(this.emitter.emitAsGenerator(event as unknown as HttpRequestEvent))
  }
}

/** All sources of a platform as one. */
export class Sources extends BatchInterceptor<readonly Source[]> {
  readonly #sources: readonly Source[]
  #undos: readonly (() => void)[] = []

  constructor(sources: readonly Source[]) {
    super({ name: 'mynah', interceptors: sources })
    this.#sources = sources
  }

  protected override setup(): void {
    try {
      super.setup()
    } finally {
      this.#undos = this.subscriptions.splice(0).reverse()
    }
  }

  /** Disposes all sources, also if one of them throws. */
  override dispose(owner?: object): void {
    super.dispose(owner)
    if (this.readyState === 'ACTIVE') return
    const undos = this.#undos
    this.#undos = []
    runAll(undos)
  }

  /** Has each source answer its requests. Returns the undo. */
  answerBy(answer: AnswerRequest): () => void {
    const undos = this.#sources.map((source) => source.answerBy(answer))
    return () => runAll(undos)
  }

  /** Adds a listener to each source. The batch's own `on` would forward the events asynchronously. Returns the undo. */
  listen(listener: RequestListener): () => void {
    const undos = this.#sources.map((source) => source.listen(listener))
    return () => runAll(undos)
  }
}

/** Makes the sources of a platform. */
export type CreateSources = (options: SourceOptions) => Sources
