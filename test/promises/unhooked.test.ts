import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Mocks, rest, setupMocks } from '../../src/entries/index.ts'
import { rejectionOf, thrownBy } from './support.ts'

/*
 * Failures of mocks that were set up before the hooks of a runner exist (Jest's setupFiles, a file that Mocha requires), or
 * within a test. Real runners are tried in test/runners and in the consumer `runner-output`.
 */
const URL = 'https://api.test/nope'

let mocks: Mocks

/** As if no Vitest ran this test. */
vi.mock('../../src/mocks/runner/vitest.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  isVitestRunning: () => false,
  afterVitestFile: () => false,
  afterVitestTest: () => false,
}))

beforeEach(() => {
  mocks = setupMocks([rest.get('/users', [])])
  mocks.start()
})

afterEach(() => {
  vi.unstubAllGlobals()
  mocks.reset({ failures: true })
  mocks.stop()
})

const swallowed = () => rejectionOf(fetch(URL))

describe('Jest in the meantime runs a test', () => {
  const symbol: unique symbol = Symbol('JEST_STATE_SYMBOL')
  const running = { errors: [] as unknown[] }
  const state = { hasStarted: true, unhandledErrors: [] as unknown[], currentlyRunningTest: running as object | null }

  beforeEach(() => {
    running.errors = []
    Object.assign(state, { currentlyRunningTest: running, unhandledErrors: [] })
    Object.assign(globalThis, { [symbol]: state })
  })

  afterEach(() => {
    Reflect.deleteProperty(globalThis, symbol)
  })

  test('the test fails with the error that its application swallowed', async () => {
    expect(running.errors).toEqual([await swallowed()])
    expect(state.unhandledErrors).toEqual([])
  })

  test('the file fails if no test runs', async () => {
    state.currentlyRunningTest = null
    expect(state.unhandledErrors).toEqual([await swallowed()])
  })

  test.each([
    ['verify() throws the error', () => thrownBy(() => mocks.verify())],
    ['stop() throws the error', () => thrownBy(() => mocks.stop())],
    ['the failures are forgotten', () => mocks.reset({ failures: true })],
  ])('the test does not fail twice: %s', async (_name, act) => {
    await swallowed()
    act()
    expect(running.errors).toEqual([])
  })

  test('a test that is over keeps its error', async () => {
    const error = await swallowed()
    state.currentlyRunningTest = null
    expect(thrownBy(() => mocks.verify())).toBe(error)
    expect(running.errors).toEqual([error])
  })

  test('an expectation that has not come by a reset fails the test', () => {
    mocks.expect(rest.post('/users', {}))
    expect(running.errors).toEqual([])
    mocks.reset()
    expect(running.errors).toEqual([expect.objectContaining({ code: 'EXPECTED' })])
  })

  test('the test of a Jest that says nothing of errors passes, and verify() throws', async () => {
    Object.assign(state, { currentlyRunningTest: {} })
    const error = await swallowed()
    expect(thrownBy(() => mocks.verify())).toBe(error)
  })
})

describe('Mocha in the meantime runs a file', () => {
  let hooks: (() => Promise<void>)[]

  beforeEach(() => {
    hooks = []
    vi.stubGlobal('before', () => {})
    vi.stubGlobal('after', (_title: string, hook: () => Promise<void>) => void hooks.push(hook))
  })

  test('its hook after all tests throws the errors, once', async () => {
    const error = await swallowed()
    await swallowed()
    expect(hooks).toHaveLength(1)
    expect(await rejectionOf(hooks[0]?.() as Promise<void>)).toMatchObject({ errors: [error, expect.any(Error)] })
    await hooks[0]?.()
  })

  test('its hook throws an expectation that has not come', async () => {
    mocks.expect(rest.post('/users', {}))
    expect(await rejectionOf(hooks[0]?.() as Promise<void>)).toMatchObject({ code: 'EXPECTED' })
  })

  test('a failure after the hook has a hook of its own', async () => {
    await swallowed()
    await rejectionOf(hooks[0]?.() as Promise<void>)
    const error = await swallowed()
    expect(await rejectionOf(hooks[1]?.() as Promise<void>)).toBe(error)
  })

  test.each(['before', 'after'])('a runner without `%s` is not Mocha', async (name) => {
    vi.stubGlobal(name, undefined)
    await swallowed()
    expect(hooks).toEqual([])
  })

  test('a runner with `beforeAll` is not Mocha', async () => {
    vi.stubGlobal('beforeAll', () => {})
    await swallowed()
    expect(hooks).toEqual([])
  })
})
