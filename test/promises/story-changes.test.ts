import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rest, setupMocks } from '../../src/entries/index.ts'
import type { Mocks } from '../../src/mocks/mocks.ts'
import { FakeChannel } from '../storybook/channel/fake-channel.ts'

/* Storybook's preview with `beforeAll: setupMocks(routes)` and nothing else. */

const USERS = 'https://api.test/users'

let channel: FakeChannel
let mocks: Mocks

beforeEach(() => {
  channel = new FakeChannel()
  vi.stubGlobal('__STORYBOOK_PREVIEW__', { channel })
  mocks = setupMocks([rest.get('/users', ['declared'])], { log: false })
  mocks.start()
})

afterEach(() => {
  mocks.reset({ failures: true })
  mocks.stop()
  vi.unstubAllGlobals()
})

async function users(): Promise<unknown> {
  return (await fetch(USERS)).json()
}

test('an override whose undo a story did not return must not answer in the next story', async () => {
  mocks.use(rest.get('/users', ['own']))
  expect(await users()).toEqual(['own'])
  channel.emit('storyChanged', 'users--next')
  expect(await users()).toEqual(['declared'])
})

test('the next story has no calls and no failures of the one before', async () => {
  await fetch('https://api.test/teams').catch(() => {})
  channel.emit('storyChanged', 'users--next')
  expect(mocks.calls()).toEqual([])
  mocks.verify()
})

test('mocks that have ended listen no more', () => {
  expect(channel.listenerCount()).toBe(1)
  mocks.stop()
  expect(channel.listenerCount()).toBe(0)
})
