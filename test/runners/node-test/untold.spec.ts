import { before, test } from 'node:test'
import { rest, setupMocks } from '../../../src/entries/index.ts'

const mocks = setupMocks([rest.get('/users', [{ id: 1 }])])
before(mocks)

test('passes: an unmatched request is swallowed, and no hook ends the mocks', async () => {
  mocks.expect(rest.get('/teams', []))
  await fetch('https://api.test/nope').catch(() => {})
})
