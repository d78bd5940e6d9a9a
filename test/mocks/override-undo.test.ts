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
