import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { rest, setupMocks } from '../../../src/entries/index.ts'

const mocks = setupMocks([rest.get('/users', [{ id: 1 }])])
before(mocks)

test('passes: verify() throws the unmatched request', async () => {
  await fetch('https://api.test/nope').catch(() => {})
  assert.throws(() => mocks.verify())
})
