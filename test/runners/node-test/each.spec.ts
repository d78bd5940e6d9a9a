import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { rest, setupMocks } from '../../../src/entries/index.ts'

const mocks = setupMocks([rest.get('/users', [{ id: 1 }])])
beforeEach(mocks)
afterEach(mocks.stop)

test('answers', async () => {
  mocks.use(rest.get('/users', 'overridden'))
  assert.equal(await (await fetch('https://api.test/users')).json(), 'overridden')
})

test('fails: an unmatched request is swallowed', async () => {
  await fetch('https://api.test/nope').catch(() => {})
})

test('starts with a clean state', async () => {
  assert.deepEqual(mocks.calls(), [])
  assert.deepEqual(await (await fetch('https://api.test/users')).json(), [{ id: 1 }])
})
