import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Mocks, rest, setupMocks } from '../../../src/entries/index.ts'
import { rejectionOf, thrownBy } from '../../promises/support.ts'

/*
 * Failures of mocks that were set up before the hooks of a runner exist (Jest's setupFiles, a file that Mocha requires), or
 * within a test. Real runners are tried in test/runners and in the consumer `runner-output`.
 */
const URL = 'https://api.test/nope'

let mocks: Mocks

/** As if no Vitest ran this test. */
vi.mock('../../../src/mocks/runner/vitest.ts', () => ({ vitest: { startHook: 'beforeAll', atEnd: () => false } }))

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
  interface Test {
    readonly errors?: unknown[]
  }
  let test1: Required<Test>
  let state: { readonly hasStarted: boolean; currentlyRunningTest: Test | null }

  beforeEach(() => {
    test1 = { errors: [] }
    state = { hasStarted: true, currentlyRunningTest: test1 }
    Object.assign(globalThis, { [symbol]: state })
  })

  afterEach(() => {
    // What waits for the end of a test would be called in the next one.
    state.currentlyRunningTest = { errors: [] }
    state.currentlyRunningTest = null
    Reflect.deleteProperty(globalThis, symbol)
  })

  /** Ends the running test as Jest does; returns its errors. */
  function end(): readonly unknown[] {
    state.currentlyRunningTest = null
    return test1.errors
  }

  test('the test fails with the errors that its application swallowed', async () => {
    const errors = [await swallowed(), await rejectionOf(fetch(`${URL}/else`))]
    expect(test1.errors).toEqual([])
    expect(end()).toMatchObject([{ errors }])
    mocks.verify()
  })

  test('the test fails with an expectation that has not come', () => {
    mocks.expect(rest.post('/users', {}))
    expect(end()).toMatchObject([{ code: 'EXPECTED' }])
  })

  test('the test passes if the expected request comes', async () => {
    mocks.expect(rest.post('https://api.test/users', {}))
    await fetch('https://api.test/users', { method: 'POST' })
    expect(end()).toEqual([])
  })

  test('the next test fails if no test runs', async () => {
    state.currentlyRunningTest = null
    const error = await swallowed()
    state.currentlyRunningTest = test1
    expect(end()).toEqual([error])
  })

  test.each([
    ['verify() throws the error', () => thrownBy(() => mocks.verify())],
    ['stop() throws the error', () => thrownBy(() => mocks.stop())],
    ['the failures are forgotten', () => mocks.reset({ failures: true })],
  ])('the test does not fail twice: %s', async (_name, act) => {
    await swallowed()
    act()
    expect(end()).toEqual([])
  })

  test('each test fails with its own errors, and Jest’s state is as before', async () => {
    const error = await swallowed()
    expect(end()).toEqual([error])
    expect(Object.getOwnPropertyDescriptor(state, 'currentlyRunningTest')).toMatchObject({
      value: null,
      writable: true,
    })
    const test2 = { errors: [] }
    state.currentlyRunningTest = test2
    const later = await swallowed()
    state.currentlyRunningTest = null
    expect(test2.errors).toEqual([later])
    expect(test1.errors).toEqual([error])
  })

  test('two mocks tell their errors', async () => {
    const other = setupMocks([])
    other.start()
    const error = await swallowed()
    mocks.expect(rest.post('/users', {}))
    expect(end()).toEqual([error, expect.objectContaining({ code: 'EXPECTED' })])
    other[Symbol.dispose]()
  })

  test('a failure was lost at the end of a test without a list of errors', async () => {
    state.currentlyRunningTest = {}
    const error = await swallowed()
    state.currentlyRunningTest = null
    expect(thrownBy(() => mocks.verify())).toBe(error)
  })

  test('the test of a Jest that says nothing of errors passes, and verify() throws', async () => {
    state.currentlyRunningTest = {}
    Reflect.deleteProperty(state, 'currentlyRunningTest')
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
    expect(await rejectionOf(hooks[0]?.() as Promise<void>)).toBe(error)
    await hooks[0]?.()
  })

  test('its hook throws an expectation that has not come', async () => {
    mocks.expect(rest.post('/users', {}))
    expect(await rejectionOf(hooks[0]?.() as Promise<void>)).toMatchObject({ code: 'EXPECTED' })
  })

  test('a failure after the hook gets another hook', async () => {
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
