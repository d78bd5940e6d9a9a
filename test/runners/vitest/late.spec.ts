import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Mocks, rest, setupMocks } from '../../../src/entries/index.ts'

const swallow = (path: string) => fetch(`https://api.test/${path}`).catch(() => {})
const routes = [rest.get('/users', [])]

describe('mocks that a test sets up', () => {
  test('fails: an unmatched request is swallowed, and nothing ends the mocks', async () => {
    const mocks = setupMocks(routes)
    mocks.start()
    mocks.use(rest.get('/teams', []))
    expect(await (await fetch('https://api.test/teams')).json()).toEqual([])
    await swallow('a')
    onTestFinished(() => mocks.stop())
  })

  test('fails: an expected request does not come, and nothing ends the mocks', () => {
    const mocks = setupMocks(routes)
    mocks.start()
    mocks.expect(rest.post('/users', {}))
  })

  test('a failure that the test expects is no failure', async () => {
    const mocks = setupMocks(routes)
    mocks.start()
    await swallow('b')
    expect(() => mocks.stop()).toThrow('No stub answers GET https://api.test/b')
  })
})

describe('mocks that a beforeAll sets up, and nothing ends', () => {
  let mocks: Mocks
  beforeAll(() => {
    mocks = setupMocks(routes)
    mocks.start()
  })

  test('fails: an unmatched request is swallowed', () => swallow('c'))

  test('fails: an unmatched request is swallowed again', () => swallow('d'))

  test('is not blamed for the test before, and may override', async () => {
    const warn = vi.spyOn(console, 'warn')
    mocks.use(rest.get('/teams', []))
    expect(await (await fetch('https://api.test/teams')).json()).toEqual([])
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('mocks that each test sets up, whose hooks return what they get', () => {
  let mocks: Mocks
  beforeEach(() => {
    mocks = setupMocks(routes)
    return mocks()
  })

  describe('an expectation', () => {
    beforeEach(() => mocks.expect.get('/teams', []))

    test('fails: an expected request does not come', () => {})

    test('an expected request comes', () => swallow('teams'))
  })
})

describe('a cleanup', () => {
  let mocks: Mocks
  let undo: () => void
  beforeEach(() => {
    mocks = setupMocks(routes)
    mocks.start()
    undo = mocks.expect.get('/teams', [])
  })
  afterEach(() => undo())

  test('fails: an afterEach calls the undo of an expectation', () => {})
})
