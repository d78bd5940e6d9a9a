import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { rest, setupMocks } from '../../../src/entries/index.ts'

const mocks = setupMocks([rest.get('/users', 'declared')])
before(mocks)

let tests = 0
beforeEach(async () => {
  tests++
  if (tests > 1) return
  mocks.use(rest.get('/users', 'override'))
  await fetch('https://api.test/login')
})

test('fails: its own set-up throws', () => {})

test('has neither the override nor the failure of the test before', async () => {
  assert.equal(await (await fetch('https://api.test/users')).json(), 'declared')
  assert.equal(mocks.calls().length, 1)
})
