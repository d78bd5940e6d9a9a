import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rest, setupMocks } from '../../../src/entries/index.ts'

const mocks = setupMocks([rest.get('/users', [{ id: 1 }])])
mocks.start()

async function swallow(path: string): Promise<void> {
  await fetch(`https://api.test/${path}`).catch(() => {})
}

test('fails: an unmatched request is swallowed', () => swallow('a'))

test('fails: an expected request does not come', () => {
  mocks.use(rest.get('/over', []))
  mocks.expect(rest.get('/teams', []))
})

test('starts with a clean state', () => {
  assert.deepEqual(mocks.calls(), [])
})

test('a parent of subtests', async (t) => {
  mocks.use(rest.get('/over', []))
  await t.test('fails: a subtest swallows an unmatched request', () => swallow('b'))
  await t.test('the override of its parent answers', async () => {
    assert.equal((await fetch('https://api.test/over')).status, 200)
  })
})

test('fails: the override is off', () => swallow('over'))
