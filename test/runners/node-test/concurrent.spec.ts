import { before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { rest, setupMocks } from '../../../src/entries/index.ts'

describe('at the same time', { concurrency: true }, () => {
  const mocks = setupMocks([rest.get('/users', [])])
  before(mocks)

  test('fails: swallows an unmatched request, and ends first', async () => {
    await fetch('https://api.test/nope').catch(() => {})
  })

  test('is not blamed for the others', async () => {
    await fetch('https://api.test/users')
    await sleep(100)
  })

  test('fails: an expected request does not come', async () => {
    mocks.expect(rest.get('/teams', []))
    await sleep(20)
  })

  test('ends last, and is not blamed', () => sleep(150))
})
