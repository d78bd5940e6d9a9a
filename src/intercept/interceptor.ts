import {
  BatchInterceptor,
  createRequestId,
  type HttpRequestEvent,
  type HttpRequestEventMap,
  Interceptor,
  RequestController,
  type RequestControllerSource,
} from '@mswjs/interceptors'
import type { RequestLine } from '../core/request.ts'
import { show } from '../core/show.ts'
import { isThenable } from '../core/type-guards.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { causeOf } from '../response/network-error.ts'
import type { Handled } from '../response/verdict.ts'
import { mocksEndedError } from '../runtime/abort.ts'

/** What the sources ask of the started mocks, beside the answer. */
export interface SourceOptions {
  /** Whether the head of a request decides that it passes through, whatever its body is. Nothing is recorded. */
  passesByHead(request: IncomingRequest): boolean
  /** @throws {MynahError} `RELATIVE_URL`, if neither the page nor a `baseUrl` has an origin. */
  resolveUrl(url: string): string
  /** Returns the error with which a request fails when mynah's own code has thrown; the test fails with it too. A `MynahError` stays as it is. */
  fault(request: RequestLine, thrown: unknown): Error
}

/** Takes a `request` event, and calls a method of its controller, or none: then the next listener is asked. */
export type RequestListener = (event: RequestEvent) => void | Promise<void>

/**
 * A source of requests: patches one kind of client, emits a `request` event for each of its requests, and carries out what
 * the event's controller is told. A request that no listener handles passes through.
 */
export abstract class Source extends Interceptor<HttpRequestEventMap> {
  #isActive = false

  protected get isActive(): boolean {
    return this.#isActive
  }

  /** Patches the clients. Returns the undo. */
  protected abstract patch(): () => void

  protected override predicate(): boolean {
    return true
  }

  protected override setup(): void {
    const undo = this.patch()
    this.#isActive = true
    this.subscriptions.push(() => {
      this.#isActive = false
      undo()
    })
  }

  /** Adds a listener of the `request` event. Returns the undo. */
  listen(listener: RequestListener): () => void {
    const added = listener as unknown as (event: HttpRequestEvent) => void
    this.on('request', added)
    return () => this.removeListener('request', added)
  }

  /** Asks the listeners about a request; returns a promise only if one of them has to wait. Never throws or rejects. */
  protected handle(request: IncomingRequest, initiator?: unknown): Handled | Promise<Handled> {
    // The mocks ended while the request was on its way. It was sent to them, so it must not reach the network.
    if (!this.#isActive) return { kind: 'error', error: mocksEndedError() }
    const event = new RequestEvent(request, initiator)
    // The emitter reads nothing of an event but its fields; an `Event` of the platform would cost half as much again.
    return event.ask(this.emitter.emitAsGenerator(event as unknown as HttpRequestEvent))
  }
}

/** All sources of a platform as one. */
export class Sources extends BatchInterceptor<readonly Source[]> {
  readonly #sources: readonly Source[]

  constructor(sources: readonly Source[]) {
    super({ name: 'mynah', interceptors: sources })
    this.#sources = sources
  }

  /** Adds a listener to each source. The batch's own `on` would forward the events asynchronously. Returns the undo. */
  listen(listener: RequestListener): () => void {
    const undos = this.#sources.map((source) => source.listen(listener))
    return () => {
      for (const undo of undos) undo()
    }
  }
}

/** Makes the sources of a platform. */
export type CreateSources = (options: SourceOptions) => Sources

/** A `request` event with the fields of the package's own. `request`, `requestId` and `controller` are made when they are first read. */
export class RequestEvent implements RequestControllerSource {
  readonly type = 'request'
  readonly incoming: IncomingRequest
  /** The emitter replaces it while it calls the listeners; as a field it keeps the shape of all events the same. */
  stopPropagation = doNothing
  #initiator: unknown
  #requestId: string | undefined
  #controller: Controller | undefined
  #handled: Handled | undefined
  #resolve: ((handled: Handled) => void) | undefined

  constructor(incoming: IncomingRequest, initiator: unknown) {
    this.incoming = incoming
    this.#initiator = initiator
  }

  get request(): Request {
    return this.incoming.raw
  }

  get requestId(): string {
    this.#requestId ??= createRequestId()
    return this.#requestId
  }

  /** The XMLHttpRequest or the socket that sends the request; for a fetch the request itself, as in the package. */
  get initiator(): unknown {
    return this.#initiator ?? this.request
  }

  get controller(): Controller {
    this.#controller ??= new Controller(this.incoming, this)
    return this.#controller
  }

  get isHandled(): boolean {
    return this.#handled !== undefined
  }

  respondWith(response: Response): void {
    this.#settle(
      response.type === 'error' ? { kind: 'networkError', error: causeOf(response) } : { kind: 'response', response },
    )
  }

  errorWith(reason?: unknown): void {
    this.#settle({ kind: 'error', error: reason instanceof Reason ? reason.value : reason })
  }

  passthrough(): void {
    this.#settle({ kind: 'passthrough' })
  }

  #settle(handled: Handled): void {
    this.#handled = handled
    this.#resolve?.(handled)
  }

  /** Calls the listeners one after the other, each after the promise of the one before. */
  ask(listeners: Iterator<unknown>): Handled | Promise<Handled> {
    try {
      for (let step = listeners.next(); !step.done; step = listeners.next()) {
        if (isThenable(step.value)) {
          const rest = this.#askRest(step.value, listeners)
          if (this.#handled) return this.#handled
          return new Promise((resolve) => {
            this.#resolve = resolve
            void rest
          })
        }
      }
    } catch (thrown) {
      this.#fail(thrown)
    }
    return this.#finish()
  }

  async #askRest(first: PromiseLike<unknown>, listeners: Iterator<unknown>): Promise<void> {
    try {
      await first
      for (let step = listeners.next(); !step.done; step = listeners.next()) await step.value
    } catch (thrown) {
      this.#fail(thrown)
    }
    this.#finish()
  }

  /** A listener that throws fails the request. If the request is handled already, the error is an unhandled rejection. */
  #fail(thrown: unknown): void {
    if (this.#handled) void Promise.reject(thrown)
    else this.controller.errorWith(thrown)
  }

  #finish(): Handled {
    if (!this.#handled) void this.controller.passthrough()
    return this.#handled as Handled
  }
}

function doNothing(): void {}

/** The package's controller, whose own `errorWith` throws for a reason that has no `toString`. */
export class Controller extends RequestController {
  constructor(incoming: IncomingRequest, source: RequestControllerSource) {
    // The controller names the request's method and URL in its errors, and reads nothing else of it.
    super(incoming as unknown as Request, source)
  }

  override errorWith(reason?: unknown): void {
    super.errorWith(new Reason(reason))
  }
}

/** The reason of an error, with a text for the controller's own errors. */
class Reason {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }

  toString(): string {
    return show(this.value)
  }
}
