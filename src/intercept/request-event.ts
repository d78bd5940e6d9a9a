import { createRequestId, RequestController, type RequestControllerSource } from '@mswjs/interceptors'
import { show } from '../core/show.ts'
import { isThenable } from '../core/type-guards.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { Answer, Verdict } from '../response/verdict.ts'
import { connectionError } from '../runtime/network-error.ts'

/** A `request` event with the fields of the package's own. `request` and `requestId` are made when they are first read. */
export class RequestEvent implements RequestControllerSource {
  readonly type = 'request'
  readonly incoming: IncomingRequest
  readonly controller: Controller
  /** The emitter replaces it while it calls the listeners; as a field it keeps the shape of all events the same. */
  stopPropagation = doNothing
  #initiator: unknown
  #requestId: string | undefined
  /**
   * What comes of the request, until `callListeners` returns it. V8 keeps an event until its next full collection, because the emitter
   * stores a closure in it. The event would keep the response and its stream as long, and the collector would copy them twice.
   */
  #verdict: Verdict | undefined
  #resolve: ((verdict: Verdict) => void) | undefined

  constructor(incoming: IncomingRequest, initiator: unknown) {
    this.incoming = incoming
    this.#initiator = initiator
    this.controller = new Controller(incoming, this)
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

  get isHandled(): boolean {
    return this.controller.readyState !== RequestController.PENDING
  }

  /** Called by the controller of this event. */
  respondWith(response: Response | Answer): void {
    this.#settle('kind' in response ? response : verdictOf(response))
  }

  /** Called by the controller of this event, which makes a failure of each reason. */
  errorWith(failure?: unknown): void {
    this.#settle(failure as FailureReason)
  }

  passthrough(): void {
    this.#settle({ kind: 'passthrough' })
  }

  #settle(verdict: Verdict): void {
    if (!this.#resolve) this.#verdict = verdict
    this.#resolve?.(verdict)
    this.#resolve = undefined
  }

  /** Handles the request with mynah's own verdict, unless another listener has handled it. */
  carryOut(verdict: Verdict): void {
    if (this.isHandled) return
    // The controller reads the status and the phrase alone, and hands the answer back.
    if (verdict.kind === 'response') this.controller.respondWith(verdict as unknown as Response)
    else if (verdict.kind === 'networkError') this.controller.breakOff(verdict.error)
    else if (verdict.kind === 'error') this.controller.errorWith(verdict.error)
    else void this.controller.passthrough()
  }

  /** Calls the listeners one after the other, each after the promise of the one before. */
  callListeners(listeners: Iterator<unknown>): Verdict | Promise<Verdict> {
    try {
      for (let step = listeners.next(); !step.done; step = listeners.next()) {
        if (!isThenable(step.value)) continue
        const rest = this.#callRest(step.value, listeners)
        if (this.isHandled) break
        return new Promise((resolve) => {
          this.#resolve = resolve
          void rest
        })
      }
    } catch (thrown) {
      this.#fail(thrown)
    }
    // A request that no listener handles passes through.
    if (!this.isHandled) void this.controller.passthrough()
    const verdict = this.#verdict as Verdict
    this.#verdict = undefined
    return verdict
  }

  async #callRest(first: Promise<unknown>, listeners: Iterator<unknown>): Promise<void> {
    try {
      await first
      for (let step = listeners.next(); !step.done; step = listeners.next()) await step.value
    } catch (thrown) {
      this.#fail(thrown)
    }
    if (!this.isHandled) void this.controller.passthrough()
  }

  /** A listener that throws fails the request. If the request is handled already, the error is an unhandled rejection. */
  #fail(thrown: unknown): void {
    if (this.isHandled) void Promise.reject(thrown)
    else this.controller.errorWith(thrown)
  }
}

function doNothing(): void {}

function verdictOf(response: Response): Verdict {
  const { status, statusText, headers, body } = response
  // Only `Response.error()` has this status.
  if (status === 0) return { kind: 'networkError', error: connectionError('ECONNREFUSED') }
  return { kind: 'response', status, statusText, headers: [...headers], body }
}

/** The package's controller. Its own `errorWith` throws for a reason that has no `toString`, and knows no broken connection. */
class Controller extends RequestController {
  constructor(incoming: IncomingRequest, source: RequestControllerSource) {
    // The controller names the request's method and URL in its errors, and reads nothing else of it.
    super(incoming as unknown as Request, source)
  }

  override errorWith(reason?: unknown): void {
    super.errorWith(new FailureReason('error', reason))
  }

  /** Fails the client as it fails on a broken connection. */
  breakOff(error: Error): void {
    super.errorWith(new FailureReason('networkError', error))
  }
}

/** The verdict on a request that fails, with a text for the errors of the package's controller. */
class FailureReason {
  readonly kind: 'error' | 'networkError'
  readonly error: Error

  constructor(kind: FailureReason['kind'], error: unknown) {
    this.kind = kind
    this.error = error as Error
  }

  toString(): string {
    return show(this.error)
  }
}
