import { whenProcessEnds } from '#exit'
import { lendGlobals } from '#intercept'
import { createTable } from './core/choose/table.ts'
import { INSPECT } from './core/own-kind.ts'
import { parseBase } from './core/path/base.ts'
import { assertArgument } from './core/refusal.ts'
import { callSiteOf } from './core/stub/call-site.ts'
import { checkHidden, checkRoutes } from './core/stub/check-routes.ts'
import type { Stub } from './core/stub/stub.ts'
import { type ReadStates, STATES } from './core/stub/stub-states.ts'
import { addStarted, dispatch } from './exchange/dispatch.ts'
import { type StartedMocks, startedPlaces, wasAnyStarted } from './exchange/started.ts'
import { ANSWER, type AnswerRequest } from './mocks/answer-member.ts'
import { type CallFilter, parseFilter } from './mocks/call-filter.ts'
import { warnOnDocsPage } from './mocks/docs-page.ts'
import { explainRequest } from './mocks/explain-request.ts'
import { type Inspect, inspectCalls } from './mocks/inspect-calls.ts'
import { Lifecycle } from './mocks/lifecycle.ts'
import { logCall } from './mocks/log-call.ts'
import type { Mocks } from './mocks/mocks.ts'
import { createPolicy, type MocksMaker } from './mocks/on-unmatched.ts'
import { checkMocksOptions, type MocksOptions } from './mocks/options.ts'
import { undoOf } from './mocks/override-undo.ts'
import { reset } from './mocks/reset.ts'
import { registerHooks } from './mocks/runner/hooks.ts'
import { failIfUnused } from './mocks/runner/never-started.ts'
import { testHooks } from './mocks/runner/test-hooks.ts'
import { untoldText } from './mocks/session/failure-error.ts'
import { addListener, type Listeners } from './mocks/session/listeners.ts'
import type { Session } from './mocks/session/session.ts'
import { Sessions } from './mocks/session/sessions.ts'
import { DISPOSE, toUndo } from './mocks/undo.ts'
import { verify } from './mocks/verify.ts'
import { type WaitOptions, waitForCalls } from './mocks/wait-for.ts'
import { createMocksFetch } from './mocks-fetch.ts'
import { traceFrom, withMethods } from './rest.ts'
import { isStorybook, isWatched } from './runtime/environment.ts'
import { runAll } from './runtime/run-all.ts'
import { whenStoryChanges } from './runtime/story-changes.ts'

/**
 * Makes mocks of routes. Pass them to the hook that sets up: `beforeAll(setupMocks(routes))`.
 *
 * While a file of Jest, Vitest, Mocha or node:test is being collected, `setupMocks` registers its own hooks: an unmatched request
 * fails its test, and each test starts with a clean state. A file fails if nothing starts its mocks.
 *
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
  const lifecycle = new Lifecycle(() => startedPlaces())
  const policy = createPolicy(maker, options)
  const self: StartedMocks = {
    baseUrl,
    policy,
    sessions,
    place: () => callSiteOf(trace),
    mocks: () => mocks,
  }
  const runner = registerHooks(testHooks(sessions, stop))
  sessions.main.failures.watchBy(runner.failed)
  let removeStarted: (() => void) | undefined
  let finish = () => {}

  function start(): () => void {
    if (patch) removeStarted ??= addStarted(self)
    begin()
    return stop
  }

  /** Makes the members work, and the process report failures that nobody was told of. A start does it, or the first `mocks.fetch`. */
  function begin(): void {
    if (lifecycle.state === 'started') return
    lifecycle.state = 'started'
    runner.started()
    sessions.beginTest()
    const stopTelling = whenProcessEnds(() => untoldText(sessions.main.failures.untold()))
    const removeGlobals = patch ? lendGlobals() : () => {}
    const stopWatching = whenStoryChanges(() => reset(sessions.main, { failures: true }))
    finish = () => runAll([stopTelling, removeGlobals, stopWatching])
  }

  function stop(): void {
    if (lifecycle.state !== 'started') return
    lifecycle.state = 'ended'
    const remove = removeStarted ?? (() => {})
    removeStarted = undefined
    runAll([remove, finish, endSessions])
  }

  function endSessions(): void {
    const error = sessions.endAll()
    if (error !== undefined && !isStorybook()) throw error
  }

  /**
   * The mocks as a hook. Vitest calls the function that it returns, unless an `afterEach` has thrown before. In Mocha, a root
   * hook has the test as its context: an error in a later hook would end the whole run.
   */
  function startAsHook(this: unknown): () => void {
    // biome-ignore lint/complexity/noArguments: with a parameter runners would take it for a callback, or for fixtures
    runner.calledAsHook(this, arguments[0])
    return start()
  }

  /** Returns the session for a call that changes it. */
  function changing(call: string): Session {
    lifecycle.assertStarted(call)
    sessions.beginTest()
    return sessions.current
  }

  /** Returns the session for a call that reads it. */
  function reading(call: string): Session {
    lifecycle.assertReadable(call)
    return sessions.current
  }

  failIfUnused({
    isUsed: () => lifecycle.state !== 'new' || lifecycle.isUsed,
    isAnyStarted: wasAnyStarted,
    place: self.place,
    error: (...known) => lifecycle.neverStartedError(trace, ...known),
  })

  const members: Pick<Mocks, keyof Mocks> = {
    start,
    stop,
    use: withMethods('mocks.use', (...stubs) => {
      checkRoutes(stubs, 'mocks.use')
      checkHidden(stubs)
      const { layers } = changing('mocks.use(…)')
      warnOnDocsPage(sessions, layers.overrides, stubs)
      return undoOf('use', stubs, layers.add(stubs))
    }),
    expect: withMethods('mocks.expect', (...stubs) => {
      checkRoutes(stubs, 'mocks.expect')
      return undoOf('expect', stubs, changing('mocks.expect(…)').expect(stubs))
    }),
    reset(resetOptions) {
      sessions.beginTest()
      reset(sessions.current, resetOptions)
    },
    calls(filter?: CallFilter, more?: unknown) {
      assertArgument(more === undefined, 'mocks.calls', more, 'one filter')
      const { journal, base } = reading('mocks.calls(…)')
      return journal.calls(filter === undefined ? undefined : parseFilter('mocks.calls', filter, base).test)
    },
    unmatched: () => reading('mocks.unmatched(…)').journal.calls((entry) => entry.unmatched),
    unused: () => reading('mocks.unused(…)').unused(),
    verify: (verifyOptions) => verify(reading('mocks.verify(…)'), verifyOptions),
    async waitFor(filter: CallFilter, waitOptions: WaitOptions = {}) {
      lifecycle.assertStarted('mocks.waitFor(…)')
      return waitForCalls(sessions.current, filter, waitOptions, traceFrom(members.waitFor))
    },
    explain(...asked) {
      lifecycle.isUsed = true
      return explainRequest(sessions.current, { name: 'mocks.explain', maker }, asked, policy.hint)
    },
    isolate: (fn) => sessions.isolate(fn),
    fetch: createMocksFetch(self, begin),
    on: (name, listener) => toUndo(addListener(listeners, name, listener)),
    [DISPOSE]: stop,
  }
  if (!patch) begin()
  const inspect: Inspect = (name, ...rest) => inspectCalls(reading(`expect(mocks).${name}(…)`), name, ...rest)
  const answerRequest: AnswerRequest = (request) => {
    begin()
    return dispatch(request, [self])
  }
  const readStates: ReadStates = (call, changes) => (changes ? changing : reading)(call).states
  const mocks: Mocks = Object.defineProperties(Object.assign(startAsHook, members), {
    [INSPECT]: { value: inspect },
    [STATES]: { value: readStates },
    [ANSWER]: { value: answerRequest },
  })
  return mocks
}
