import { lendGlobals } from '#intercept'
import { BRAND } from './core/brand.ts'
import { createTable } from './core/choose/table.ts'
import { parseBase } from './core/path/base.ts'
import { callSiteOf } from './core/stub/call-site.ts'
import { checkHidden, checkRoutes } from './core/stub/check-routes.ts'
import type { Stub } from './core/stub/stub.ts'
import { dispatch } from './exchange/dispatch.ts'
import { toStarted } from './exchange/own-mocks.ts'
import { type StartedMocks, wasAnyStarted } from './exchange/started.ts'
import { type CallFilter, readCalls } from './mocks/call-filter.ts'
import { explainRequest } from './mocks/explain-request.ts'
import { inspectCalls } from './mocks/inspect-calls.ts'
import { Lifecycle, reset, verify } from './mocks/lifecycle.ts'
import type { Mocks, MocksBrand } from './mocks/mocks.ts'
import { neverStartedError } from './mocks/not-started.ts'
import { createPolicy, type MocksMaker } from './mocks/on-unmatched.ts'
import { checkMocksOptions, type MocksOptions } from './mocks/options.ts'
import { expectStubs, useStubs } from './mocks/override.ts'
import { isCleanup } from './mocks/runner/hooks.ts'
import { addToMochaTest } from './mocks/runner/mocha.ts'
import { failIfUnused } from './mocks/runner/never-started.ts'
import { addListener, type Listeners, logCall } from './mocks/session/listeners.ts'
import { Sessions } from './mocks/session/sessions.ts'
import { DISPOSE, toUndo } from './mocks/undo.ts'
import { type WaitOptions, waitForCalls } from './mocks/wait-for.ts'
import { createMocksFetch } from './mocks-fetch.ts'
import { traceFrom, withMethods } from './rest.ts'
import { isWatched } from './runtime/environment.ts'

/**
 * Creates mocks from routes. Pass them to a setup hook: `beforeAll(setupMocks(routes))`.
 *
 * While a file of Jest, Vitest, Mocha or node:test is being collected, `setupMocks` registers its own hooks: an unmatched request
 * fails its test, and each test starts with a clean state. A file fails if nothing starts its mocks.
 *
 * @param routes The stubs. Their order does not matter.
 * @param options `baseUrl`, `onUnmatched`, `passthrough`, `log` and `patch`; all are optional.
 * @throws {RouteDefinitionError} for an unknown option, an option with a wrong value, and a stub that can never answer.
 * @example
 * beforeAll(setupMocks([rest.get('/users', [{ id: 1 }])]))
 */
export function setupMocks(routes: readonly Stub[], options: MocksOptions = {}): Mocks {
  return makeMocks('setupMocks', routes, options)
}

/** Makes mocks for `maker`, the function that users call and that messages name. */
export function makeMocks(maker: MocksMaker, routes: readonly Stub[], options: MocksOptions): Mocks {
  checkRoutes(routes, maker)
  checkMocksOptions(options)
  const { baseUrl, log = isWatched(), patch = true } = options
  const trace = traceFrom(setupMocks)
  const table = createTable(routes, parseBase(baseUrl))
  checkHidden(table.sharing)
  const listeners: Listeners = { request: new Set(), answered: new Set(log ? [logCall] : []), unmatched: new Set() }
  const sessions = new Sessions(table, listeners)
  const policy = createPolicy(maker, options)
  const self = toStarted({ baseUrl, policy, sessions, place: () => callSiteOf(trace), mocks: () => mocks })
  const lifecycle = new Lifecycle(self, sessions, patch ? lendGlobals : undefined)
  const { start, stop, begin } = lifecycle
  failIfUnused({
    isUsed: () => lifecycle.state !== 'new' || lifecycle.isUsed,
    isAnyStarted: wasAnyStarted,
    place: self.place,
    error: (...known) => neverStartedError(trace, ...known),
  })
  if (!patch) begin()

  const members: Pick<Mocks, keyof Mocks> = {
    start,
    stop(this: unknown) {
      try {
        stop()
      } catch (failure) {
        if (!addToMochaTest(this, failure)) throw failure
      }
    },
    use: withMethods('mocks.use', (...stubs) => useStubs(lifecycle, stubs)),
    expect: withMethods('mocks.expect', (...stubs) => expectStubs(lifecycle, stubs)),
    reset: (resetOptions) => reset(lifecycle.cleared(), resetOptions),
    calls: (...asked: readonly [filter?: CallFilter]) => readCalls(lifecycle.reading('mocks.calls(…)'), asked),
    unmatched: () => lifecycle.reading('mocks.unmatched(…)').journal.calls((entry) => entry.unmatched),
    unused: () => lifecycle.reading('mocks.unused(…)').unused(),
    verify: (verifyOptions) => verify(lifecycle.reading('mocks.verify(…)'), verifyOptions),
    async waitFor(filter: CallFilter, waitOptions: WaitOptions = {}) {
      lifecycle.assertStarted('mocks.waitFor(…)')
      return waitForCalls(sessions.current, filter, waitOptions, traceFrom(members.waitFor))
    },
    explain(...asked) {
      lifecycle.isUsed = true
      return explainRequest(sessions.current, { name: 'mocks.explain', maker }, asked, policy.lastLines)
    },
    isolate: (fn) => sessions.isolate(fn),
    fetch: createMocksFetch(self, begin),
    on: (name, listener) => toUndo(addListener(listeners, name, listener)),
    [DISPOSE]: stop,
  }

  /**
   * The mocks as a hook. Vitest calls the function that it returns, unless an `afterEach` has thrown before. In Mocha, a root
   * hook has the test as its context: an error in a later hook would end the whole run.
   */
  function startAsHook(this: unknown): () => void {
    // `beforeEach(() => mocks)` returns the mocks as a cleanup. A start would hide that nothing has started them.
    if (lifecycle.state === 'new' && isCleanup() === true) return stop
    // biome-ignore lint/complexity/noArguments: with a parameter runners would take it for a callback, or for fixtures
    const endsWithTest = lifecycle.runner.calledAsHook(this, arguments[0])
    start()
    // A cleanup would come before a request that the test has sent and does not await.
    return endsWithTest ? () => {} : stop
  }

  const mocks: Mocks = Object.defineProperty(Object.assign(startAsHook, members), BRAND, {
    value: makeBrand(lifecycle, self),
  })
  return mocks
}

function makeBrand(lifecycle: Lifecycle, self: StartedMocks): MocksBrand {
  const asserting = (name: string) => lifecycle.reading(`expect(mocks).${name}(…)`)
  return {
    kind: 'mocks',
    inspect: (name, ...rest) => inspectCalls(asserting(name), name, ...rest),
    states: (call, changes) => (changes ? lifecycle.changing(call) : lifecycle.reading(call)).states,
    answer(request) {
      lifecycle.begin()
      return dispatch(request, [self])
    },
  }
}
