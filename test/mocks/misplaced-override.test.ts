import { afterEach, beforeEach, describe, expect, type SuiteCollector, TestRunner, test, vi } from 'vitest'
import { type Mocks, rest, setupMocks } from '../../src/entries/index.ts'

/*
 * Overrides that are put in place while the tests are collected, with what the runners leave on the global object. Vitest's is
 * real; Jest and Mocha themselves are tried in test/consumers.
 */
let mocks: Mocks
let warn = vi.spyOn(console, 'warn')

beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
})

afterEach(() => {
  vi.unstubAllGlobals()
  warn.mockRestore()
  mocks.reset({ failures: true })
  mocks.stop()
})

function start(): void {
  mocks = setupMocks([rest.get('/users', [])])
  mocks.start()
}

const warnings = () => warn.mock.calls.map(([message]) => message as unknown)
const down = () => rest.get('/users', {}, { status: 503 })

const FILE = `mynah: mocks.use(rest.get('/users')) was called while the tests were collected: it holds for each test of the file

Write  beforeEach(() => mocks.use(rest.get('/users', …)))`

const FIRST = FILE.replace('it holds for each test of the file', 'the end of the first test removes it')

/** The state that Jest has on the global object while a function runs. */
function inJest(state: object, act: () => void): void {
  const symbol: unique symbol = Symbol('JEST_STATE_SYMBOL')
  Object.assign(globalThis, { [symbol]: state })
  try {
    act()
  } finally {
    Reflect.deleteProperty(globalThis, symbol)
  }
}

describe('an override in the body of a describe', () => {
  const early = setupMocks([])
  const told: unknown[] = []
  const spy = vi.spyOn(console, 'warn').mockImplementation((message) => void told.push(message))
  early.start()
  const stub = down()
  early.use(stub)
  early.use(stub)
  early.stop()
  spy.mockRestore()

  test('is told once, in Vitest', () => {
    mocks = early
    expect(told).toEqual([FIRST])
  })

  test('is told in Jest', () => {
    start()
    inJest({ hasStarted: false, currentDescribeBlock: {}, rootDescribeBlock: {} }, () => mocks.use(down()))
    expect(warnings()).toEqual([FILE])
  })

  test('is told of an expectation too', () => {
    start()
    const act = () => mocks.expect(rest.post('/users', {}))()
    inJest({ hasStarted: false, currentDescribeBlock: {}, rootDescribeBlock: {} }, act)
    expect(warnings()).toEqual([
      `mynah: mocks.expect(rest.post('/users')) was called while the tests were collected: it holds for each test of the file

Write  beforeEach(() => mocks.expect(rest.post('/users', …)))`,
    ])
  })

  test('is no mistake at the top of a file, in a hook and in a test', () => {
    start()
    const root = {}
    inJest({ hasStarted: false, currentDescribeBlock: root, rootDescribeBlock: root }, () => mocks.use(down()))
    inJest({ hasStarted: true, currentDescribeBlock: {}, rootDescribeBlock: root }, () => mocks.use(down()))
    mocks.use(down())
    mocks.use()
    expect(warnings()).toEqual([])
  })

  test('is no mistake that anybody knows of before Vitest has a suite', () => {
    start()
    vi.spyOn(TestRunner, 'getCurrentSuite').mockImplementation(() => {
      throw new Error('no suite')
    })
    mocks.use(down())
    expect(warnings()).toEqual([])
  })
})

describe('mocks with hooks, an override outside of them', () => {
  const NAMES = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'] as const
  type Hooks = Partial<Record<(typeof NAMES)[number], () => unknown>>

  function withHooks(...names: readonly (typeof NAMES)[number][]): Hooks {
    const hooks: Hooks = {}
    // As if the Vitest that runs this test did not run tests yet.
    const spy = vi.spyOn(TestRunner, 'getCurrentSuite').mockReturnValue({} as SuiteCollector)
    for (const name of names) {
      vi.stubGlobal(name, (callback: () => unknown) => {
        hooks[name] = callback
      })
    }
    start()
    vi.unstubAllGlobals()
    spy.mockRestore()
    return hooks
  }

  test('is told', () => {
    withHooks(...NAMES)
    mocks.use(down())
    expect(warnings()).toEqual([FIRST])
  })

  test('is no mistake in a hook, in a test, and where nobody knows when hooks run', () => {
    for (const name of ['beforeAll', 'beforeEach'] as const) {
      withHooks(...NAMES)[name]?.()
      mocks.use(down())
      mocks.stop()
    }
    withHooks('beforeEach', 'afterEach', 'afterAll')
    mocks.use(down())
    expect(warnings()).toEqual([])
  })

  test('is no mistake in a concurrent test, which Jest starts before its hooks', () => {
    withHooks(...NAMES)
    inJest({ hasStarted: true }, () => mocks.use(down()))
    expect(warnings()).toEqual([])
  })
})

describe('the undo of an override', () => {
  const REFUSED = `mocks.use(rest.get('/users')): its undo was given to a hook that runs before the tests

Write  beforeEach(() => mocks.use(rest.get('/users', …)))`

  function refusalOf(act: () => unknown): string | undefined {
    try {
      act()
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }

  const calls: readonly { what: string; self?: unknown; context?: unknown; refused: boolean }[] = [
    { what: 'Mocha, beforeEach', self: { test: { type: 'hook', title: '"before each" hook' } }, refused: true },
    { what: 'Mocha, before', self: { test: { type: 'hook', title: '"before all" hook in "users"' } }, refused: true },
    { what: 'Mocha, afterEach', self: { test: { type: 'hook', title: '"after each" hook' } }, refused: false },
    { what: 'Mocha, a test', self: { test: { type: 'test', title: '"before all"' } }, refused: false },
    { what: 'Vitest, beforeEach', context: { task: { result: { state: 'run' } } }, refused: true },
    { what: 'Vitest, afterEach', context: { task: { result: { state: 'pass' } } }, refused: false },
    { what: 'Vitest, beforeAll', context: { type: 'suite', tasks: [{}, {}] }, refused: true },
    { what: 'Vitest, afterAll', context: { type: 'suite', tasks: [{}, { result: {} }] }, refused: false },
    { what: 'a call', refused: false },
    { what: 'a call as a method', self: {}, context: {}, refused: false },
  ]

  test.each(calls)('$what: refused $refused', ({ self, context, refused }) => {
    start()
    const undo = mocks.use(down())
    expect(refusalOf(() => Reflect.apply(undo, self, [context]))).toBe(refused ? REFUSED : undefined)
    expect(mocks.unused()).toHaveLength(refused ? 2 : 1)
  })

  test.each([
    ['beforeEach', true],
    ['beforeAll', true],
    ['afterEach', false],
  ])('Jest, %s: refused %s', (type, refused) => {
    start()
    const fn = mocks.use(down())
    const rootDescribeBlock = { hooks: [], children: [{}, { hooks: [{ type, fn }], children: [{}] }] }
    inJest({ hasStarted: true, rootDescribeBlock }, () => {
      expect(refusalOf(fn)).toBe(refused ? REFUSED : undefined)
    })
  })
})
