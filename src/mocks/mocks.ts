import type { Explanation } from '../core/explain/explain.ts'
import type { RestMethods } from '../core/stub/rest-method.ts'
import type { Stub } from '../core/stub/stub.ts'
import type { StatesBrand } from '../core/stub/stub-states.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { Verdict } from '../response/verdict.ts'
import type { CallFilter } from './call-filter.ts'
import type { Inspect } from './inspect-calls.ts'
import type { ResetOptions, VerifyOptions } from './lifecycle.ts'
import type { Call } from './session/journal.ts'
import type { EventName } from './session/listeners.ts'
import type { HookUndo, Undo } from './undo.ts'
import type { WaitOptions } from './wait-for.ts'

/** Takes stubs, or declares one by its methods: `use(rest.get('/users', []))` is `use.get('/users', [])`. */
export interface Override extends RestMethods<HookUndo> {
  /** @param stubs What `rest` returns. */
  // A rest parameter that is `readonly` makes `Parameters` of a function `never`.
  (...stubs: Stub[]): HookUndo
}

/** Mocks: a function that starts interception and returns the function that ends it, with members to use meanwhile. */
export interface Mocks extends Disposable {
  /** Starts, and returns `stop`. */
  (): () => void
  // The same, as a hook of `@jest/globals`, which may return nothing.
  (): void
  /** Starts, and returns `stop`. A second call changes nothing. */
  start(): () => void
  /** Restores the originals, aborts pending requests (`AbortError`), then throws what `verify()` would. A second call does nothing. */
  stop(): void
  /**
   * Overrides all other stubs. Returns the undo, which also aborts the requests that these stubs are still answering.
   * @throws {RouteDefinitionError} when one of them can never answer.
   * @throws {MynahError} `NOT_STARTED`, when the mocks are not started.
   * @example
   * mocks.use.get('/users', { error: 'Out of order' }, { status: 503 })
   * mocks.use(rest.get('/users', []), rest.get('/teams', []))
   */
  readonly use: Override
  /**
   * Like `use`, but each stub must be used up (`times` is 1 by default) by the end of the test, or the test fails
   * with `EXPECTED` and the nearest request that arrived. Several calls queue up: of two stubs that fit equally, the older
   * one answers. Returns the undo, which removes the stubs whether they were used or not. If Vitest calls it after the test, as the
   * cleanup of a hook, a request that has not arrived still fails the test.
   * @throws {MynahError} `NOT_STARTED`, when the mocks are not started.
   * @example
   * mocks.expect.post('/users', { id: 2 }, { match: { body: { name: 'Ada' } } })
   */
  readonly expect: Override
  /**
   * Removes overrides and expectations, and clears counts and the journal. Failures, such as an expected request that
   * did not arrive, are kept until a hook, `stop` or `isolate` throws them. `{ failures: true }` clears them too.
   * @param options `{ failures: true }` clears failures too.
   */
  reset(options?: ResetOptions): void
  /**
   * Returns the calls that arrived, in order, or those that a filter selects.
   * @param filter `'POST /users'`, `'/users/:id'`, a stub, `{ method, path, stub, match }`, or a function of the call.
   * @throws {RouteDefinitionError} for a filter that could never select a call.
   * @example
   * mocks.calls('POST /users')
   * mocks.calls({ path: '/users', match: { body: { name: 'Ada' } } })
   */
  // Without strings first: a `String` has a `match` too, and TypeScript could not infer the parameter of a filter's `match`.
  calls(filter?: Exclude<CallFilter, string>): Call[]
  /** @param filter The same, or a string. */
  calls(filter?: CallFilter): Call[]
  /** Returns the calls that no stub answered. */
  unmatched(): Call[]
  /** Returns the active stubs that never answered, including overrides and expectations. */
  unused(): Stub[]
  /**
   * Throws if a request went unmatched, a resolver or matcher threw, or an expected request did not arrive; with
   * `unused`, also if a stub never answered. Several errors are thrown as an `AggregateError`. `verify` doesn't clear
   * failures.
   * @param options `{ unused: true }` also fails for stubs that never answered.
   */
  verify(options?: VerifyOptions): void
  /**
   * Returns the calls that the filter selects, once `times` of them (1) have been answered. Earlier calls count.
   * @param filter `'POST /users'`, `'/users/:id'`, a stub, `{ method, path, stub, match }`, or a function of the call.
   * @param options `times`, and `timeout` in milliseconds; both are optional.
   * @throws {MynahError} `WAIT_TIMEOUT`, after `timeout` milliseconds (1000).
   * @example
   * const [call] = await mocks.waitFor('POST /events')
   */
  waitFor(filter: Exclude<CallFilter, string>, options?: WaitOptions): Promise<Call[]>
  /**
   * @param filter The same, or a string.
   * @param options `times`, and `timeout` in milliseconds; both are optional.
   */
  waitFor(filter: CallFilter, options?: WaitOptions): Promise<Call[]>
  /**
   * Returns which stub would answer a request, and why. The request is not sent, counted or recorded.
   * @param request A URL is a GET request.
   */
  explain(request: Request | URL | string): Promise<Explanation>
  /**
   * Runs a function with overrides, counts and a journal of its own, for concurrent tests. Returns its result.
   * Rejects with what `verify()` would throw there.
   * @param fn The body of the test.
   * @throws {MynahError} `ENVIRONMENT`, in a browser.
   * @example
   * test.concurrent('lists users', () => mocks.isolate(async () => { … }))
   */
  isolate<Result>(fn: () => Result): Promise<Awaited<Result>>
  /**
   * A fetch that these mocks answer, started or not, without patching: inject it into code that takes a fetch. The
   * mocks record, verify and override its requests like any other; `stop` and the runner's hooks tell its failures.
   * @throws {UnmatchedRequestError} when no stub answers.
   * @example
   * const client = new ApiClient({ fetch: mocks.fetch })
   */
  readonly fetch: typeof globalThis.fetch
  /**
   * Calls a listener with each call that arrives (`'request'`), is answered, or goes unmatched. Returns the undo.
   * @param name `'request'`, `'answered'` or `'unmatched'`.
   * @param listener Receives the call.
   * @example
   * mocks.on('unmatched', ({ request }) => console.log(request.url))
   */
  on(name: EventName, listener: (call: Call) => void): Undo
}

/** The brand of mocks: what the capabilities ask them, in other copies of mynah too. */
export interface MocksBrand extends StatesBrand {
  readonly kind: 'mocks'
  readonly inspect: Inspect
  /**
   * Answers a request that has reached this process by another way than a patched client. Never throws or rejects. The mocks work
   * from the first call on, started or not.
   */
  answer(request: IncomingRequest): Verdict | Promise<Verdict>
}
