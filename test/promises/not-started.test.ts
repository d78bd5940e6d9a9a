import { describe, expect, test } from 'vitest'
import { type Mocks, rest, setupMocks } from '../../src/entries/index.ts'
import { messageOf, rejectionOf, start, thrownBy } from './support.ts'

const users = rest.get('/users', [{ id: 1 }])
const START = 'Write  beforeAll(mocks)  or  mocks.start()'
const HOOKS = (member: string) =>
  `\nHooks run after the body of a describe: write  beforeEach(() => mocks.${member}(…))  there`

const members: [member: string, use: (mocks: Mocks) => unknown, after: boolean][] = [
  ['use', (mocks) => mocks.use(users), true],
  ['expect', (mocks) => mocks.expect(users), true],
  ['calls', (mocks) => mocks.calls(), false],
  ['unmatched', (mocks) => mocks.unmatched(), false],
  ['unused', (mocks) => mocks.unused(), false],
  ['verify', (mocks) => mocks.verify(), false],
]

describe('mocks that were never started', () => {
  test.each(members)('refuse %s()', (member, use) => {
    const error = thrownBy(() => use(setupMocks([users])))
    expect(error).toMatchObject({ code: 'NOT_STARTED', name: 'MynahError' })
    const hooks = member === 'use' || member === 'expect' ? HOOKS(member) : ''
    expect(messageOf(error)).toBe(`mocks.${member}(…): these mocks were never started\n\n${START}${hooks}`)
  })

  test('refuse waitFor()', async () => {
    expect(await rejectionOf(setupMocks([users]).waitFor('/users'))).toMatchObject({
      code: 'NOT_STARTED',
      message: `mocks.waitFor(…): these mocks were never started\n\n${START}`,
    })
  })

  test('name the place of started mocks', () => {
    start([users])
    expect(messageOf(thrownBy(() => setupMocks([users]).calls()))).toBe(
      `mocks.calls(…): these mocks were never started\n\n${START}\nStarted mocks: test/promises/support.ts`,
    )
  })

  test('allow explain(), on() and reset()', async () => {
    const mocks = setupMocks([users])
    expect((await mocks.explain('http://api.test/users')).stub).toBe(users)
    mocks.on('answered', () => {})()
    mocks.reset()
  })
})

describe('mocks that have ended', () => {
  const ended = async () => {
    const mocks = setupMocks([users])
    const stop = mocks()
    await fetch('http://api.test/users')
    stop()
    return mocks
  }

  test.each(members.filter(([, , after]) => after))('refuse %s()', async (member, use) => {
    const mocks = await ended()
    expect(messageOf(thrownBy(() => use(mocks)))).toBe(
      `mocks.${member}(…): these mocks have ended\n\n${START}  to start them again${HOOKS(member)}`,
    )
  })

  test('refuse waitFor()', async () => {
    const mocks = await ended()
    expect(await rejectionOf(mocks.waitFor('/users'))).toMatchObject({ code: 'NOT_STARTED' })
  })

  test.each(members.filter(([, , after]) => !after))('take %s()', async (_member, use) => {
    use(await ended())
  })

  test('work again after another start', async () => {
    const mocks = await ended()
    using _ = { [Symbol.dispose]: mocks.start() }
    mocks.use(rest.get('/users', 'override'))
    expect(await (await fetch('http://api.test/users')).json()).toBe('override')
  })
})
