import { beforeEach, expect, test } from 'vitest'
import { rest, setupMocks } from '../../../src/entries/index.ts'

const mocks = setupMocks([rest.get('/users', [{ id: 1 }])])
beforeEach(mocks)

test('answers', async () => {
  mocks.use(rest.get('/users', 'overridden'))
  expect(await (await fetch('https://api.test/users')).json()).toBe('overridden')
})

test('fails: an unmatched request is swallowed', async () => {
  await fetch('https://api.test/nope').catch(() => {})
})

test('starts with a clean state', async () => {
  expect(mocks.calls()).toEqual([])
  expect(await (await fetch('https://api.test/users')).json()).toEqual([{ id: 1 }])
})
