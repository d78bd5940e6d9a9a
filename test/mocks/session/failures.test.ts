import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Mocks, rest, setupMocks } from '../../../src/entries/index.ts'
import { rejectionOf, thrownBy } from '../../promises/support.ts'

const API = 'https://api.test'
const HEAD = 'mynah: no test has failed with this. Call mocks.stop() after each test, or after all.'

let before: readonly unknown[] = []
let beforeExit: readonly unknown[] = []
let mocks: Mocks

beforeEach(() => {
  before = process.listeners('exit')
  beforeExit = process.listeners('beforeExit')
  vi.stubEnv('JEST_WORKER_ID', undefined)
  mocks = setupMocks([rest.get('/users', [])])
  mocks.start()
})

afterEach(() => {
  process.exitCode = undefined
  mocks.reset({ failures: true })
  mocks.stop()
  vi.unstubAllEnvs()
})

/** The listeners of the end of the process that mocks have added. */
function added(): (() => void)[] {
  return process.listeners('exit').filter((listener) => !before.includes(listener)) as (() => void)[]
}

/** Ends the process as far as mynah is concerned; returns the text on stderr and the exit code. */
function endProcess(): { readonly text: string; readonly code: unknown } {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  for (const listener of added()) listener()
  const text = write.mock.calls.map(([chunk]) => String(chunk)).join('')
  write.mockRestore()
  return { text, code: process.exitCode }
}

describe('at the end of the process', () => {
  test('nothing is written if nothing failed', async () => {
    await fetch(`${API}/users`)
    expect(endProcess()).toEqual({ text: '', code: undefined })
  })

  test('an unmatched request that no test has failed with is written, with exit code 1', async () => {
    const error = (await rejectionOf(fetch(`${API}/nope`))) as Error
    expect(endProcess()).toEqual({ text: `\n${HEAD}\n\n${error.message}\n`, code: 1 })
  })

  test('equal failures are written once, with their number', async () => {
    const { message } = (await rejectionOf(fetch(`${API}/nope`))) as Error
    await rejectionOf(fetch(`${API}/nope`))
    expect(endProcess().text).toBe(`\n${HEAD}\n\n${message}\n\nThis happened 2 times\n`)
  })

  test('a failure that verify() has thrown is not written, but a later one is', async () => {
    await rejectionOf(fetch(`${API}/nope`))
    thrownBy(() => mocks.verify())
    expect(endProcess()).toEqual({ text: '', code: undefined })
    const later = (await rejectionOf(fetch(`${API}/later`))) as Error
    expect(endProcess().text).toBe(`\n${HEAD}\n\n${later.message}\n`)
  })

  test('an expectation that has not come is written until verify() has thrown it', () => {
    mocks.expect(rest.post('/users', {}))
    expect(endProcess().text).toMatch(/\n\nAn expected request did not arrive\n\nExpected: rest\.post\('\/users'\)/)
    thrownBy(() => mocks.verify())
    expect(endProcess().text).toBe('')
  })

  test('the exit code of a worker of Jest stays: Jest would restart the worker', async () => {
    vi.stubEnv('JEST_WORKER_ID', '1')
    const { connected } = process
    process.connected = true
    await rejectionOf(fetch(`${API}/nope`))
    expect(endProcess()).toMatchObject({ text: expect.stringContaining(HEAD), code: undefined })
    process.connected = connected
  })

  test('the exit code is set after the listeners of the runner: Mocha adds one after its last test', async () => {
    await rejectionOf(fetch(`${API}/nope`))
    const mocha = () => {
      process.exitCode = 0
    }
    process.on('exit', mocha)
    for (const listener of process.listeners('beforeExit'))
      if (!beforeExit.includes(listener)) (listener as () => void)()
    expect(endProcess().code).toBe(1)
    process.removeListener('exit', mocha)
  })

  test('mocks that have ended write nothing, and leave no listener', async () => {
    await rejectionOf(fetch(`${API}/nope`))
    thrownBy(() => mocks.stop())
    expect(added()).toEqual([])
    expect(process.listeners('beforeExit')).toEqual(beforeExit)
  })
})
