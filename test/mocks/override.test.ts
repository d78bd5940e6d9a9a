import { afterEach, describe, expect, test } from 'vitest'
import { type Mocks, rest, setupMocks } from '../../src/entries/index.ts'

/* The undo of an override as a hook, with what each runner calls its hooks with. The runners themselves are tried in test/consumers. */
let mocks: Mocks

afterEach(() => {
  mocks.reset({ failures: true })
  mocks.stop()
})

function start(): void {
  mocks = setupMocks([rest.get('/users', [])])
  mocks.start()
}

const down = () => rest.get('/users', {}, { status: 503 })

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

describe('the undo of an expectation whose request has not come', () => {
  const RUNNING = { result: { state: 'run' } }

  const calls: readonly { when: string; task?: object; withdraws: boolean }[] = [
    { when: 'in a test of Vitest', task: RUNNING, withdraws: true },
    { when: 'in a test of Vitest that has failed', task: { result: { state: 'fail' } }, withdraws: false },
    { when: 'after a test of Vitest', task: { result: { state: 'pass' } }, withdraws: false },
    { when: 'beside a test of Vitest', task: { ...RUNNING, concurrent: true }, withdraws: false },
    { when: 'in a test that Vitest repeats', task: { ...RUNNING, repeats: 1 }, withdraws: false },
    { when: 'before the tests of a suite', task: { tasks: [{}] }, withdraws: true },
    { when: 'after the tests of a suite', task: { tasks: [{ result: {} }] }, withdraws: false },
    { when: 'outside of any test', withdraws: true },
  ]

  /** Calls a function while Vitest's worker has this task as the one that runs. */
  function whileRunning(current: object | undefined, act: () => void): void {
    const { __vitest_worker__: worker } = globalThis as unknown as { __vitest_worker__: { current: unknown } }
    const own = worker.current
    worker.current = current
    try {
      act()
    } finally {
      worker.current = own
    }
  }

  test.each(calls)('$when: withdraws it $withdraws', ({ task, withdraws }) => {
    start()
    const undo = mocks.expect(down())
    whileRunning(task, undo)
    if (withdraws) expect(() => mocks.verify()).not.toThrow()
    else expect(() => mocks.verify()).toThrow('An expected request did not arrive\n\nExpected: ')
  })

  test.each(calls)('$when, within isolate: withdraws it', async ({ task }) => {
    start()
    await mocks.isolate(() => whileRunning(task, mocks.expect(down())))
  })

  test('an override stays for a task after a test of Vitest, as requests that nobody awaits arrive by then', async () => {
    start()
    const undo = mocks.use(down())
    let ended: unknown
    whileRunning({ result: { state: 'pass' } }, () => {
      ended = undo()
    })
    expect((await fetch('https://api.test/users')).status).toBe(503)
    await ended
    expect((await fetch('https://api.test/users')).status).toBe(200)
  })
})
