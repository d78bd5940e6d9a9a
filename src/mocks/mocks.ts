import type { Explanation } from '../core/explain/explain.ts'
import type { Stub } from '../core/stub/stub.ts'
import type { CallFilter } from './call-filter.ts'
import type { Call } from './journal.ts'
import type { EventName } from './listeners.ts'
import type { Undo } from './undo.ts'
import type { WaitOptions } from './wait-for.ts'

/** Mocks: a function that starts interception and returns the function that ends it, with all that can be done meanwhile. */
export interface Mocks extends Disposable {
  /** Starts; gives `stop`. */
  (): () => void
  /** Starts; a second time is harmless. Gives `stop`. */
  start(): () => void
  /** Restores the originals, aborts what is pending (`AbortError`), then throws what `verify()` would. A second end does nothing. */
  stop(): void
  /**
   * Puts stubs on top of all others; gives the undo, which aborts what they have taken and not answered.
   * @throws {RouteDefinitionError} where one of them can never answer.
   * @example
   * mocks.use(rest.get('/users', { error: 'Out of order' }, { status: 503 }))
   */
  use(...stubs: readonly Stub[]): Undo
  /** Undoes the overrides, and forgets counts and the journal. */
  reset(): void
  /** What arrived, in order; with a filter, what that names. */
  calls(filter?: CallFilter): Call[]
  /** The calls that no stub took. */
  unmatched(): Call[]
  /** The stubs that never answered. */
  unused(): Stub[]
  /**
   * Throws where a request went unmatched, or a resolver or matcher threw; with `unused`, where a stub never answered: that
   * one error, or an `AggregateError` of several. It forgets nothing.
   */
  verify(options?: { readonly unused?: boolean }): void
  /**
   * Gives the calls once `times` of them (1) have been answered, earlier ones counted.
   * @throws {MynahError} `WAIT_TIMEOUT`, after `timeout` milliseconds (1000).
   * @example
   * const [call] = await mocks.waitFor({ method: 'POST', path: '/events' })
   */
  waitFor(filter: CallFilter, options?: WaitOptions): Promise<Call[]>
  /** The decision on a request without the answer: it is not sent, counted or recorded. */
  explain(request: Request | URL | string): Promise<Explanation>
  /**
   * Runs a function with overrides, counts and a journal of its own, for tests that run at the same time; gives its result.
   * Rejects with what `verify()` would throw there.
   * @throws {MynahError} `ENVIRONMENT`, in a browser.
   * @example
   * test.concurrent('lists users', () => mocks.isolate(async () => { … }))
   */
  isolate<Result>(fn: () => Result): Promise<Awaited<Result>>
  /**
   * Tells a listener of each call: when it arrives (`'request'`), is answered, or goes unmatched; gives the undo.
   * @example
   * mocks.on('unmatched', ({ request }) => console.log(request.url))
   */
  on(name: EventName, listener: (call: Call) => void): Undo
}
