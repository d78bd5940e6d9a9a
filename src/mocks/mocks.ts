import type { Explanation } from '../core/explain/explain.ts'
import type { Stub } from '../core/stub/stub.ts'
import type { CallFilter } from './call-filter.ts'
import type { Call } from './journal.ts'
import type { EventName } from './listeners.ts'
import type { Undo } from './undo.ts'
import type { WaitOptions } from './wait-for.ts'

/** A text is apart: a `String` has a `match` too, and TypeScript could not infer the parameter of a filter's `match`. */
type FilterByParts = Exclude<CallFilter, string>

/** Mocks: a function that starts interception and returns the function that ends it, with members to use meanwhile. */
export interface Mocks extends Disposable {
  /** Starts, and returns `stop`. */
  (): () => void
  /** Starts, and returns `stop`. A second call changes nothing. */
  start(): () => void
  /** Restores the originals, aborts pending requests (`AbortError`), then throws what `verify()` would. A second call does nothing. */
  stop(): void
  /**
   * Puts stubs in front of all others. Returns the undo, which also aborts the requests that they took and have not answered.
   * @throws {RouteDefinitionError} when one of them can never answer.
   * @example
   * mocks.use(rest.get('/users', { error: 'Out of order' }, { status: 503 }))
   */
  use(...stubs: readonly Stub[]): Undo
  /** Undoes the overrides, and clears counts and the journal. */
  reset(): void
  /**
   * Returns the calls that arrived, in order, or those that a filter selects.
   * @throws {RouteDefinitionError} for a filter that could never select a call.
   * @example
   * mocks.calls('POST /users')
   * mocks.calls({ path: '/users', match: { body: { name: 'Ada' } } })
   */
  calls(filter?: FilterByParts): Call[]
  calls(filter?: CallFilter): Call[]
  /** Returns the calls that no stub took. */
  unmatched(): Call[]
  /** Returns the stubs that never answered. */
  unused(): Stub[]
  /**
   * Throws when a request went unmatched, or a resolver or matcher threw; with `unused`, also when a stub never answered. It
   * throws that one error, or an `AggregateError` of several, and forgets nothing.
   */
  verify(options?: { readonly unused?: boolean }): void
  /**
   * Returns the calls that the filter selects, once `times` of them (1) have been answered. Earlier calls count.
   * @throws {MynahError} `WAIT_TIMEOUT`, after `timeout` milliseconds (1000).
   * @example
   * const [call] = await mocks.waitFor('POST /events')
   */
  waitFor(filter: FilterByParts, options?: WaitOptions): Promise<Call[]>
  waitFor(filter: CallFilter, options?: WaitOptions): Promise<Call[]>
  /** Returns the decision on a request without the answer: the request is not sent, counted or recorded. */
  explain(request: Request | URL | string): Promise<Explanation>
  /**
   * Runs a function with overrides, counts and a journal of its own, for concurrent tests. Returns its result.
   * Rejects with what `verify()` would throw there.
   * @throws {MynahError} `ENVIRONMENT`, in a browser.
   * @example
   * test.concurrent('lists users', () => mocks.isolate(async () => { … }))
   */
  isolate<Result>(fn: () => Result): Promise<Awaited<Result>>
  /**
   * Calls a listener with each call that arrives (`'request'`), is answered, or goes unmatched. Returns the undo.
   * @example
   * mocks.on('unmatched', ({ request }) => console.log(request.url))
   */
  on(name: EventName, listener: (call: Call) => void): Undo
}
