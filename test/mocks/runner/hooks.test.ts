import {
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  type SuiteCollector,
  TestRunner,
  test,
  vi,
} from 'vitest'
import { type Mocks, rest, setupMocks } from '../../../src/entries/index.ts'
import { messageOf, rejectionOf, thrownBy } from '../../promises/support.ts'

/*
 * What the hooks do that mocks register where a runner has global ones, with hooks of this test's own. Real runners are
 * tried in test/runners and test/consumers.
 */
type Registered = (this: unknown, context?: object) => unknown

/** A test as Mocha has it. */
interface MochaTest {
  fn: ((this: unknown, done: (error?: unknown) => void) => unknown) | undefined
  readonly async: number
}

const names = ['beforeEach', 'afterEach', 'afterAll', 'after'] as const
let hooks: Partial<Record<(typeof names)[number], Registered>>
let mocks: Mocks

beforeEach(() => {
  hooks = {}
})

afterEach(() => {
  vi.unstubAllGlobals()
  mocks.reset({ failures: true })
  mocks.stop()
})

/** Sets up and starts mocks with these hooks as globals, as if the Vitest that runs this test did not run tests yet. */
function setUp(available: readonly (typeof names)[number][]): void {
  vi.spyOn(TestRunner, 'getCurrentSuite').mockReturnValue({} as SuiteCollector)
  for (const name of names) {
    const register = (callback: Registered) => {
      hooks[name] = callback
    }
    vi.stubGlobal(name, available.includes(name) ? register : undefined)
  }
  mocks = setupMocks([rest.get('/users', [])])
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  mocks.start()
}

const swallowed = () => fetch('https://api.test/nope').catch(() => {})
const REPORT = expect.stringContaining('No stub answers GET https://api.test/nope')

describe('with the hooks of Jest', () => {
  const jest = ['beforeEach', 'afterEach', 'afterAll'] as const

  test('a test fails with the error that its application swallowed, and the next test starts with a clean state', async () => {
    setUp(jest)
    hooks.beforeEach?.call(undefined)
    await swallowed()
    expect(await rejectionOf(hooks.afterEach?.call(undefined) as Promise<unknown>)).toMatchObject({ message: REPORT })
    hooks.beforeEach?.call(undefined)
    await hooks.afterEach?.call(undefined)
    expect(mocks.calls()).toEqual([])
  })

  test.each([
    ['alone', (error: unknown) => error],
    ['beside the place of its test', (error: unknown) => [error, new Error()]],
    ['as the cause of the error of a client such as axios', (cause: unknown) => new Error('of the client', { cause })],
  ])('an error that the test itself has thrown was printed twice (kept %s)', async (_how, kept) => {
    setUp(jest)
    const state = Symbol('JEST_STATE_SYMBOL')
    onTestFinished(() => void Reflect.deleteProperty(globalThis, state))
    hooks.beforeEach?.call(undefined)
    const error = await rejectionOf(fetch('https://api.test/nope'))
    Reflect.set(globalThis, state, { currentlyRunningTest: { errors: [kept(error)] } })
    await hooks.afterEach?.call(undefined)
    Reflect.set(globalThis, state, { currentlyRunningTest: { errors: [] } })
    hooks.beforeEach?.call(undefined)
    await swallowed()
    await expect(hooks.afterEach?.call(undefined)).rejects.toMatchObject({ message: REPORT })
  })

  test('the last one of concurrent tests clears the state, and fails', async () => {
    setUp(jest)
    hooks.beforeEach?.call(undefined)
    hooks.beforeEach?.call(undefined)
    await swallowed()
    await hooks.afterEach?.call(undefined)
    expect(mocks.calls()).toHaveLength(1)
    expect(await rejectionOf(hooks.afterEach?.call(undefined) as Promise<unknown>)).toMatchObject({ message: REPORT })
    hooks.beforeEach?.call(undefined)
    expect(mocks.calls()).toEqual([])
  })

  describe('the afterEach of a test, which runs later than ours, saw nothing', () => {
    const over = rest.get('/teams', [])

    async function end(): Promise<void> {
      setUp(jest)
      hooks.beforeEach?.call(undefined)
      mocks.use(over)
      await fetch('https://api.test/users')
      await hooks.afterEach?.call(undefined)
    }

    test('the calls, and the stubs that never answered', async () => {
      await end()
      expect(mocks.calls({ path: '/users' })).toHaveLength(1)
      expect(mocks.unused()).toEqual([over])
      expect(messageOf(thrownBy(() => mocks.verify({ unused: true })))).toMatch('A stub never answered')
      expect((await mocks.explain('https://api.test/teams')).stub).toBe(over)
    })

    test('but a failure that the test has failed with is not thrown again', async () => {
      setUp(jest)
      hooks.beforeEach?.call(undefined)
      await swallowed()
      expect(await rejectionOf(hooks.afterEach?.call(undefined) as Promise<unknown>)).toMatchObject({ message: REPORT })
      mocks.verify()
      expect(mocks.unmatched()).toHaveLength(1)
    })

    test('a pending request is listed as aborted', async () => {
      setUp(jest)
      hooks.beforeEach?.call(undefined)
      mocks.use(rest.get('/slow', [], { delay: Infinity }))
      const rejection = rejectionOf(fetch('https://api.test/slow'))
      await hooks.afterEach?.call(undefined)
      expect(await rejection).toMatchObject({ name: 'AbortError' })
      expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['aborted'])
    })

    test.each([
      ['a request', () => fetch('https://api.test/users'), 1],
      ['an override', () => mocks.use(rest.get('/users', [])), 0],
      ['a reset', () => mocks.reset(), 0],
      ['the next test', () => hooks.beforeEach?.call(undefined), 0],
      ['another start', () => [mocks.stop(), mocks.start()], 0],
    ])('until the next event: %s', async (_name, act, calls) => {
      await end()
      await act()
      expect(mocks.calls()).toHaveLength(calls)
      expect(mocks.unused()).not.toContain(over)
    })
  })

  test('afterAll ends the mocks', async () => {
    const { fetch } = globalThis
    setUp(jest)
    expect(globalThis.fetch).not.toBe(fetch)
    await hooks.afterAll?.call(undefined)
    expect(globalThis.fetch).toBe(fetch)
  })

  test('no hook is registered while a test runs: Jest would fail the test', async () => {
    const state: unique symbol = Symbol('JEST_STATE_SYMBOL')
    Object.assign(globalThis, { [state]: { hasStarted: true } })
    setUp(jest)
    Reflect.deleteProperty(globalThis, state)
    expect(hooks).toEqual({})
    await swallowed()
    expect(thrownBy(() => mocks.verify())).toMatchObject({ message: REPORT })
  })

  test('verify() reports the failures if the runner refuses the hooks, as older versions of Vitest do', async () => {
    vi.spyOn(TestRunner, 'getCurrentSuite').mockReturnValue({} as SuiteCollector)
    for (const name of jest) {
      vi.stubGlobal(name, () => {
        throw new Error('too late')
      })
    }
    mocks = setupMocks([])
    mocks.start()
    await swallowed()
    expect(thrownBy(() => mocks.verify())).toMatchObject({ message: REPORT })
  })

  test.each([[['afterEach', 'afterAll']], [['beforeEach', 'afterAll']], [['beforeEach', 'afterEach']]] as const)(
    'some of them are none: %j',
    (available) => {
      setUp(available)
      expect(hooks).toEqual({})
    },
  )
})

describe('without global hooks, in Jest', () => {
  interface Hook {
    readonly type: string
    readonly fn: () => Promise<void>
  }

  /** Sets up and starts mocks while Jest collects or runs the tests of a file; returns the hooks that it then has. */
  function setUpInJest(hasStarted: boolean): Hook[] {
    const hooked: Hook[] = []
    const state: unique symbol = Symbol('JEST_STATE_SYMBOL')
    Object.assign(globalThis, { [state]: { hasStarted, currentDescribeBlock: { hooks: hooked } } })
    setUp([])
    Reflect.deleteProperty(globalThis, state)
    return hooked
  }

  test('a failure that was not reported fails the file, once', async () => {
    const registered = setUpInJest(false)
    expect(registered.map(({ type }) => type)).toEqual(['beforeEach', 'afterEach', 'afterAll'])
    const hook = registered.at(-1)
    await swallowed()
    expect(await rejectionOf(hook?.fn() ?? Promise.resolve())).toMatchObject({ message: REPORT })
    await hook?.fn()
  })

  test('no hook is registered while a test runs', () => {
    expect(setUpInJest(true)).toEqual([])
  })
})

describe('with the hooks of Vitest, which skips them after an afterEach that throws', () => {
  const vitest = ['beforeEach', 'afterEach', 'afterAll'] as const

  /** A context of Vitest: a function with members. */
  function contextOf(): { context: object; finish: () => Promise<void> } {
    const callbacks: (() => unknown)[] = []
    const context = Object.assign(() => {}, {
      onTestFinished(callback: () => unknown) {
        callbacks.push(callback)
      },
    })
    const finish = async () => {
      for (const callback of callbacks) await callback()
    }
    return { context, finish }
  }

  test('the test ends in onTestFinished, once', async () => {
    setUp(vitest)
    const { context, finish } = contextOf()
    hooks.beforeEach?.call(undefined, context)
    await swallowed()
    await hooks.afterEach?.call(undefined, context)
    expect(mocks.calls()).toHaveLength(1)
    expect(await rejectionOf(finish())).toMatchObject({ message: REPORT })
    hooks.beforeEach?.call(undefined, contextOf().context)
    expect(mocks.calls()).toEqual([])
  })

  test('mocks that are a hook end there too', async () => {
    const { fetch } = globalThis
    mocks = setupMocks([])
    const { context, finish } = contextOf()
    ;(mocks as (context: object) => () => void)(context)
    await swallowed()
    expect(await rejectionOf(finish())).toMatchObject({ message: REPORT })
    expect(globalThis.fetch).toBe(fetch)
  })
})

describe('with the hooks of Mocha, which skips the rest after a hook that throws', () => {
  /** Runs a test as Mocha does: to its end, or with the failure that it has. */
  async function run(mochaTest: MochaTest): Promise<unknown> {
    setUp(['beforeEach', 'afterEach', 'after'])
    hooks.beforeEach?.call({ currentTest: mochaTest })
    const { fn } = mochaTest
    if (mochaTest.async) return new Promise((done) => fn?.call({ mine: true }, done))
    try {
      await fn?.call({ mine: true }, () => {})
      return undefined
    } catch (error) {
      return error
    }
  }
  const own = () => new RangeError('my own')

  test('a test fails itself if its application swallows an error', async () => {
    expect(await run({ fn: swallowed, async: 0 })).toMatchObject({ message: REPORT })
    await hooks.afterEach?.call(undefined)
  })

  test('a test fails itself if the mocks are a root hook', async () => {
    setUp([])
    const mochaTest: MochaTest = { fn: swallowed, async: 0 }
    mocks.call({ currentTest: mochaTest })
    expect(await rejectionOf(Promise.resolve(mochaTest.fn?.call({}, () => {})))).toMatchObject({ message: REPORT })
    mocks.stop()
  })

  const timeout = () => new Error('Timeout of 2000ms exceeded')

  test.each([
    ['its hook', () => setUp(['beforeEach', 'afterEach', 'after']), (self: object) => hooks.afterEach?.call(self)],
    ['mocks.stop', () => setUp([]), async (self: object) => mocks.stop.call(self)],
  ])(
    'an unmatched request of a test that timed out failed %s, which skipped the rest of the suite',
    async (_, begin, end) => {
      begin()
      const err = timeout()
      await swallowed()
      await end({ currentTest: { fn: swallowed, async: 1, err } })
      expect(err.message).toMatch(/^Timeout of 2000ms exceeded\n\nNo stub answers GET https:\/\/api.test\/nope\n/)
    },
  )

  test('an unmatched request that came after its test failed a hook, and Mocha skipped the rest of the suite', async () => {
    setUp(['beforeEach', 'afterEach', 'after'])
    await swallowed()
    await hooks.afterEach?.call({ currentTest: { fn: swallowed, async: 0, fullTitle: () => 'users are listed' } })
    await hooks.afterEach?.call({ currentTest: { fn: swallowed, async: 0, fullTitle: () => 'teams are listed' } })
    const error = await rejectionOf(hooks.after?.call({}) as Promise<unknown>)
    expect(messageOf(error)).toMatch(/^No stub answers GET https:\/\/api.test\/nope\n/)
    expect(messageOf(error)).toMatch(/\n\nTest: users are listed$/)
  })

  test.each([
    ['has not failed', undefined],
    ['has an error that nothing is added to', Object.freeze(timeout())],
  ])('an unmatched request of a test that %s fails the hook after it', async (_, err) => {
    setUp(['beforeEach', 'afterEach', 'after'])
    await swallowed()
    const self = { currentTest: { fn: swallowed, async: 1, err } }
    expect(await rejectionOf(hooks.afterEach?.call(self) as Promise<unknown>)).toMatchObject({ message: REPORT })
  })

  test('a test with a callback fails itself if its application swallows an error', async () => {
    const fn = (done: () => void) => void swallowed().then(() => done())
    expect(await run({ fn, async: 1 })).toMatchObject({ message: REPORT })
  })

  test('a test without failures passes, with its own context', async () => {
    const contexts: unknown[] = []
    const plain: MochaTest = {
      fn() {
        contexts.push(this)
      },
      async: 0,
    }
    const { fn } = plain
    expect(await run(plain)).toBe(undefined)
    expect(contexts).toEqual([{ mine: true }])
    // A retry is a copy of the test.
    expect(plain.fn).toBe(fn)
    expect(await run({ fn: (done) => done(), async: 1 })).toBe(undefined)
  })

  test('a test’s own failure stays, with the swallowed error as its cause', async () => {
    const error = own()
    const fn = async () => {
      await swallowed()
      throw error
    }
    expect(await run({ fn, async: 0 })).toBe(error)
    expect(error.cause).toMatchObject({ message: REPORT })
  })

  test('a test’s own failure gets no cause if nothing was swallowed, and keeps its own cause', async () => {
    const [alone, caused] = [own(), new RangeError('my own', { cause: 'mine' })]
    expect(await run({ fn: () => Promise.reject(alone), async: 0 })).toBe(alone)
    expect('cause' in alone).toBe(false)
    const fn = (done: (error: unknown) => void) => void swallowed().then(() => done(caused))
    expect(await run({ fn, async: 1 })).toBe(caused)
    expect(caused.cause).toBe('mine')
  })

  test('a test that rejects with the report itself has no further cause', async () => {
    const error = await run({ fn: () => fetch('https://api.test/nope'), async: 0 })
    expect(error).toMatchObject({ message: REPORT })
    expect((error as Error).cause).toBe(undefined)
  })

  test('a test that throws `undefined` fails all the same', async () => {
    expect(messageOf(await run({ fn: () => Promise.reject(undefined), async: 0 }))).toBe('The test threw undefined')
  })

  test('a pending test has no function to run', async () => {
    expect(await run({ fn: undefined, async: 0 })).toBe(undefined)
  })
})
