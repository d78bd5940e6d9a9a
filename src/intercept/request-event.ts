import { createRequestId, RequestController, type RequestControllerSource } from '@mswjs/interceptors'
import { show } from '../core/show.ts'
import { isThenable } from '../core/type-guards.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { causeOf } from '../response/network-error.ts'
import type { Handled } from '../response/verdict.ts'

/** A `request` event with the fields of the package's own. `request`, `requestId` and `controller` are made when they are first read. */
export class RequestEvent implements RequestControllerSource {
  readonly type = 'request'
  readonly incoming: IncomingRequest
  /** The emitter replaces it while it calls the listeners; as a field it keeps the shape of all events the same. */
  stopPropagation = doNothing
  #initiator: unknown
  #requestId: string | undefined
  #controller: Controller | undefined
  #isHandled = false
  /**
   * How the request is handled, until `ask` returns it. V8 keeps an event until its next full collection, because the emitter
   * stores a closure in it. The event would keep the response and its stream as long, and the collector would copy them twice.
   */
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
    return this.#isHandled
  }

  respondWith(response: Response): void {
    this.#settle(
      response.type === 'error' ? { kind: 'networkError', error: causeOf(response) } : { kind: 'response', response },
    )
  }

  /** Called by the controller of this event, which wraps the reason. */
  errorWith(reason?: unknown): void {
    this.#settle({ kind: 'error', error: (reason as Reason).value })
  }

  passthrough(): void {
    this.#settle({ kind: 'passthrough' })
  }

  #settle(handled: Handled): void {
    this.#isHandled = true
    if (!this.#resolve) this.#handled = handled
    this.#resolve?.(handled)
    this.#resolve = undefined
  }

  #take(): Handled {
    const handled = this.#handled as Handled
    this.#handled = undefined
    return handled
  }

  /** Calls the listeners one after the other, each after the promise of the one before. */
  ask(listeners: Iterator<unknown>): Handled | Promise<Handled> {
    try {
      for (let step = listeners.next(); !step.done; step = listeners.next()) {
        if (isThenable(step.value)) {
          const rest = this.#askRest(step.value, listeners)
          if (this.#isHandled) return this.#take()
          return new Promise((resolve) => {
            this.#resolve = resolve
            void rest
          })
        }
      }
    } catch (thrown) {
      this.#fail(thrown)
    }
    this.#finish()
    return this.#take()
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
    if (this.#isHandled) void Promise.reject(thrown)
    else this.controller.errorWith(thrown)
  }

  /** A request that no listener handles passes through. */
  #finish(): void {
    if (!this.#isHandled) void this.controller.passthrough()
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
