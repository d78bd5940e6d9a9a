import { createScope } from '#scope'
import { createTable } from './core/choose/table.ts'
import { MynahError } from './core/errors.ts'
import { parseBase } from './core/path/base.ts'
import { demand, refuseOptions } from './core/refusal.ts'
import { refuseHidden, refuseRoutes } from './core/stub/check-routes.ts'
import type { Stub } from './core/stub/stub.ts'
import { join } from './dispatch.ts'
import { interceptable } from './interceptable.ts'
import type { CallFilter } from './mocks/call-filter.ts'
import { explainRequest } from './mocks/explain-request.ts'
import { failureOf, unusedStubsError, withCause } from './mocks/failures.ts'
import type { Call } from './mocks/journal.ts'
import { logCall } from './mocks/log-call.ts'
import type { Mocks } from './mocks/mocks.ts'
import { createPolicy, passthroughHint } from './mocks/on-unmatched.ts'
import { checkOptions, type MocksOptions } from './mocks/options.ts'
import { registerHooks, whenFinished } from './mocks/runner-hooks.ts'
import { type EventName, type Listeners, Session } from './mocks/session.ts'
import { DISPOSE, toUndo } from './mocks/undo.ts'
import { waitForCalls } from './mocks/wait-for.ts'
import { isStorybook, isWatched } from './runtime/environment.ts'
import { nextTask } from './runtime/event-loop.ts'

/**
 * Makes mocks of routes. Give it to the hook that sets up: `beforeAll(setupMocks(routes))`.
 *
 * Where the runner's hooks are global (Jest, Vitest with globals, Mocha) and a file is being collected, it registers
 * its own `afterEach` and `afterAll`: an unmatched request fails its test, and each test starts afresh.
 *
 * @throws {RouteDefinitionError} for an option that is unknown or has a wrong value, and for a stub that can never answer.
 * @example
 * beforeAll(setupMocks([rest.get('/users', [{ id: 1 }])]))
 */
export function setupMocks(routes: readonly Stub[], options: MocksOptions = {}): Mocks {
  refuseRoutes(routes)
  refuseHidden(routes)
  checkOptions(options)
  const { baseUrl, log = isWatched() } = options
  const table = createTable([...routes], parseBase(baseUrl))
  const listeners: Listeners = { request: new Set(), answered: new Set(log ? [logCall] : []), unmatched: new Set() }
  const main = new Session(table, listeners)
  const isolated = new Set<Session>()
  const scope = createScope<Session>()
  /** Whether a test has ended, and nothing has happened since: Jest and Mocha run its own `afterEach` after ours. */
  let isOver = false
  const forget = () => {
    isOver = false
    main.reset()
  }
  /** What is looked at, which leaves the test that has ended to be seen; all else begins anew. */
  const seen = () => scope.current() ?? main
  const session = () => {
    if (isOver) forget()
    return seen()
  }
  const intercepted = interceptable(baseUrl, createPolicy(options), session)
  let leave: (() => void) | undefined

  function start(): () => void {
    leave ??= join(intercepted)
    return stop
  }

  /** As a hook: Vitest calls what it returns, unless an `afterEach` has thrown before. */
  function begin(): () => void {
    // biome-ignore lint/complexity/noArguments: with a parameter runners would take it for a callback, or for fixtures
    whenFinished(arguments[0], stop)
    return start()
  }

  function stop(): void {
    if (!leave) return
    leave()
    leave = undefined
    for (const session of isolated) {
      session.end()
      session.layers.clear()
    }
    const error = end(main)
    forget()
    if (error !== undefined && !isStorybook()) throw error
  }

  const mocks: Mocks = Object.assign(begin, {
    start,
    stop,
    use(...stubs: readonly Stub[]) {
      refuseRoutes(stubs, (list) => `mocks.use(${list})`)
      refuseHidden(stubs)
      return toUndo(session().layers.add(stubs))
    },
    reset: () => session().reset(),
    calls: (filter?: CallFilter) => seen().calls(filter),
    unmatched: () => seen().journal.calls((entry) => entry.unmatched),
    unused: () => seen().unused(),
    verify(verifyOptions: { readonly unused?: boolean } = {}) {
      refuseOptions('mocks.verify', verifyOptions, ['unused'], (key) => `{ ${key}: true }`)
      const failures = [...seen().failures, ...(verifyOptions.unused ? unusedStubsError(seen().unused()) : [])]
      const error = failureOf(failures)
      if (error !== undefined) throw error
    },
    waitFor: (filter: CallFilter, waitOptions = {}) => waitForCalls(seen(), filter, waitOptions),
    explain: (asked: Request | URL | string) =>
      explainRequest(seen(), { name: 'mocks.explain', maker: 'setupMocks' }, asked, passthroughHint),
    async isolate<Result>(fn: () => Result): Promise<Awaited<Result>> {
      if (!scope.isLasting) {
        throw new MynahError(
          'ENVIRONMENT',
          'isolate() needs Node: a browser cannot tell which test a request belongs to',
        )
      }
      demand(typeof fn === 'function', 'mocks.isolate', fn, 'a function', 'async () => …')
      const own = new Session(table, listeners)
      isolated.add(own)
      const run = async () => {
        const result = await scope.run(own, fn)
        await nextTask()
        return result
      }
      try {
        const result = await run().catch((error) => {
          throw withCause(error, failureOf(own.failures))
        })
        const error = failureOf(own.failures)
        if (error !== undefined) throw error
        return result
      } finally {
        isolated.delete(own)
        end(own)
        own.reset()
      }
    },
    on(name: EventName, listener: (call: Call) => void) {
      const names = Object.keys(listeners)
      demand(names.includes(name), 'mocks.on', name, `one of ${names.join(', ')}`, "'answered', (call) => …")
      demand(typeof listener === 'function', 'mocks.on', listener, 'a function', `'${name}', (call) => …`)
      // One of its own for each call: the same listener may be added twice, and each undo takes out its own.
      const added = (call: Call) => listener(call)
      listeners[name].add(added)
      return toUndo(() => listeners[name].delete(added))
    },
    [DISPOSE]: stop,
  })

  let running = 0
  registerHooks({
    beforeEach() {
      running++
      if (isOver) forget()
    },
    async afterTest() {
      await nextTask()
      return failureOf(main.takeFailures())
    },
    async afterEach() {
      // Not below none: a test whose own set-up failed may never have come to ours.
      running = Math.max(0, running - 1)
      // Tests that run at the same time share what is outside of `isolate`: the last of them clears it.
      if (running > 0) return
      await nextTask()
      const error = end(main)
      isOver = true
      if (error !== undefined) throw error
    },
    afterAll: stop,
  })
  return mocks
}

/** Ends what is pending; gives what the test has to fail with. */
function end(session: Session): unknown {
  const error = failureOf(session.takeFailures())
  session.end()
  return error
}
